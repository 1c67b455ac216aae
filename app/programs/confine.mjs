// Lets this process write only to its data and start no program, through Node's permission model. The options must be
// there when a process starts, so the process replaces itself. Native modules are not confined (SQLite's own writes).
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DATA_PLACES } from "../values/data-places.mjs";

/**
 * The folders that the service writes to, whatever their settings are.
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
 * A confined process cannot make the folders that it may write to. One that cannot be made is no reason not to start:
 * the server reports that itself, and serves on without backups.
 * @param {string} folder
 */
function makeFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {}
}

/**
 * The options that confine a process beside the switch itself. Threads are confined by the same. The warnings that are
 * turned off say what is said above.
 * @param {Record<string, string | undefined>} environment
 */
export const permissionsFor = (environment) => [
  "--allow-fs-read=*",
  ...foldersOf(environment).map((folder) => `--allow-fs-write=${folder}/*`),
  "--allow-worker",
  "--allow-addons",
  // Node 24 does not confine the network, and does not know the option. Node 26 does, and calls it experimental.
  ...(process.allowedNodeEnvironmentFlags.has("--allow-net")
    ? ["--allow-net", "--disable-warning=ExperimentalWarning"]
    : []),
  "--disable-warning=SecurityWarning",
];

/**
 * Replaces this process by a confined one. Returns where it is confined already, and on Windows, where a process cannot
 * be replaced.
 * @param {NodeJS.ProcessEnv} environment
 */
export function confine(environment) {
  if (process.permission !== undefined || process.platform === "win32") return;
  for (const folder of foldersOf(environment)) makeFolder(folder);
  const options = [...process.execArgv, "--permission", ...permissionsFor(environment)];
  process.execve?.(process.execPath, [process.execPath, ...options, ...process.argv.slice(1)], environment);
}
