// Starts the process that starts a process for each document whose text the server reads. Call it before the server
// confines itself, because a confined process cannot start others.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { plainEnvironment } from "./confinement.mjs";

const HOST = fileURLToPath(new URL("host.mjs", import.meta.url));
/** What the address of a local socket may have at most on macOS. Linux allows 107 bytes. */
const MOST_ADDRESS_BYTES = 100;

/**
 * The address of a new local socket, in a folder of its own that only this user may open. The host removes the folder.
 * @param {readonly string[]} places folders to try
 */
function newAddress(places) {
  if (process.platform === "win32") return `\\\\.\\pipe\\document-reader-${randomBytes(16).toString("hex")}`;
  for (const place of places) {
    const prefix = join(place, ".reader-");
    if (Buffer.byteLength(`${prefix}XXXXXX/socket`) > MOST_ADDRESS_BYTES) continue;
    try {
      return join(mkdtempSync(prefix), "socket");
    } catch {
      // A read-only file system, for example.
    }
  }
  return null;
}

/**
 * Starts the host, which ends when the server's connection to it does.
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} dataFolder where its socket is if the system has no folder for temporary files
 * @returns {string | null} the address to connect to; null if this process may not start others, or there is no place
 */
export function startDocumentReader(environment, dataFolder) {
  const address = process.permission === undefined ? newAddress([tmpdir(), dataFolder]) : null;
  if (address === null) return null;
  const host = spawn(process.execPath, ["--max-old-space-size=64", HOST, address], {
    env: plainEnvironment(environment),
    stdio: "ignore",
  });
  // The server reports that it cannot connect.
  host.on("error", () => {});
  host.unref();
  return address;
}
