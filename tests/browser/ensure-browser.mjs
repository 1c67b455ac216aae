#!/usr/bin/env node
/*
 * Finds a Chromium for the browser tests, and installs one where there is none. As a program it prints the browser's
 * path as the last line of standard output; whatever else it has to say goes to standard error.
 */
import { spawn, spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { installFromDebian, isProgram, onPath } from "../support/debian.mjs";

/** The names that distributions give it, on the PATH (/usr/bin as a rule). */
const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const VERSION_MILLISECONDS = 20_000;
/** Playwright tries its download again and again; where it is not reachable, that is not worth waiting for. */
const DOWNLOAD_MILLISECONDS = 4 * 60_000;
const CONNECTION_MILLISECONDS = 15_000;

/** @param {string} text */
function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Whether a browser not only lies there but starts: one that was downloaded may lack the system's libraries.
 * @param {string} path
 */
function starts(path) {
  return isProgram(path) && spawnSync(path, ["--version"], { timeout: VERSION_MILLISECONDS }).status === 0;
}

/**
 * The path of a Chromium that starts: CHROMIUM_PATH, else Playwright's own, else the system's; undefined when there is
 * none.
 * @returns {string | undefined}
 * @throws {Error} when CHROMIUM_PATH names something else: a wrong setting is not to be passed over in silence.
 */
export function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (starts(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is not a browser that starts.`);
  }
  const candidates = [chromium.executablePath(), ...SYSTEM_NAMES.map(onPath)];
  return candidates.find((path) => path !== undefined && starts(path));
}

/**
 * Runs a command with its output on standard error, and ends it with its children when it takes too long.
 * @param {string} command
 * @param {string[]} parameters
 * @param {number} milliseconds
 * @param {Record<string, string>} environment
 * @returns {Promise<boolean>} whether it succeeded
 */
function run(command, parameters, milliseconds, environment = {}) {
  return new Promise((resolve) => {
    // A process group of its own, so that ending it ends the download that it started too.
    const child = spawn(command, parameters, {
      stdio: ["ignore", process.stderr, process.stderr],
      env: { ...process.env, ...environment },
      detached: true,
    });
    const deadline = setTimeout(() => {
      say(`${command} took longer than ${milliseconds / 1000} seconds: ended.`);
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, milliseconds);
    child.on("error", () => resolve(false));
    child.on("close", (code) => {
      clearTimeout(deadline);
      resolve(code === 0);
    });
  });
}

/** Playwright's own browser, by Playwright's own installer. */
function installFromPlaywright() {
  say("No Chromium was found. Installing Playwright's: playwright install chromium");
  const installer = createRequire(import.meta.url).resolve("@playwright/test/cli");
  const connection = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(CONNECTION_MILLISECONDS) };
  return run(process.execPath, [installer, "install", "chromium"], DOWNLOAD_MILLISECONDS, connection);
}

/**
 * Finds a browser, or installs one.
 * @returns {Promise<string>} its path
 * @throws {Error} when there is none and none could be installed.
 */
async function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  for (const install of [installFromPlaywright, () => installFromDebian("chromium")]) {
    await install();
    const installed = findBrowser();
    if (installed) return installed;
  }
  throw new Error(
    "There is no Chromium, and none could be installed. Install one (Debian: apt-get install chromium), or set CHROMIUM_PATH to its program.",
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
