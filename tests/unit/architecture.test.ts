import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { resolvePath } from "@remix-run/react";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import * as schema from "#db/schema";
import { openPortal } from "../support/portal";

/*
 * The rules of the code's structure: imports only go down, and each kind of work belongs to one layer.
 */

interface Source {
  path: string;
  /** Without its comments. */
  code: string;
  imports: { target: string; isType: boolean }[];
}

const IMPORT = /^(?:import|export)\s+(type\s+)?(?:[^"';]*?from\s+)?["']([^"']+)["']/gm;

function readSource(path: string): Source {
  const code = readFileSync(path, "utf8").replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
  const imports = [...code.matchAll(IMPORT)].map(([, type, target = ""]) => ({
    target: resolve(path, target),
    isType: type !== undefined,
  }));
  return { path, code, imports };
}

/** The path of an imported file in the project, or a package's name unchanged. */
function resolve(from: string, target: string): string {
  if (target.startsWith("~/")) return `app/${target.slice(2)}`;
  if (target.startsWith("#db/")) return `db/${target.slice(4)}`;
  return target.startsWith(".") ? normalize(join(dirname(from), target)) : target;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|m?js)$/.test(name) && !name.endsWith(".d.ts"))
    .map((name) => join(folder, name));

/** Without drizzle-kit's configuration. */
const DATABASE_FILES = readdirSync("db").filter((name) => name.endsWith(".ts") && !name.endsWith(".config.ts"));
const sources = [...filesIn("app"), ...DATABASE_FILES.map((name) => `db/${name}`)].map(readSource);
/** Without the demonstration, which creates its data and starts a server, and the programs of the build. */
const service = sources.filter(({ path }) => !/^app\/(demo\/|programs\/build-)/.test(path));
const within = (...places: string[]) => sources.filter(({ path }) => places.some((place) => path.startsWith(place)));

/** From the bottom up. A module may import from its own layer and from the layers below. */
const LAYERS: readonly (readonly string[])[] = [
  ["db/", "app/values/", "app/settings.server", "app/routes.js"],
  ["app/secrets/"],
  ["app/policy/", "app/audit/", "app/routing/"],
  ["app/storage/", "app/search/", "app/backup/", "app/mail/", "app/replica/"],
  ["app/operations/"],
  ["app/lists/"],
  ["app/domain/"],
  ["app/web/"],
  ["app/ui/kit/"],
  ["app/ui/"],
  ["app/routes/", "app/root", "app/entry"],
  ["app/programs/", "app/document-reader/", "app/demo/", "app/server"],
];
const layerOf = (path: string) => LAYERS.findIndex((places) => places.some((place) => path.startsWith(place)));
const layersBelow = (place: string) => LAYERS.slice(0, layerOf(place)).flat();

/** The sources that a source imports. An import leaves out the file's extension. */
const sourcesByName = new Map(
  sources.flatMap(({ path }) => [path, path.replace(/\.\w+$/, "")].map((name) => [name, path])),
);
const importsOf = ({ imports }: Source) => imports.flatMap(({ target }) => sourcesByName.get(target) ?? []);

/** The strongly connected components, by Tarjan's algorithm. */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const indexes = new Map<string, number>();
  const lows = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): void => {
    indexes.set(node, indexes.size);
    lows.set(node, indexes.size - 1);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!indexes.has(next)) visit(next);
      if (stack.includes(next)) lows.set(node, Math.min(lows.get(node) ?? 0, lows.get(next) ?? 0));
    }
    if (lows.get(node) !== indexes.get(node)) return;
    const cycle = stack.splice(stack.indexOf(node));
    if (cycle.length > 1) cycles.push(cycle.sort());
  };
  for (const node of graph.keys()) if (!indexes.has(node)) visit(node);
  return cycles;
}

/** Each file directly in app/ counts as its own folder: the settings are at the bottom, the server at the top. */
const folderOf = (path: string) => (dirname(path) === "app" ? path : dirname(path));

describe("the layers", () => {
  test("every module is in one", () => {
    expect(sources.map(({ path }) => path).filter((path) => layerOf(path) < 0)).toEqual([]);
  });

  test("imports only go down", () => {
    const upwards = sources.flatMap((source) =>
      importsOf(source)
        .filter((target) => layerOf(target) > layerOf(source.path))
        .map((target) => `${source.path} imports ${target}`),
    );
    expect(upwards).toEqual([]);
  });

  test("no folders import each other, directly or through others", () => {
    const folders = new Map<string, string[]>();
    for (const source of sources) {
      const others = importsOf(source).map(folderOf);
      const known = folders.get(folderOf(source.path)) ?? [];
      folders.set(
        folderOf(source.path),
        [...known, ...others].filter((folder) => folder !== folderOf(source.path)),
      );
    }
    expect(folders.size).toBeGreaterThan(40);
    expect(cyclesIn(folders)).toEqual([]);
  });

  test("no files import each other, directly or through others", () => {
    const files = new Map(sources.map((source) => [source.path, importsOf(source)]));
    expect(files.size).toBeGreaterThan(400);
    expect(cyclesIn(files)).toEqual([]);
  });

  test("the interface kit imports no noun", () => {
    const kit = within("app/ui/kit/");
    expect(kit.length).toBeGreaterThan(30);
    const nouns = kit.flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => /^app\/(domain|routes|ui(?!\/(kit|styles)\/))\//.test(target))
        .map(({ target }) => `${path} imports ${target}`),
    );
    expect(nouns).toEqual([]);
  });

  test("nothing below the interface imports it", () => {
    const upwards = within(...layersBelow("app/ui/kit/")).flatMap(({ path, imports }) =>
      imports.filter(({ target }) => target.startsWith("app/ui/")).map(({ target }) => `${path} imports ${target}`),
    );
    expect(within("app/web/").length).toBeGreaterThan(30);
    expect(upwards).toEqual([]);
  });

  test("one form signs out, which forgets what was typed", () => {
    const forms = within("app/").filter(({ code }) => /action=\S*\/logout\b/.test(code));
    expect(forms.map(({ path }) => path)).toEqual(["app/ui/frame/sign-out.tsx"]);
  });

  test("one noun imports another's queries and rules, never its operations", () => {
    const operations = within("app/domain/").filter(({ code }) => code.includes("defineOperation("));
    const isOperation = (target: string) => operations.some(({ path }) => path.startsWith(`${target}.`));
    const foreign = within("app/domain/").flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => isOperation(target) && dirname(target) !== dirname(path))
        .map(({ target }) => `${path} imports ${target}`),
    );
    expect(operations.length).toBeGreaterThan(10);
    expect(foreign).toEqual([]);
  });

  test("no module below app/web uses a request or a response", () => {
    const webby = within(...layersBelow("app/web/"))
      .filter(({ code }) => /(?<!["'.])\b(Request|Response|Headers|FormData)\b(?!["'])/.test(code))
      .map(({ path }) => path);
    expect(webby).toEqual([]);
  });

  test("nothing above the domain imports Drizzle", () => {
    const above = sources
      .filter(({ path }) => layerOf(path) > layerOf("app/domain/"))
      .filter(({ imports }) => imports.some(({ target }) => target.startsWith("drizzle-orm")))
      .map(({ path }) => path);
    expect(above).toEqual([]);
  });
});

describe("the size of things", () => {
  const MOST_FILES = 25;
  const MOST_LINES = 350;
  /** Files that may be longer, and why. */
  const LONG_FILES: Readonly<Record<string, string>> = {
    "app/values/limits.ts": "a table of data: every limit",
    "db/schema.ts": "a table of data: the columns of every table",
  };
  const files = ["app", "db"]
    .flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/^(app\/ui\/styles\/generated|db\/(migrations|demo|backup))\//.test(path));

  test("no folder has more than 25 files", () => {
    const counts = new Map<string, number>();
    for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect(counts.size).toBeGreaterThan(60);
    expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
  });

  test("no file has more than 350 lines, except the tables of data listed here", () => {
    const written = files.filter((path) => /\.(tsx?|m?js|scss)$/.test(path));
    expect(written.length).toBeGreaterThan(400);
    const long = written.filter((path) => readFileSync(path, "utf8").split("\n").length - 1 > MOST_LINES);
    expect(long.sort()).toEqual(Object.keys(LONG_FILES).sort());
  });
});

describe("modules in the browser", () => {
  test("components import only types from a .server module", () => {
    const wrong = within("app/ui/").flatMap(({ path, imports }) =>
      imports
        .filter(({ target, isType }) => !isType && /\.server$|^(db\/open|db\/schema|node:)/.test(target))
        .map(({ target }) => `${path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("schemas, responses and rules import nothing from the server", () => {
    const shared = sources.filter(({ path }) =>
      /^app\/(domain\/.*\/(schema|responses|rules)|values\/(text|responses))\.ts$/.test(path),
    );
    expect(shared.length).toBeGreaterThan(8);
    const wrong = shared.flatMap(({ path, imports }) =>
      imports
        .filter(({ target, isType }) => !isType && /\.server$|^(db\/open|db\/schema|node:)/.test(target))
        .map(({ target }) => `${path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test("no API route has a component", () => {
    const wrong = within("app/routes/api/").filter(({ code }) => code.includes("export default"));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe("the environment", () => {
  test("only the settings and the start script read the environment", () => {
    const readers = service.filter(({ code }) => /process\.env\b/.test(code));
    expect(readers.map(({ path }) => path).sort()).toEqual(["app/programs/start.mjs", "app/settings.server.ts"]);
  });

  test("below the web, the clock and random numbers are arguments", () => {
    const own = within(
      ...layersBelow("app/web/").filter((place) => !/^(db|app\/(values|secrets|backup|search|replica))\//.test(place)),
    )
      .filter(({ code }) => /\bnew Date\(\)|Date\.now\(|Math\.random\(/.test(code))
      .map(({ path }) => path);
    expect(own).toEqual([]);
  });
});

describe("the database file", () => {
  /** Functions of node:fs that use names only. Others may open a file, and closing it drops the process's locks. */
  const LOOKS = /^(existsSync|stat|statSync|lstatSync|statfs|statfsSync|realpathSync|mkdirSync|readdirSync)$/;
  const FS_IMPORT = /import \{([^}]*)\} from "node:fs(?:\/promises)?"/g;
  const opens = ({ code }: Source) =>
    [...code.matchAll(FS_IMPORT)]
      .flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()))
      .some((name) => name !== "" && !name.startsWith("type ") && !LOOKS.test(name));
  const paths = (found: Source[]) => found.map(({ path }) => path).sort();
  const importersOf = (target: string) =>
    paths(service.filter(({ imports }) => imports.some((one) => one.target === target && !one.isType)));

  test("is opened by SQLite only, except before a process opens it and while another one is put in its place", () => {
    const named = service.filter(({ code }) =>
      /databasePath|DATABASE_PATH|LOG_SUFFIXES|\$client\.name|-wal|\.lock`/.test(code),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(paths(named.filter(opens))).toEqual([
      "app/backup/restore.server.ts",
      "app/replica/promote.server.ts",
      "db/foreign-log.ts",
    ]);
    expect(importersOf("db/foreign-log")).toEqual([
      "app/backup/restore.server.ts",
      "app/programs/run.server.ts",
      "app/server.ts",
      "app/web/transport/services.server.ts",
    ]);
  });

  test("node:fs is imported by name, so that the rule above sees what is used", () => {
    const whole = service.filter(({ code }) =>
      /import (?:\* as )?\w+ from "(?:node:)?fs|require\(|import\("(?:node:)?fs/.test(code),
    );
    expect(paths(whole)).toEqual([]);
  });

  test("is opened by one copy of SQLite, which no process inherits", () => {
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
      packages: Record<string, { dev?: boolean }>;
    };
    const copies = Object.entries(packages)
      .filter(([name, { dev }]) => !dev && /node_modules\/[^/]*(sqlite|libsql)[^/]*$/.test(name))
      .map(([name]) => name);
    expect(copies).toEqual(["node_modules/better-sqlite3"]);
    const other = service.filter(({ imports }) =>
      imports.some(({ target }) => /^(node:)?(sqlite|child_process|cluster)$/.test(target)),
    );
    // These run in processes of their own: documents are read by some that know no database, and the programs that copy the
    // data start others, which inherit no open file.
    const apart = ["app/replica/copy-server.mjs", "app/replica/litestream.server.ts", "app/replica/programs.server.ts"];
    expect(paths(other).filter((path) => !path.startsWith("app/document-reader/"))).toEqual(apart);
    const imported = within("app/document-reader/").flatMap(({ imports }) => imports.map(({ target }) => target));
    const foreign = imported.filter(
      (target) => !/^(node:\w|app\/document-reader\/|saxes$|yauzl$|pdfjs-dist$)/.test(target),
    );
    expect(foreign).toEqual([]);
  });

  test("no connection skips flushing, maps the file or writes without a journal", () => {
    const risky =
      /mmap_size|synchronous\s*=?\W*(OFF|NORMAL)|journal_mode\s*=\s*(OFF|MEMORY)|writable_schema|unsafeMode/i;
    expect(paths(service.filter(({ code }) => risky.test(code)))).toEqual([]);
  });
});

describe("the router", () => {
  // Remix pins releases that are open to GHSA-jjmj-jmhj-qwj2.
  test("is installed once, in the patched release that package.json names", () => {
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
      packages: Record<string, { version: string }>;
    };
    const copies = Object.entries(packages)
      .filter(([name]) => /node_modules\/(react-router|react-router-dom|@remix-run\/router)$/.test(name))
      .map(([name, { version }]) => `${name.replace(/.*node_modules\//, "")} ${version}`);
    expect(copies).toEqual(["@remix-run/router 1.23.4", "react-router 6.30.6", "react-router-dom 6.30.6"]);
  });

  test("treats an address that looks like another site's as a path of this one", () => {
    const pathOf = (to: string) => resolvePath(to, "/gov").pathname;
    expect(["//evil.example", "//evil.example//x", "/x//y"].map(pathOf)).toEqual([
      "/evil.example",
      "/evil.example/x",
      "/x/y",
    ]);
    expect(pathOf("javascript:alert(1)")).toBe("/gov/javascript:alert(1)");
  });
});

describe("the database's tables", () => {
  const declared = Object.values(schema)
    .filter((value) => value instanceof SQLiteTable)
    .map((table) => getTableConfig(table));

  test("are all STRICT", async () => {
    const { db } = await openPortal();
    const lax = db.$client
      .prepare<[], { name: string }>(
        `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0
           AND name NOT LIKE 'sqlite_%' AND name <> '__drizzle_migrations'`,
      )
      .all();
    expect(lax).toEqual([]);
  });

  test("match the schema, column by column", async () => {
    const { db } = await openPortal();
    const migrated = db.$client
      .prepare<[], { name: string }>(
        `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'
           AND name <> '__drizzle_migrations'`,
      )
      .all()
      .map(({ name }) => name);
    expect(migrated.sort()).toEqual(declared.map(({ name }) => name).sort());

    for (const { name, columns } of declared) {
      const found = db.$client
        .prepare<[string], { name: string; type: string; notnull: number; dflt_value: string | null }>(
          'SELECT name, type, "notnull", dflt_value FROM pragma_table_info(?)',
        )
        .all(name)
        .map((row) => [row.name, row.type.toLowerCase(), row.notnull === 1, row.dflt_value !== null]);
      const expected = columns.map((column) => [
        column.name,
        column.getSQLType(),
        column.notNull,
        column.default !== undefined,
      ]);
      expect(found.sort(), name).toEqual(expected.sort());
    }
  });

  test("have the indexes of the schema", async () => {
    const { db } = await openPortal();
    const found = db.$client
      .prepare<[], { name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'index' AND name NOT LIKE 'sqlite_autoindex_%'",
      )
      .all()
      .map(({ name }) => name);
    expect(found.sort()).toEqual(declared.flatMap(({ indexes }) => indexes.map(({ config }) => config.name)).sort());
  });
});
