import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { claimLock } from "#db/open";
import { refuseUnfinishedRestore } from "../backup/restore.server";
import type { ReplicaSettings, Settings } from "../settings.server";
import { counted } from "../values/format";
import { REPLICA } from "../values/limits";
import { type Claim, isInForce } from "./claims";
import { holdClaim, takeOwnClaim } from "./holder.server";
import { currentGeneration, startLitestream } from "./litestream.server";
import { keepOwnClaim } from "./own-claim.server";
import { replicaPlace } from "./place";
import { findLitestream } from "./programs.server";
import { answerReports, type ReplicaReport } from "./report.server";
import { hasSnapshot } from "./source.server";
import { readClaims, readGeneration, writeGeneration } from "./store.server";
import { type StoreWatch, watchStore } from "./store-watch.server";
import { copyUploads, type UploadCopies } from "./uploads.server";

interface Replicating {
  settings: Settings;
  replica: ReplicaSettings;
  /** Gets lines for an operator. */
  say: (line: string) => void;
  /** Ends it. */
  signal: AbortSignal;
}

const NOTHING_YET: ReplicaReport = {
  term: 0,
  standing: "ASKING",
  leaseMilliseconds: 0,
  leaseSeconds: 0,
  database: { behindSeconds: null },
  uploads: { waiting: 0, behindSeconds: null },
  problem: null,
};

/** How often to look whether the store has a whole copy. */
const LOOK_MILLISECONDS = 1_000;
const MINUTE_MILLISECONDS = 60_000;
/** Different complaints that are remembered. */
const COMPLAINTS = 100;

/** A store that fails would be reported several times a second. Lines that differ only in their time are alike. */
function onceAMinute(say: (line: string) => void): (line: string) => void {
  const saidAt = new Map<string, number>();
  return (line) => {
    const key = line.replace(/"time":"[^"]*",?/, "");
    const now = performance.now();
    if (now - (saidAt.get(key) ?? Number.NEGATIVE_INFINITY) < MINUTE_MILLISECONDS) return;
    if (saidAt.size >= COMPLAINTS) saidAt.clear();
    saidAt.set(key, now);
    say(line);
  };
}

/**
 * Copies the database and the uploads to the store while the server runs, and tells the server whether it may write. If
 * another server has taken this one's place, it copies nothing and goes on to say so.
 * @returns whether the store has all that was to copy
 * @throws Error if it is running already, the programs are missing, or the store belongs to other servers
 */
export async function replicate({ settings, replica, say, signal }: Replicating): Promise<boolean> {
  const place = replicaPlace(settings.databasePath);
  const program = await findLitestream(replica);
  const unlock = claimLock(place.lock, `Another program is copying ${settings.databasePath}.`);
  try {
    // A promotion holds the lock too, so none begins from now on.
    refuseUnfinishedRestore(settings.databasePath);
  } catch (error) {
    unlock();
    throw error;
  }
  const nothingYet: ReplicaReport = { ...NOTHING_YET, leaseSeconds: replica.leaseSeconds };
  let report = () => nothingYet;
  const stopAnswering = await answerReports(place.socket, () => report());
  try {
    const sayWaiting = (line: string) => {
      report = () => ({ ...nothingYet, problem: line });
      say(line);
    };
    const taken = await takeOwnClaim(replica, place.claim, { say: sayWaiting, signal }).catch((error: Error) => {
      // It was told to stop while it waited for the lease of an earlier claim.
      if (signal.aborted && error.name === "AbortError") return null;
      throw error;
    });
    if (taken === null) {
      say("It was stopped before it copied anything.");
      return false;
    }
    if ("replaced" in taken) {
      say(
        "Another server has taken this one's place, so this one copies nothing, and its portal refuses all requests.",
      );
      report = () => ({ ...nothingYet, standing: "REPLACED" });
      if (!signal.aborted) await once(signal, "abort");
      return true;
    }
    return await copyAs(taken.claim);
  } finally {
    stopAnswering();
    unlock();
  }

  async function copyAs(claim: Claim): Promise<boolean> {
    const store = watchStore(replica);
    try {
      return await copyWhile(store, claim);
    } finally {
      store.stop();
    }
  }

  async function copyWhile(store: StoreWatch, claim: Claim): Promise<boolean> {
    const copied = { ledger: settings.databasePath, configuration: place.litestream, term: claim.term };
    const complain = onceAMinute(say);
    /** The generation of Litestream's copies that is whole in the store. */
    let whole: string | null = null;
    const isWhole = () => whole !== null && whole === currentGeneration(settings.databasePath);
    const litestream = await startLitestream(replica, copied, { program, isWhole, store, report: complain });
    let uploads: UploadCopies;
    try {
      uploads = copyUploads(settings.uploadsDir, { replica, store, report: complain });
    } catch (error) {
      // What was started would keep this process alive.
      await litestream.stop();
      throw error;
    }
    let stopped: Promise<[boolean, number | null]> | null = null;
    const stopCopying = () => {
      stopped ??= Promise.all([litestream.stop(), uploads.stop()]);
      return stopped;
    };
    const holder = holdClaim(replica, claim, () => {
      say("Another server has taken this one's place.");
      keepOwnClaim(place.claim, { term: claim.term, ids: [claim.id], isReplaced: true }).catch((error: Error) =>
        say(error.message),
      );
      void stopCopying();
    });
    let unasked: string | null = null;
    let confirmAt = 0;
    /** Says in the store that a copy is the one to restore, if it is whole. */
    const record = async (generation: string) => {
      if (!(await hasSnapshot(replica, claim.term, generation))) return;
      // A copy of this machine may have taken the term.
      if (!isInForce(claim, await readClaims(replica))) return;
      await writeGeneration(replica, claim.term, generation);
      whole = generation;
      confirmAt = performance.now() + REPLICA.confirmSeconds * 1_000;
    };
    const isRecordedAtEnd = async () => {
      const generation = currentGeneration(settings.databasePath);
      if (generation === null || isWhole()) return true;
      await record(generation).catch((error: Error) => say(error.message));
      return isWhole();
    };
    /** An earlier request may have reached the store later than the last one. */
    const confirm = async () => {
      if (performance.now() < confirmAt) return;
      if ((await readGeneration(replica, claim.term)) !== whole) whole = null;
      confirmAt = performance.now() + REPLICA.confirmSeconds * 1_000;
    };
    const isOver = () => signal.aborted || holder.standing() === "REPLACED";
    const looking = (async () => {
      for (; !isOver(); await pause(LOOK_MILLISECONDS, undefined, { signal }).catch(() => {})) {
        const generation = currentGeneration(settings.databasePath);
        try {
          if (isWhole()) await confirm();
          // A snapshot alone lacks what was in the log.
          else if (generation !== null && generation === litestream.copied() && store.isThere())
            await record(generation);
          unasked = null;
        } catch (error) {
          unasked = `The store cannot be asked for a whole copy: ${error instanceof Error ? error.message : error}`;
        }
      }
    })();
    /** Why the server may not write although its claim is in force: a failure would lose all that it writes. */
    const lacking = (): string | null => {
      if (!store.isThere()) return "The store is not at its place. Is its disk mounted?";
      if (!isWhole()) return unasked ?? "The store has no whole copy of the database yet.";
      const behind = litestream.behindSeconds();
      return behind === null || behind > REPLICA.mostBehindSeconds ? "The last writes do not reach the store." : null;
    };
    report = () => ({
      term: claim.term,
      standing: holder.standing(),
      leaseSeconds: replica.leaseSeconds,
      leaseMilliseconds: lacking() === null ? holder.grant() : 0,
      database: { behindSeconds: litestream.behindSeconds() },
      uploads: uploads.waiting(),
      problem: holder.problem() ?? (holder.standing() === "REPLACED" ? null : (lacking() ?? uploads.problem())),
    });
    say(`Copying ${settings.databasePath} and ${settings.uploadsDir} as term ${claim.term}.`);
    if (!signal.aborted) await once(signal, "abort");
    // The server may write until then.
    await holder.stop();
    const [[isCopied, uploadsLeft]] = await Promise.all([stopCopying(), looking]);
    // Or a promotion would restore an earlier one.
    const isSent = isCopied && (await isRecordedAtEnd());
    if (!isSent) say("The last writes to the database may not have been copied.");
    if (uploadsLeft === null) say("Not all uploads may have been copied: there was no time to compare them.");
    else if (uploadsLeft > 0) say(`${counted(uploadsLeft, "upload was", "uploads were")} not copied.`);
    if (holder.standing() === "REPLACED") return true;
    if (!isSent || uploadsLeft !== 0) {
      say("Start it again before you move to another machine.");
      return false;
    }
    await holder
      .release()
      .catch((error: Error) => say(`The claim was not given up, so others wait for its lease: ${error.message}`));
    return true;
  }
}
