import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import * as z from "zod";
import { REPLICA } from "../values/limits";

/*
 * What the program that copies the data tells the server: a JSON object to everyone who connects to its socket, which only
 * this user may do. Both run on this machine, but each counts time by itself, so it says how long, not until when.
 */

const seconds = z.number().min(0);

const replicaReport = z.object({
  term: z.int().min(0),
  /** Whether this server may write. `ASKING`: the store has not said so lately. */
  standing: z.enum(["HOLDS", "ASKING", "REPLACED"]),
  /** The lease that a takeover waits for. 0 if nothing keeps the server from writing. */
  leaseSeconds: z.int().min(0),
  /** How much longer the server may write. */
  leaseMilliseconds: z.number(),
  database: z.object({ behindSeconds: seconds.nullable() }),
  uploads: z.object({ waiting: z.int().min(0), behindSeconds: seconds.nullable() }),
  /** What an operator should look into; null if nothing. */
  problem: z.string().nullable(),
});

export type ReplicaReport = z.infer<typeof replicaReport>;

/** What a path of a local socket may have at most on macOS. Linux allows 107 bytes. */
const MOST_PATH_BYTES = 103;

/**
 * Answers on a socket. Nobody else may be answering on it.
 * @returns a function that stops it
 * @throws Error if the path is too long, or its folder not writable
 */
export async function answerReports(path: string, report: () => ReplicaReport): Promise<() => void> {
  if (Buffer.byteLength(path) > MOST_PATH_BYTES) {
    throw new Error(`${path} is too long for a socket. Move the database to a folder with a shorter path.`);
  }
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end(JSON.stringify(report()));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  return () => server.close();
}

/** Asks for a report. Null if nobody answers properly in time. */
export function askForReport(path: string): Promise<ReplicaReport | null> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let text = "";
    socket.setTimeout(REPLICA.askMilliseconds, () => socket.destroy());
    socket.on("data", (chunk) => {
      text += chunk;
      if (text.length > REPLICA.reportBytes) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(read(text)));
  });
}

function read(text: string): ReplicaReport | null {
  try {
    return replicaReport.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
