// Lets this process write to its data alone and start no program, where Node's permission model can: it must be said
// when a process starts, so the process takes its own place anew. Native modules are not held to it (SQLite's own writes).
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DATA_PLACES } from "./data-places.mjs";

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
 * What Node is told beside the switch itself. Threads are held to the same; the warnings say what is said above.
 * @param {Record<string, string | undefined>} environment
 */
export const permissionsFor = (environment) => [
  "--allow-fs-read=*",
  ...foldersOf(environment).map((folder) => `--allow-fs-write=${folder}/*`),
  "--allow-worker",
  "--allow-addons",
  "--disable-warning=SecurityWarning",
];

/**
 * Replaces this process by a confined one; returns where it is confined already, or where Node cannot do it.
 * @param {Record<string, string | undefined>} environment
 */
export function confine(environment) {
  /** @type {{ permission?: object, execve?: (path: string, args: string[], environment: object) => never }} */
  const node = process;
  // Node 22.15 has it; before that the permission model was still being tried.
  if (node.permission !== undefined || node.execve === undefined) return;
  // A confined process makes no folder beside those it may write to.
  for (const folder of foldersOf(environment)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const options = [...process.execArgv, "--permission", ...permissionsFor(environment)];
  node.execve(process.execPath, [process.execPath, ...options, ...process.argv.slice(1)], environment);
}
