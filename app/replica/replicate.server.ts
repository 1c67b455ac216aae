import { once } from "node:events";
import { claimLock } from "#db/open";
import { refuseUnfinishedRestore } from "../backup/restore.server";
import type { ReplicaSettings, Settings } from "../settings.server";
import type { Claim } from "./claims";
import { holdClaim, takeOwnClaim } from "./holder.server";
import { type Litestream, startLitestream } from "./litestream.server";
import { replicaPlace } from "./place";
import { findLitestream } from "./programs.server";
import { answerReports, type ReplicaReport } from "./report.server";
import { copyUploads } from "./uploads.server";

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
  database: { behindSeconds: null },
  uploads: { waiting: 0, behindSeconds: null },
  problem: null,
};

/**
 * Copies the database and the uploads to the store while the server runs, and tells the server whether it may write. If
 * another server has taken this one's place, it copies nothing and goes on to say so.
 * @throws Error if it is running already, the programs are missing, or the store belongs to other servers
 */
export async function replicate({ settings, replica, say, signal }: Replicating): Promise<void> {
  const place = replicaPlace(settings.databasePath);
  refuseUnfinishedRestore(settings.databasePath);
  const program = await findLitestream(replica);
  const unlock = claimLock(place.lock, `Another program is copying ${settings.databasePath}.`);
  let report = () => NOTHING_YET;
  const stopAnswering = await answerReports(place.socket, () => report());
  try {
    const taken = await takeOwnClaim(replica, place.claim);
    if ("replaced" in taken) {
      say(
        "Another server has taken this one's place, so this one copies nothing, and its portal refuses all requests.",
      );
      report = () => ({ ...NOTHING_YET, standing: "REPLACED" });
      if (!signal.aborted) await once(signal, "abort");
      return;
    }
    await copyAs(taken.claim);
  } finally {
    stopAnswering();
    unlock();
  }

  async function copyAs(claim: Claim): Promise<void> {
    const copied = { ledger: settings.databasePath, configuration: place.litestream, term: claim.term };
    let litestream: Litestream | null = await startLitestream(program, replica, copied, say);
    const uploads = copyUploads(settings.uploadsDir, replica, say);
    const stopCopying = async () => {
      const running = litestream;
      litestream = null;
      await Promise.all([running?.stop(), running && uploads.stop()]);
    };
    const holder = holdClaim(replica, claim, () => {
      say("Another server has taken this one's place.");
      void stopCopying();
    });
    const databaseBehind = () => litestream?.behindSeconds() ?? null;
    report = () => ({
      term: claim.term,
      standing: holder.standing(),
      // Before the store has this term's first copy, a failure would lose all that was written since the term began.
      leaseMilliseconds: databaseBehind() === null ? 0 : holder.grant(),
      database: { behindSeconds: databaseBehind() },
      uploads: asReported(uploads.waiting()),
      problem: holder.problem(),
    });
    say(`Copying ${settings.databasePath} and ${settings.uploadsDir} as term ${claim.term}.`);
    if (!signal.aborted) await once(signal, "abort");
    await stopCopying();
    await holder.release();
  }
}

const asReported = ({ count, behindSeconds }: { count: number; behindSeconds: number | null }) => ({
  waiting: count,
  behindSeconds,
});
