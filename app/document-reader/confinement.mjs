// How the process that reads a document is confined: it can read this program, and nothing else. It cannot write, start
// programs, load native code or make code from text. Where the system lets us, it has no network either.
import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = realpathSync(fileURLToPath(new URL(".", import.meta.url)));
const ROOT = join(FOLDER, "../..");

/** Starts a program in a network of its own, with no way out (util-linux). */
const WITHOUT_NETWORK = ["unshare", "--user", "--map-current-user", "--net"];

/** Whether this system lets us start a program without network: Linux, unless a container or a setting forbids it. */
export const canRemoveNetwork = () =>
  process.platform === "linux" &&
  spawnSync(WITHOUT_NETWORK[0] ?? "", [...WITHOUT_NETWORK.slice(1), "true"], { stdio: "ignore" }).status === 0;

/**
 * The command that starts a program of Node's confined, without the program's own name and parameters.
 * @param {{ heapBytes: number, withoutNetwork: boolean }} options
 */
export const confinedCommand = ({ heapBytes, withoutNetwork }) => [
  ...(withoutNetwork ? WITHOUT_NETWORK : []),
  process.execPath,
  "--permission",
  `--allow-fs-read=${FOLDER}/*`,
  `--allow-fs-read=${join(ROOT, "node_modules")}/*`,
  `--max-old-space-size=${Math.floor(heapBytes / 1024 ** 2)}`,
  "--disallow-code-generation-from-strings",
  "--no-warnings",
];

/**
 * The environment of the processes here: what starting a program needs, and none of the service's settings and secrets.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
export const plainEnvironment = ({ PATH, SystemRoot }) => {
  return { NODE_ENV: "production", PATH, ...(SystemRoot === undefined ? {} : { SystemRoot }) };
};
