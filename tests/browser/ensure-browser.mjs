#!/usr/bin/env node
/*
 * Finds Chromium for the browser tests, or installs it. As a program, it prints the browser's path as the last line of
 * standard output. It writes everything else to standard error.
 */
import { spawn, spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { installFromDebian, isProgram, onPath } from "../support/debian.mjs";

/** Debian's Chromium without a window, with which these tests take half the CPU time. */
const HEADLESS_SHELL = "chromium-headless-shell";
/** Chromium's names on the PATH in Linux distributions. */
const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const VERSION_MILLISECONDS = 20_000;
/** Limits Playwright's retries if its download server is not reachable. */
const DOWNLOAD_MILLISECONDS = 4 * 60_000;
const CONNECTION_MILLISECONDS = 15_000;

/** @param {string} text */
function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Whether a browser starts. A downloaded one may need system libraries that are missing.
 * @param {string} path
 */
function starts(path) {
  return isProgram(path) && spawnSync(path, ["--version"], { timeout: VERSION_MILLISECONDS }).status === 0;
}

/**
 * The path of a Chromium that starts: CHROMIUM_PATH, Debian's headless shell, Playwright's or the system's, in this order.
 * Undefined if there is none.
 * @returns {string | undefined}
 * @throws {Error} if CHROMIUM_PATH is wrong, instead of silently using another browser
 */
export function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (starts(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, which does not start as a browser.`);
  }
  const candidates = [onPath(HEADLESS_SHELL), chromium.executablePath(), ...SYSTEM_NAMES.map(onPath)];
  return candidates.find((path) => path !== undefined && starts(path));
}

/**
 * Runs a command with its output on standard error. Kills it and its children if it takes too long.
 * @param {string} command
 * @param {string[]} parameters
 * @param {number} milliseconds
 * @param {Record<string, string>} environment
 * @returns {Promise<boolean>} whether it succeeded
 */
function run(command, parameters, milliseconds, environment = {}) {
  return new Promise((resolve) => {
    // Its own process group, so that killing it also ends the download that it started.
    const child = spawn(command, parameters, {
      stdio: ["ignore", process.stderr, process.stderr],
      env: { ...process.env, ...environment },
      detached: true,
    });
    const deadline = setTimeout(() => {
      say(`Stopped ${command} after ${milliseconds / 1000} seconds.`);
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, milliseconds);
    child.on("error", () => resolve(false));
    child.on("close", (code) => {
      clearTimeout(deadline);
      resolve(code === 0);
    });
  });
}

function installFromPlaywright() {
  say("Chromium was not found. Installing Playwright's: playwright install chromium");
  const installer = createRequire(import.meta.url).resolve("@playwright/test/cli");
  const connection = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(CONNECTION_MILLISECONDS) };
  return run(process.execPath, [installer, "install", "chromium"], DOWNLOAD_MILLISECONDS, connection);
}

/**
 * Finds a browser, or installs one.
 * @returns {Promise<string>} its path
 * @throws {Error} if it cannot find or install one
 */
async function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  const fromDebian = [HEADLESS_SHELL, "chromium"].map((name) => () => installFromDebian(name));
  for (const install of [installFromPlaywright, ...fromDebian]) {
    await install();
    const installed = findBrowser();
    if (installed) return installed;
  }
  throw new Error(
    "Cannot find or install Chromium. Install it (Debian: apt-get install chromium), or set CHROMIUM_PATH to its path.",
  );
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(`${await ensureBrowser()}\n`);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
