import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/*
 * CONTRIBUTING.md lists the files that a new field, operation or notification kind needs. Each recipe names an example
 * that the code already has. These tests search the code for that example: every file that names it must be in the list,
 * and every file of the list must name it, unless the list says "If needed".
 */

const CONTRIBUTING = readFileSync("CONTRIBUTING.md", "utf8");

interface Step {
  /** A path, where `<name>` stands for one folder or file name or, at its end, for any path. */
  pattern: string;
  isNeeded: boolean;
}

function stepsOf(heading: string): Step[] {
  const [, section = ""] = CONTRIBUTING.split(`### ${heading}\n`);
  const [body = ""] = section.split(/^##+ /m);
  return [...body.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, pattern = "", text = ""]) => ({
    pattern,
    isNeeded: !text.startsWith("If needed"),
  }));
}

function matches(path: string, pattern: string): boolean {
  const escaped = pattern
    .split(/(<path>|<\w+>|\*)/)
    .map((piece) => {
      if (piece === "<path>" || piece === "<other>") return "[\\w$./-]+";
      return /^(<\w+>|\*)$/.test(piece) ? "[\\w$.-]+" : piece.replace(/[.$/]/g, "\\$&");
    })
    .join("");
  return new RegExp(`^${escaped}$`).test(path);
}

const files = ["app", "db", "docs"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`))
  .filter((path) => /\.(tsx?|m?js|md)$/.test(path) && !/^db\/(migrations|demo)\/|^app\/.*\/generated\//.test(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

/** The files that contain any of these names as a whole. */
const filesNaming = (names: readonly string[]) =>
  files
    .filter(({ text }) => names.some((name) => new RegExp(`(?<![\\w/])${name}(?!\\w)`).test(text)))
    .map(({ path }) => path);

/** An operation with a page, a route and a required field that no other operation has. */
const WITH_OWN_FIELD = ["changePassword", "currentPassword", "password_change_success", "account/password"];

const RECIPES: [heading: string, names: readonly string[], most: number][] = [
  ["Add a field to the organization profile", ["dunsNumber", "duns_number"], 6],
  [
    "Add an operation with its page and route",
    [
      "rerouteSubmissions",
      "reroute_run",
      ...[
        "/gov/submissions/reroute",
        "gov/submissions/reroute",
        "api/notifications/reroute",
        "/api/notifications/reroute",
      ],
    ],
    7,
  ],
  ["Add a notification kind", ["ENGAGEMENT_UPDATE"], 5],
];

test("the recipe of an operation lists every file that an operation with a field of its own needs", () => {
  const steps = stepsOf("Add an operation with its page and route");
  const found = filesNaming(WITH_OWN_FIELD);
  expect(found).toContain("app/values/field-messages.ts");
  expect(found.filter((path) => !steps.some(({ pattern }) => matches(path, pattern)))).toEqual([]);
});

describe.each(RECIPES)("the recipe %j", (heading, names, most) => {
  const steps = stepsOf(heading);
  const found = filesNaming(names);

  test("lists every file that names its example", () => {
    expect(steps.length).toBeGreaterThan(3);
    expect(found.filter((path) => !steps.some(({ pattern }) => matches(path, pattern)))).toEqual([]);
  });

  test("lists no file that its example does not need", () => {
    const unused = steps.filter(({ pattern, isNeeded }) => isNeeded && !found.some((path) => matches(path, pattern)));
    expect(unused.map(({ pattern }) => pattern)).toEqual([]);
  });

  test(`needs at most ${most} files`, () => {
    expect(steps.filter(({ isNeeded }) => isNeeded).length).toBeLessThanOrEqual(most);
  });
});
