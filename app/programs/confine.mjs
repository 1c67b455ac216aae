// Uses Node's permission model so that this process can write only to its data and cannot start programs. Node reads
// the options when a process starts, so the process replaces itself. Native modules, such as SQLite's, are not
// confined.
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DATA_PLACES } from "../values/data-places.mjs";

/**
 * The folders that the service writes to, with these settings.
 * @param {Record<string, string | undefined>} environment
 */
const foldersOf = (environment) => [
  ...new Set(
    Object.entries(DATA_PLACES).map(([name, place]) => {
      const path = resolve(environment[name] || place);
      return name === "DATABASE_PATH" ? dirname(path) : path;
    }),
  ),
];

/**
 * Creates a folder, because a confined process cannot create the folders that it may write to. Ignores errors: the
 * server reports a missing folder itself, and can run without backups.
 * @param {string} folder
 */
function makeFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {}
}

/**
 * The options that confine a process and its threads, besides `--permission` itself. The hidden warnings repeat the
 * limits described at the top of this file.
 * @param {Record<string, string | undefined>} environment
 */
export const permissionsFor = (environment) => [
  "--allow-fs-read=*",
  ...foldersOf(environment).map((folder) => `--allow-fs-write=${folder}/*`),
  "--allow-worker",
  "--allow-addons",
  // Node 24 does not confine the network and does not have this option. Node 26 does, and calls it experimental.
  ...(process.allowedNodeEnvironmentFlags.has("--allow-net")
    ? ["--allow-net", "--disable-warning=ExperimentalWarning"]
    : []),
  "--disable-warning=SecurityWarning",
];

/**
 * Replaces this process with a confined one. Does nothing if it is already confined, or on Windows, where a process
 * cannot replace itself.
 * @param {NodeJS.ProcessEnv} environment
 */
export function confine(environment) {
  if (process.permission !== undefined || process.platform === "win32") return;
  for (const folder of foldersOf(environment)) makeFolder(folder);
  const options = [...process.execArgv, "--permission", ...permissionsFor(environment)];
  process.execve?.(process.execPath, [process.execPath, ...options, ...process.argv.slice(1)], environment);
}
