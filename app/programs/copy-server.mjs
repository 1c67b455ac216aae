// Starts a server of its own for each copy of the data that a standby serves.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const START = fileURLToPath(new URL("start.mjs", import.meta.url));
const LISTENING = '"msg":"listening"';
/** Longer than a server takes to stop. */
const STOP_MILLISECONDS = 30_000;

/**
 * Starts a server and waits until it listens. Its log goes to standard output.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<{ stop(): Promise<void> }>}
 * @throws {Error} if it ends before
 */
export async function startCopyServer(environment) {
  const child = spawn(process.execPath, [START], { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  await new Promise((resolve, reject) => {
    let isListening = false;
    child.stdout.on("data", (chunk) => {
      process.stdout.write(chunk);
      isListening ||= chunk.includes(LISTENING);
      if (isListening) resolve(undefined);
    });
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(`the server for the copy ended with ${code}`)));
  });
  return {
    async stop() {
      const late = setTimeout(() => child.kill("SIGKILL"), STOP_MILLISECONDS);
      child.kill("SIGTERM");
      await ended;
      clearTimeout(late);
    },
  };
}
