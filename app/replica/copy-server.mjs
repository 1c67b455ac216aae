// Starts a server of its own for each copy of the data that a standby serves.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { endedWithThis } from "./ended-with-this.mjs";

const START = fileURLToPath(new URL("../programs/start.mjs", import.meta.url));
const LISTENING = '"msg":"listening"';
/** Longer than a server takes to start, or to stop. */
const START_MILLISECONDS = 60_000;
const STOP_MILLISECONDS = 30_000;

/**
 * Starts a server and waits until it listens. Its log goes to standard output.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<{ hasEnded(): boolean, stop(): Promise<void> }>}
 * @throws {Error} if it ends before
 */
export async function startCopyServer(environment) {
  // Otherwise it would keep the port, and go on serving an old copy.
  const { program, parameters } = endedWithThis(process.execPath, [START]);
  const child = spawn(program, parameters, {
    // Its log says when it listens, at this level.
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
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async stop() {
      const late = setTimeout(() => child.kill("SIGKILL"), STOP_MILLISECONDS);
      child.kill("SIGTERM");
      await ended;
      clearTimeout(late);
    },
  };
}
