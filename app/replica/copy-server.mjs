// Starts a server of its own for each copy of the data that a standby serves.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const START = fileURLToPath(new URL("../programs/start.mjs", import.meta.url));
/** util-linux, which every Linux distribution has. */
const SETPRIV = "/usr/bin/setpriv";
const LISTENING = '"msg":"listening"';
/** Longer than a server takes to start, or to stop. */
const START_MILLISECONDS = 60_000;
const STOP_MILLISECONDS = 30_000;

/**
 * Starts a server and waits until it listens. Its log goes to standard output.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<{ stop(): Promise<void> }>}
 * @throws {Error} if it ends before
 */
export async function startCopyServer(environment) {
  // Its log says when it listens, at this level.
  const isLinux = process.platform === "linux";
  // It would keep the port, and go on serving an old copy. This also ends it if this process is killed.
  const [program, ...parameters] = [
    ...(isLinux ? [SETPRIV, "--pdeathsig", "TERM", "--"] : []),
    process.execPath,
    START,
  ];
  const child = spawn(program ?? process.execPath, parameters, {
    env: { ...environment, LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit").catch(() => {});
  const tooLate = setTimeout(() => child.kill("SIGKILL"), START_MILLISECONDS);
  await new Promise((resolve, reject) => {
    /** The end of what was logged, in which the text may begin. */
    let last = "";
    child.stdout.on("data", (chunk) => {
      process.stdout.write(chunk);
      if (`${last}${chunk}`.includes(LISTENING)) resolve(undefined);
      last = `${last}${chunk}`.slice(-LISTENING.length);
    });
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`the server for the copy ended with ${code}`)));
  }).finally(() => clearTimeout(tooLate));
  return {
    async stop() {
      const late = setTimeout(() => child.kill("SIGKILL"), STOP_MILLISECONDS);
      child.kill("SIGTERM");
      await ended;
      clearTimeout(late);
    },
  };
}
