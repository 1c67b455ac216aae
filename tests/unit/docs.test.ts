import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { shortSignInTable, signInTable } from "~/demo/sign-ins";
import { DEMONSTRATION_PASSWORD } from "~/demo/stage/credentials";
import { SETTING_NAMES } from "~/settings.server";
import { DATA_PLACES } from "~/values/data-places.mjs";
import {
  LIMITS,
  MB,
  SIGN_IN_FAILURES,
  SIGN_IN_FAILURES_OF_ACCOUNT,
  SIGN_IN_FAILURES_OF_ADDRESS,
} from "~/values/limits";

/*
 * Documents go out of date silently. These tests check every link, command, path, setting, name and limit in them
 * against the repository.
 */

const SKIPPED = new Set([
  "node_modules",
  "build",
  ".dev",
  ".git",
  ".cache",
  "generated",
  "pictures",
  "test-results",
  "results",
]);

/** Every file of the repository that a document may name, as paths from its root. */
function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = normalize(join(folder, entry.name));
    if (SKIPPED.has(entry.name)) return [];
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

const files = filesUnder(".");
const fileNames = new Set(files.map((path) => basename(path)));
const documents = files.filter((path) => path.endsWith(".md"));
const textOf = (path: string) => readFileSync(path, "utf8");
const source = files
  .filter(
    (path) =>
      /^(app|db|dev|tests)\/.*\.(tsx?|m?js|scss|sql|json)$/.test(path) && !path.startsWith("db/migrations/meta"),
  )
  .filter((path) => path !== "tests/unit/docs.test.ts")
  .map(textOf)
  .join("\n");

/** Folders and files that exist only after a build or while the portal runs, and files of other projects. */
const NOT_IN_REPOSITORY = new Set([
  ...Object.values(DATA_PLACES),
  ...[
    "build/index.js",
    "db/demo",
    ".dev/",
    ".dev/data",
    "build/",
    "node_modules/",
    "pictures/",
    "tests/browser/results/",
  ],
  ...["manifest.json", "ledger.sqlite", "portal.pub", "portal.d.ts"],
  // Paths that React Router 7 would need (SECURITY.md).
  ...["react-router.config.ts", "vite.config.ts", "app/routes.ts"],
]);

const withoutFences = (text: string) => text.replace(/^```[\s\S]*?^```/gm, "");
const fencesOf = (text: string) => [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(([, , code = ""]) => code);
const codeSpans = (text: string) => [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);

/** A heading's anchor, as GitHub makes it. */
function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>();
  return [...withoutFences(text).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = ""]) => {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-");
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

/** The links of a document to places in the repository. */
function linksOf(path: string): { link: string; target: string; anchor: string | undefined }[] {
  return [...withoutFences(textOf(path)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^(https?|mailto):/.test(link))
    .map((link) => {
      const [place = "", anchor] = link.split("#");
      return { link, target: place === "" ? path : normalize(join(dirname(path), decodeURI(place))), anchor };
    });
}

/** The problems in each document, after its path. */
const faultsIn = (find: (path: string) => string[]) =>
  documents.flatMap((path) => find(path).map((fault) => `${path}: ${fault}`));

describe("links", () => {
  test("lead to files and headings that exist", () => {
    const isBroken = ({ target, anchor }: { target: string; anchor: string | undefined }) =>
      !existsSync(target) ||
      (anchor !== undefined && !(target.endsWith(".md") && anchorsOf(textOf(target)).includes(anchor)));
    expect(
      faultsIn((path) =>
        linksOf(path)
          .filter(isBroken)
          .map(({ link }) => link),
      ),
    ).toEqual([]);
  });

  test("lead from the README to every document", () => {
    const reached = new Set(["README.md"]);
    for (const path of reached) {
      for (const { target } of linksOf(path)) {
        if (target.endsWith(".md") && existsSync(target)) reached.add(target);
      }
    }
    expect(documents.filter((path) => !reached.has(path) && !path.startsWith(".github/"))).toEqual([]);
  });
});

const scripts: Record<string, string> = JSON.parse(textOf("package.json")).scripts;

describe("commands", () => {
  const commandsIn = (text: string) => [...fencesOf(text), ...codeSpans(text)].join("\n");

  test("exist", () => {
    const isMissing = (name: string) =>
      // `prove:<name>` means every command that begins this way.
      name.includes("<")
        ? !Object.keys(scripts).some((script) => script.startsWith(name.slice(0, name.indexOf("<"))))
        : !Object.hasOwn(scripts, name);
    expect(
      faultsIn((path) => {
        const text = commandsIn(textOf(path));
        const named = [...text.matchAll(/\bnpm run ([\w:<>-]+)/g)].map(([, name = ""]) => name);
        const programs = [...text.matchAll(/\bnode ((?:app|db|tests)\/\S+\.m?js)/g)].map(([, file = ""]) => file);
        return [...new Set([...named.filter(isMissing), ...programs.filter((file) => !existsSync(file))])];
      }),
    ).toEqual([]);
  });

  test("of package.json are all documented", () => {
    const text = documents.map((path) => commandsIn(textOf(path))).join("\n");
    const unknown = Object.keys(scripts)
      .filter((name) => !["test", "start", "prepare"].includes(name))
      .filter((name) => !new RegExp(`npm run ${name}(?![\\w:-])`).test(text));
    expect(unknown).toEqual([]);
  });

  test("for the proofs and the parts of the benchmark are all listed with their figures", () => {
    const proofs = Object.keys(scripts).filter((name) => name.startsWith("prove:"));
    expect(proofs.filter((name) => !textOf("docs/proofs.md").includes(`| \`npm run ${name}\` |`))).toEqual([]);
    const [, parts = ""] = textOf("tests/bench/run.ts").match(/const parts = \{([\s\S]*?)\};/) ?? [];
    const names = [...parts.matchAll(/^ +"?([\w-]+)"?:/gm)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !textOf("docs/performance.md").includes(`| \`${name}\` |`))).toEqual([]);
  });
});

describe("files and names in backquotes", () => {
  const isPath = (code: string) => /^(app|db|dev|tests|docs|uploads|\.github|\.ci)\/[\w./$-]*$/.test(code);
  const isFileName = (code: string) => /^[\w$.-]+\.(tsx?|mjs|js|json|md|scss|sql)$/.test(code) && !code.startsWith(".");
  /** An identifier of the code in its usual spellings: camelCase, PascalCase of two words, UPPER_CASE, snake_case. */
  const isName = (code: string) => /^([a-z]+([A-Z]\w*)+|[A-Z]+(_[A-Z\d]+)+|[a-z]+(_[a-z\d]+)+)$/.test(code);

  test("exist", () => {
    const isMissing = (code: string) => {
      if (NOT_IN_REPOSITORY.has(code)) return false;
      if (isPath(code)) return !existsSync(code);
      if (isFileName(code)) return !fileNames.has(code);
      return isName(code) && !new RegExp(`\\b${code}\\b`).test(source);
    };
    expect(faultsIn((path) => codeSpans(textOf(path)).filter(isMissing))).toEqual([]);
  });

  test("in the README's layout exist", () => {
    const layout = fencesOf(textOf("README.md")).find((code) => code.includes("app/routes.js")) ?? "";
    const places = layout.split("\n").flatMap(
      (line) =>
        line
          .split(/\s{2,}/)[0]
          ?.split(", ")
          .filter((place) => place !== "")
          .map((place) => place.replace("<noun>/", "")) ?? [],
    );
    expect(places.length).toBeGreaterThan(10);
    expect(places.filter((place) => !existsSync(place) && !existsSync(join("app", place)))).toEqual([]);
  });

  test("every folder of app/ is in the architecture's list", () => {
    const folders = readdirSync("app").filter((name) => statSync(join("app", name)).isDirectory());
    const text = textOf("docs/architecture.md");
    expect(folders.filter((name) => !text.includes(`| \`app/${name}/\` |`))).toEqual([]);
  });
});

describe("settings", () => {
  const rows = [...textOf("docs/deploy.md").matchAll(/^\| `([A-Z_]+)` \| (.+?) \|/gm)];

  test("are all listed in docs/deploy.md, and no others", () => {
    expect(rows.map(([, name]) => name).sort()).toEqual([...SETTING_NAMES].sort());
  });

  test("have the same defaults there as in .env.example", () => {
    const example = new Map(
      [...textOf(".env.example").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    const differing = rows.filter(([, name, shown = ""]) => {
      const value = example.get(name);
      return value === "" ? !/^(not set|created)/.test(shown) : shown.replaceAll("`", "") !== value;
    });
    expect(differing.map(([, name]) => name)).toEqual([]);
  });
});

describe("limits", () => {
  /** What a document says about a limit, built from the limit itself. */
  const CLAIMS: [path: string, text: string][] = [
    ["docs/cost.md", `| segments of a path | ${LIMITS.pathSegments} (`],
    ["docs/cost.md", `| query parameters | ${LIMITS.queryParameters} |`],
    ["docs/cost.md", `| fields of a form | ${LIMITS.formFields}, or ${LIMITS.multipartFields} in a multipart form |`],
    ["docs/cost.md", `| ${LIMITS.json.values.toLocaleString("en-US")}, at most ${LIMITS.json.depth} levels deep |`],
    ["docs/cost.md", `| consecutive combining marks | ${LIMITS.combiningMarks} (`],
    ["docs/cost.md", `up to ${LIMITS.keptResponses.bytes / MB} MB for all feeds`],
    ["docs/sign-in-limits.md", `| ${failures(SIGN_IN_FAILURES)} |`],
    ["docs/sign-in-limits.md", `| ${failures(SIGN_IN_FAILURES_OF_ADDRESS)}, on any account |`],
    ["docs/sign-in-limits.md", `| ${failures(SIGN_IN_FAILURES_OF_ACCOUNT)}, from anywhere |`],
    ["deploy/nginx.conf", `# ten attachments of ${LIMITS.fileBytes / MB} MB`],
    ["docs/search.md", `(1 to ${LIMITS.searchResults.max})`],
    ["docs/api.md", `Feeds have pages of ${LIMITS.feedPageRows} `],
    [
      "SECURITY.md",
      `It works once, for ${["zero", "one", "two", "three", "four", "five", "six", "seven"][LIMITS.invitationDays]} days.`,
    ],
  ];

  function failures({ max, windowSeconds }: { max: number; windowSeconds: number }): string {
    const minutes = windowSeconds / 60;
    return `${max} failures in ${minutes < 60 ? `${minutes} minutes` : `${minutes / 60} hours`}`;
  }

  test.each(CLAIMS)("in %s are those of the code: %s", (path, text) => {
    // A sentence may continue on the next line.
    expect(textOf(path).replace(/\s+/g, " ")).toContain(text);
  });
});

describe("the README", () => {
  const readme = textOf("README.md");

  test("has at most 6 KB", () => {
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(6_000);
  });

  test("lists sign-ins that the demonstration has, one of each role", () => {
    const emails = [...readme.matchAll(/^\| `([^`]+@[^`]+)` \|/gm)].map(([, email = ""]) => email);
    expect(emails.length).toBeGreaterThan(3);
    expect(emails.filter((email) => !signInTable().includes(email))).toEqual([]);
    expect(emails).toEqual([...shortSignInTable().matchAll(/^\S+@\S+/gm)].map(([email]) => email));
    expect(readme).toContain(`\`${DEMONSTRATION_PASSWORD}\``);
  });
});
