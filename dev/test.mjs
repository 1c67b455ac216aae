#!/usr/bin/env node
/*
 * Runs tests, each with its own runner, after a build if one of them needs it. `npm test` runs all of them,
 * `npm run test:unit` those of Vitest, `npm run test:browser` those of Playwright, and `npm run test:fast` those that need
 * neither a build nor a browser. With files or parts of their paths, only those: `npm test -- api/calls lists.spec`.
 *
 * Tests that need a browser end in .spec.ts. Tests that need a build are in tests/server.
 */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const tests = readdirSync("tests", { recursive: true, encoding: "utf8" })
  .map((path) => join("tests", path).replaceAll("\\", "/"))
  .filter((path) => /\.(test|spec)\.tsx?$/.test(path));
const isBrowser = (/** @type {string} */ path) => /\.spec\.ts$/.test(path);
const needsBuild = (/** @type {string} */ path) => isBrowser(path) || path.startsWith("tests/server/");

/** Each about five times what it takes on two processors. What takes longer hangs, and must not keep a CI runner. */
const LIMIT_MINUTES = { build: 5, vitest: 30, browser: 15, playwright: 30 };
/** Windows has neither process groups nor programs that start without a shell. */
const isWindows = process.platform === "win32";

/**
 * Runs a program, and ends this one where that fails or takes too long.
 * @param {keyof typeof LIMIT_MINUTES} step
 * @param {string} program
 * @param {readonly string[]} parameters
 */
async function run(step, program, parameters) {
  // Its own process group, to end it with everything that it started.
  const child = spawn(program, parameters, { stdio: "inherit", shell: isWindows, detached: !isWindows });
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    try {
      if (isWindows || child.pid === undefined) child.kill(signal);
      else process.kill(-child.pid, signal);
    } catch {
      // All of it has ended.
    }
  };
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, end);
  const deadline = setTimeout(() => {
    process.stderr.write(`Stopped ${program} after ${LIMIT_MINUTES[step]} minutes.\n`);
    end("SIGKILL");
  }, LIMIT_MINUTES[step] * 60_000);
  const status = await new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", resolve);
  });
  clearTimeout(deadline);
  for (const signal of signals) process.off(signal, end);
  // A server that a test left behind would keep the output open, and CI waits for its end.
  end("SIGKILL");
  if (status !== 0) process.exit(status ?? 1);
}

/** What each kind of run takes of all tests. */
const KINDS = {
  all: () => true,
  unit: (/** @type {string} */ path) => !isBrowser(path),
  browser: isBrowser,
  fast: (/** @type {string} */ path) => !needsBuild(path),
};

const [kind = "all", ...given] = process.argv.slice(2);
const firstOption = given.findIndex((value) => value.startsWith("-"));
const names = firstOption < 0 ? given : given.slice(0, firstOption);
const options = firstOption < 0 ? [] : given.slice(firstOption);
const kinds = tests.filter(KINDS[/** @type {keyof typeof KINDS} */ (kind)]);
const unknown = names.filter((name) => !kinds.some((path) => path.includes(name)));
if (unknown.length > 0) {
  process.stderr.write(`No test file's path contains ${unknown.join(" or ")}.\n`);
  process.exit(1);
}
const chosen = kinds.filter((path) => names.length === 0 || names.some((name) => path.includes(name)));
const unit = chosen.filter((path) => !isBrowser(path));
const browser = chosen.filter(isBrowser);
/** Without names, the runner finds its files itself. */
const filesOf = (/** @type {string[]} */ paths) => (names.length === 0 ? [] : paths);
const withoutServer = kind === "fast" ? ["--exclude", "tests/server/**"] : [];

if (chosen.some(needsBuild)) await run("build", "npm", ["run", "build"]);
if (unit.length > 0) await run("vitest", "vitest", ["run", ...filesOf(unit), ...withoutServer, ...options]);
if (browser.length > 0) {
  await run("browser", "node", ["tests/browser/ensure-browser.mjs"]);
  const config = ["--config", "tests/browser/playwright.config.ts"];
  await run("playwright", "playwright", ["test", ...config, ...filesOf(browser), ...options]);
}
