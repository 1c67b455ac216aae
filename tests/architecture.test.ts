import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { resolvePath } from "@remix-run/react";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import * as schema from "#db/schema";
import { openPortal } from "./support/portal";

/*
 * What keeps the house in order: imports go down only, and each thing is done on the one floor it belongs to.
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

/** An import's place in the project; a package's name as it is. */
function resolve(from: string, target: string): string {
  if (target.startsWith("~/")) return `app/${target.slice(2)}`;
  if (target.startsWith("#db/")) return `db/${target.slice(4)}`;
  return target.startsWith(".") ? normalize(join(dirname(from), target)) : target;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|m?js)$/.test(name) && !name.endsWith(".d.ts"))
    .map((name) => join(folder, name));

/** Without drizzle-kit's configuration and what seeds the demonstration. */
const DATABASE_FILES = readdirSync("db").filter((name) => name.endsWith(".ts") && !name.endsWith(".config.ts"));
const sources = [...filesIn("app"), ...DATABASE_FILES.map((name) => `db/${name}`)].map(readSource);
const within = (...places: string[]) => sources.filter(({ path }) => places.some((place) => path.startsWith(place)));

/** From the ground up; a module may import from its own floor and from those below. */
const FLOORS: readonly (readonly string[])[] = [
  [
    "db/",
    "app/errors",
    "app/characters",
    "app/settings.server",
    "app/installation-secret.server",
    "app/limits",
    "app/turns",
    "app/flush.server",
    "app/secret-paths",
    "app/labels",
    "app/data-places",
    "app/routes.js",
  ],
  ["app/policy/", "app/audit/", "app/routing/"],
  ["app/storage/", "app/search/", "app/backup/"],
  ["app/domain/"],
  ["app/services.server"],
  ["app/http/", "app/ui/"],
  ["app/routes/", "app/root", "app/entry"],
  ["app/programs/", "app/server", "app/start", "app/backup-worker", "app/confine"],
];
const floorOf = (path: string) => FLOORS.findIndex((places) => places.some((place) => path.startsWith(place)));
const BELOW_HTTP = FLOORS.slice(0, 5).flat();

describe("the floors", () => {
  test("every module stands on one", () => {
    expect(sources.map(({ path }) => path).filter((path) => floorOf(path) < 0)).toEqual([]);
  });

  test("imports go down only", () => {
    const upwards = sources.flatMap(({ path, imports }) =>
      imports.filter(({ target }) => floorOf(target) > floorOf(path)).map(({ target }) => `${path} imports ${target}`),
    );
    expect(upwards).toEqual([]);
  });

  test("one noun imports another's queries and rules, never its operations", () => {
    const operations = within("app/domain/").filter(({ code }) => code.includes("defineOperation("));
    const isOperation = (target: string) => operations.some(({ path }) => path.startsWith(`${target}.`));
    const foreign = within("app/domain/").flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => isOperation(target) && dirname(target) !== dirname(path))
        .filter(({ target }) => dirname(target) !== "app/domain")
        .map(({ target }) => `${path} imports ${target}`),
    );
    expect(operations.length).toBeGreaterThan(10);
    expect(foreign).toEqual([]);
  });

  test("nothing below http knows a request or a response", () => {
    const webby = within(...BELOW_HTTP)
      .filter(({ code }) => /(?<!["'.])\b(Request|Response|Headers|FormData)\b(?!["'])/.test(code))
      .map(({ path }) => path);
    expect(webby).toEqual([]);
  });

  test("nothing above the domain imports Drizzle", () => {
    const above = sources
      .filter(({ path }) => floorOf(path) > floorOf("app/domain/"))
      .filter(({ imports }) => imports.some(({ target }) => target.startsWith("drizzle-orm")))
      .map(({ path }) => path);
    expect(above).toEqual([]);
  });
});

describe("the modules that the browser loads", () => {
  test("components import types, and nothing else, of a .server module", () => {
    const wrong = within("app/ui/").flatMap(({ path, imports }) =>
      imports
        .filter(({ target, isType }) => !isType && /\.server$|^(db\/open|db\/schema|node:)/.test(target))
        .map(({ target }) => `${path} imports ${target}`),
    );
    // The scripts that build the assets run in Node, not in the browser.
    expect(wrong.filter((line) => !/^app\/ui\/[\w-]+\.mjs /.test(line))).toEqual([]);
  });

  test("schemas, answers and rules lean on nothing of the server", () => {
    const shared = sources.filter(({ path }) =>
      /^app\/domain\/(.*\/(schema|answers|rules)|text|answers)\.ts$/.test(path),
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

describe("the surroundings", () => {
  test("the environment is read by the settings and by the start script alone", () => {
    const readers = within("app/", "db/").filter(({ code }) => /process\.env\b/.test(code));
    expect(readers.map(({ path }) => path).sort()).toEqual(["app/settings.server.ts", "app/start.mjs"]);
  });

  test("the clock and chance come in as arguments below http", () => {
    const own = within("app/domain/", "app/audit/", "app/routing/", "app/policy/", "app/storage/")
      .filter(({ code }) => /\bnew Date\(\)|Date\.now\(|Math\.random\(/.test(code))
      .map(({ path }) => path);
    expect(own).toEqual([]);
  });
});

describe("the database file", () => {
  /** Functions of node:fs that look at names only. Any other may open a file, and drop the process's locks on it. */
  const LOOKS = /^(existsSync|statSync|lstatSync|statfsSync|realpathSync|mkdirSync|readdirSync)$/;
  const FS_IMPORT = /import \{([^}]*)\} from "node:fs(?:\/promises)?"/g;
  const opens = ({ code }: Source) =>
    [...code.matchAll(FS_IMPORT)]
      .flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()))
      .some((name) => name !== "" && !name.startsWith("type ") && !LOOKS.test(name));
  const paths = (found: Source[]) => found.map(({ path }) => path).sort();
  const importersOf = (target: string) =>
    paths(sources.filter(({ imports }) => imports.some((one) => one.target === target && !one.isType)));

  test("is opened by SQLite only, except before a process opens it and during a restore", () => {
    const named = sources.filter(({ code }) =>
      /databasePath|DATABASE_PATH|LOG_SUFFIXES|\$client\.name|-wal|\.lock`/.test(code),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(paths(named.filter(opens))).toEqual(["app/backup/restore.server.ts", "db/foreign-log.ts"]);
    expect(importersOf("db/foreign-log")).toEqual([
      "app/backup/restore.server.ts",
      "app/programs/run.server.ts",
      "app/server.ts",
      "app/services.server.ts",
    ]);
  });

  test("node:fs is imported by name, so that the rule above sees what is used", () => {
    const whole = sources.filter(({ code }) =>
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
    const other = sources.filter(({ imports }) =>
      imports.some(({ target }) => /^(node:)?(sqlite|child_process|cluster)$/.test(target)),
    );
    expect(paths(other)).toEqual([]);
  });

  test("no connection is told to skip a flush, to map the file or to write without a journal", () => {
    const risky =
      /mmap_size|synchronous\s*=?\W*(OFF|NORMAL)|journal_mode\s*=\s*(OFF|MEMORY)|writable_schema|unsafeMode/i;
    expect(paths(sources.filter(({ code }) => risky.test(code)))).toEqual([]);
  });
});

describe("the router", () => {
  // Remix pins releases that are open to GHSA-jjmj-jmhj-qwj2.
  test("is there once, in the patched release that package.json names", () => {
    const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
      packages: Record<string, { version: string }>;
    };
    const copies = Object.entries(packages)
      .filter(([name]) => /node_modules\/(react-router|react-router-dom|@remix-run\/router)$/.test(name))
      .map(([name, { version }]) => `${name.replace(/.*node_modules\//, "")} ${version}`);
    expect(copies).toEqual(["@remix-run/router 1.23.4", "react-router 6.30.6", "react-router-dom 6.30.6"]);
  });

  test("takes what looks like another site's address for a path of this one", () => {
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

  test("are those of the schema, column by column", async () => {
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
