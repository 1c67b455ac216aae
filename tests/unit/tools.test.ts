import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/* The tools that contributors run: one Node for all of them, and the rules by which dev/test.mjs chooses a runner. */

const { scripts, engines, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));

test("version managers, npm and the image use the same Node", () => {
  const version = readFileSync(".nvmrc", "utf8").trim();
  expect([...new Set(Object.values(optionalDependencies))]).toEqual([version]);
  const major = version.split(".")[0];
  expect(engines.node).toBe(`>=${major}`);
  expect(readFileSync("Dockerfile", "utf8").match(/^FROM node:\d+/gm)).toEqual([
    `FROM node:${major}`,
    `FROM node:${major}`,
  ]);
});

/** Paths in quotes or in a script, without those that have a placeholder. */
const PATHS = /(?<=["'`\s])(?:app|db|dev|docs|tests)\/[\w./$-]+\.(?:tsx?|mjs|js|scss|md|json)(?=["'`\s]|$)/g;

test("the files that scripts and programs name are there", () => {
  const programs = ["dev", "tests/proofs", "tests/bench", "tests/node", "tests/support", "app/programs"].flatMap(
    (folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const texts = programs.filter((path) => /\.(ts|mjs)$/.test(path)).map((path) => readFileSync(path, "utf8"));
  const named = [...texts, ...Object.values<string>(scripts)].flatMap((text) => text.match(PATHS) ?? []);
  expect(named.length).toBeGreaterThan(40);
  expect([...new Set(named)].filter((path) => !existsSync(path))).toEqual([]);
});

test("no npm script has a pattern that the shell would replace by files", () => {
  expect(Object.values<string>(scripts).filter((script) => /\*/.test(script.replace(/"[^"]*"/g, "")))).toEqual([]);
});

test("only tests in tests/server use the built server", () => {
  const tests = readdirSync("tests", { recursive: true, encoding: "utf8" })
    .map((path) => join("tests", path))
    .filter((path) => path.endsWith(".test.ts"));
  const usesBuild = (path: string) =>
    /support\/(server-process|seeded-server|server-cast|dev-loop)"|readFileSync\("build\//.test(
      readFileSync(path, "utf8"),
    );
  expect(tests.filter(usesBuild).length).toBeGreaterThan(15);
  expect(tests.filter(usesBuild).filter((path) => !path.startsWith("tests/server/"))).toEqual([]);
});

const runTests = (...parameters: string[]) =>
  spawnSync(process.execPath, ["dev/test.mjs", ...parameters], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", PATH: `${join("node_modules", ".bin")}:${process.env.PATH}` },
  });

test("part of a path runs only that file's tests, without a build", () => {
  const { status, stdout } = runTests("all", "unit/excerpt");
  expect({ status, files: stdout.match(/Test Files +(.*)/)?.[1] }).toEqual({ status: 0, files: "1 passed (1)" });
  expect(stdout).not.toContain("build-pages");
});

test("a name without a test or of another runner is reported", () => {
  for (const [kind = "", name = ""] of [
    ["all", "no-such-test"],
    ["unit", "lists.spec"],
    ["browser", "unit/excerpt"],
    ["fast", "server/process"],
  ]) {
    const { status, stderr } = runTests(kind, name);
    expect({ status, named: stderr.includes(name) }, `${kind} ${name}`).toEqual({ status: 1, named: true });
  }
});

test("CI runs what a contributor runs", () => {
  expect(readFileSync(".ci/run", "utf8")).toContain("npm ci && npm test");
  expect(readFileSync(".github/workflows/ci.yml", "utf8")).toContain("run: .ci/run");
  expect(scripts.test).toBe("node dev/test.mjs all");
});
