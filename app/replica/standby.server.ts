import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { claimLock } from "#db/open";
import { claimStopped } from "../backup/restore.server";
import type { ReplicaSettings, Settings } from "../settings.server";
import { isInForce } from "./claims";
import { factsOf } from "./copy-facts.server";
import { readOwnClaim } from "./own-claim.server";
import { replicaPlace, standbyLock } from "./place";
import { findLitestream } from "./programs.server";
import { fetchLedger, removeLedger } from "./source.server";
import { readClaims } from "./store.server";
import { fetchUploads } from "./uploads.server";

/** A server that reads one copy. */
interface CopyServer {
  hasEnded(): boolean;
  stop(): Promise<void>;
}

/**
 * Starts a server with this process's environment and these settings, and waits until it listens.
 * @throws Error if it ends before
 */
export type StartServer = (settings: Record<string, string>) => Promise<CopyServer>;

interface StandingBy {
  settings: Settings;
  replica: ReplicaSettings;
  startServer: StartServer;
  say: (line: string) => void;
  /** Ends it. */
  signal: AbortSignal;
}

/** A copy, and the server that reads it with these settings. */
interface Served {
  path: string;
  ofCopy: Record<string, string>;
  server: CopyServer;
}

/** How often to look whether this machine was promoted, and whether its server runs. */
const LOOK_MILLISECONDS = 500;
const RESTART_MILLISECONDS = 5_000;

/**
 * Keeps a copy of the store's data on this machine, and serves pages from it that only read. Each newer copy gets a server of
 * its own, which listens before the older one stops. It ends once this machine is promoted.
 * @throws Error if it is running already, or the programs are missing. If the store fails, it tries again
 */
export async function standBy({ settings, replica, startServer, say, signal }: StandingBy): Promise<void> {
  const place = replicaPlace(settings.databasePath);
  const program = await findLitestream(replica);
  mkdirSync(settings.uploadsDir, { recursive: true, mode: 0o700 });
  // This machine's own server would keep the port, and its copying program the store.
  claimStopped(settings)();
  claimLock(
    place.lock,
    `\`npm run replicate\` is running on ${settings.databasePath}. Stop the server, and then that.`,
  )();
  mkdirSync(place.copies, { recursive: true, mode: 0o700 });
  const unlock = claimLock(standbyLock(place), `Another program is standing by in ${place.copies}.`);
  const configuration = join(place.copies, "litestream.json");
  for (const name of readdirSync(place.copies)) if (name !== ".lock") removeLedger(join(place.copies, name));
  let served: Served | null = null;

  const serveNewest = async (number: number) => {
    const path = join(place.copies, `${number}.sqlite`);
    const copiedAt = new Date().toISOString();
    await fetchLedger({ program, replica, configuration, ledger: settings.databasePath }, path);
    await fetchUploads(settings.uploadsDir, replica);
    const { faults, dataAt, missingUploads } = factsOf(path, settings.uploadsDir);
    if (faults.length > 0) throw new Error(`the copy is damaged: ${faults.join("; ")}`);
    if (missingUploads.length > 0) say(`${missingUploads.length} uploads of the copy are not there yet.`);
    const before = served;
    const ofCopy = { DATABASE_PATH: path, STANDBY_DATA_AT: dataAt ?? copiedAt, STANDBY_COPIED_AT: copiedAt };
    served = { path, ofCopy, server: await startServer(ofCopy) };
    say(`Serving the copy of ${copiedAt}, last changed at ${dataAt}.`);
    await before?.server.stop();
    if (before) removeLedger(before.path);
  };

  try {
    for (let number = 1; !signal.aborted; number += 1) {
      const before = promotedId();
      try {
        const own = readOwnClaim(place.claim);
        const claims = await readClaims(replica);
        if (own?.ids.some((id) => isInForce({ term: own.term, id }, claims))) {
          say("This machine was promoted, so it no longer stands by.");
          return;
        }
        await serveNewest(number);
      } catch (error) {
        say(`No newer copy: ${error instanceof Error ? error.message : error}`);
        removeLedger(join(place.copies, `${number}.sqlite`));
      }
      await untilNext(before);
    }
  } finally {
    const last = served as Served | null;
    await last?.server.stop();
    if (last) removeLedger(last.path);
    unlock();
  }

  function promotedId(): string | undefined {
    return readOwnClaim(place.claim)?.ids.at(-1);
  }

  /** Waits for the next turn, but not after a promotion of this machine. Meanwhile, the server of the last copy goes on. */
  async function untilNext(before: string | undefined): Promise<void> {
    const end = performance.now() + replica.standbySeconds * 1_000;
    while (performance.now() < end && !signal.aborted && promotedId() === before) {
      if (served?.server.hasEnded()) await serveAgain(served);
      await pause(LOOK_MILLISECONDS);
    }
  }

  async function serveAgain(last: Served): Promise<void> {
    say("The server of the copy ended unexpectedly. Starting it again.");
    try {
      served = { ...last, server: await startServer(last.ofCopy) };
    } catch (error) {
      say(`It does not start: ${error instanceof Error ? error.message : error}`);
      await pause(RESTART_MILLISECONDS, undefined, { signal }).catch(() => {});
    }
  }
}
