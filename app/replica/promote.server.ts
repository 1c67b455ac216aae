import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readMigrations } from "#db/migration-files";
import { claimLock } from "#db/open";
import { claimStopped, stagedLedger, swapDatabase } from "../backup/restore.server";
import { markOf } from "../backup/restore-record.server";
import { setNameOf } from "../backup/set-name";
import type { ReplicaSettings, Settings } from "../settings.server";
import { flush } from "../storage/flush.server";
import { REPLICA } from "../values/limits";
import { type Claim, hasWon, isInForce, newClaim, newestTerm } from "./claims";
import { factsOf, hasMark } from "./copy-facts.server";
import { detailsOf, releaseClaim, remainingOf } from "./holder.server";
import { keepOwnClaim, readOwnClaim } from "./own-claim.server";
import { replicaPlace } from "./place";
import { findLitestream } from "./programs.server";
import { recordPromotion } from "./promotion-record.server";
import { fetchLedger, newestSource, removeLedger } from "./source.server";
import { type ClaimDetails, readClaim, readClaims, withdrawClaim, writeClaim } from "./store.server";
import { fetchUploads } from "./uploads.server";

interface Promoting {
  settings: Settings;
  replica: ReplicaSettings;
  /** Whether the operator says that the other server has ended, because nothing else keeps it from writing. */
  isOtherStopped: boolean;
  say: (line: string) => void;
  clock: () => Date;
  /** Whether the copy may replace data that this machine has of its own, and that was never in the store. */
  replacesOwnData: boolean;
}

/** A promotion that succeeded. */
interface Promotion {
  term: number;
  /** When something was last written to the data, as far as the audit log says. */
  dataAt: string | null;
  missingUploads: readonly string[];
  /** Where this machine's former database is now; null if it had none. */
  aside: string | null;
  /** Whether that has changes which the copy does not have; null if nobody knows. */
  isAhead: boolean | null;
}

/** Whether a database has changes that a copy of it does not have, by their audit logs. Null if it cannot be read. */
function isAheadOf(ledger: string, copy: string): boolean | null {
  if (!existsSync(ledger)) return false;
  const mark = markOf(ledger);
  return mark && !hasMark(copy, mark);
}

/**
 * Makes this machine the one whose server may write: claims the next term, waits until the other server's lease is over,
 * and puts the store's newest data in place.
 * @throws Error if a server runs here, the store has no data or cannot be reached, another machine is promoted at the same
 * time, or the copy is damaged. This machine's own data is then as it was. Once it has claimed the term, its server does not
 * start until this succeeds or a backup is restored
 */
export async function promote(given: Promoting): Promise<Promotion> {
  const { settings, replica, isOtherStopped, replacesOwnData, say, clock } = given;
  const { databasePath, uploadsDir } = settings;
  const place = replicaPlace(databasePath);
  const staged = stagedLedger(databasePath);
  const program = await findLitestream(replica);
  mkdirSync(dirname(databasePath), { recursive: true, mode: 0o700 });
  const unlock = claimLock(
    place.lock,
    `\`npm run replicate\` is running on ${databasePath}. Stop the server, and then that.`,
  );
  try {
    const release = claimStopped(settings);
    try {
      const claim = await takeOver();
      const { term } = claim;
      const fetching = { program, replica, configuration: place.litestream, ledger: databasePath };
      await fetchLedger(fetching, place.fetched).catch((error: Error) => {
        throw new Error(
          `${error.message} If this goes on, see "If promote cannot restore the copy" in docs/replicate.md.`,
        );
      });
      await fetchUploads(uploadsDir, replica);
      const facts = factsOf(place.fetched, uploadsDir);
      if (facts.faults.length > 0) throw new Error(`The copy is damaged: ${facts.faults.join("; ")}`);
      const { dataAt, lastAudit, missingUploads } = facts;
      recordPromotion(place.fetched, databasePath, { term, lastAudit, missingUploads }, clock());
      await flush(place.fetched);
      const isAhead = isAheadOf(databasePath, place.fetched);
      if (!(await isStillInForce(claim))) {
        throw new Error("Another machine was promoted meanwhile. To take over from it, run this again.");
      }
      renameSync(place.fetched, staged);
      await flush(dirname(databasePath));
      const aside = await swapDatabase(databasePath, `${databasePath}.set-aside-${setNameOf(clock())}`);
      // Nobody has written under it yet, so the program that copies need not wait for its lease.
      await releaseClaim(replica, claim).catch((error: Error) =>
        say(`The start will wait for a lease: ${error.message}`),
      );
      if (!(await isStillInForce(claim))) {
        await keepOwnClaim(place.claim, { term, ids: [claim.id], isReplaced: true });
        const where = aside === null ? "" : ` The former database of this machine is now at ${aside}.`;
        throw new Error(
          `Another machine was promoted meanwhile, so this one's server will refuse all requests.${where}`,
        );
      }
      return { term, dataAt, missingUploads, aside, isAhead };
    } finally {
      // Confidential, and of no use after a failure.
      removeLedger(place.fetched);
      release();
    }
  } finally {
    unlock();
  }

  /** Claims the next term, and waits until nobody else writes. @returns its claim */
  async function takeOver(): Promise<Claim> {
    const claims = await readClaims(replica);
    const holder = claims.at(-1);
    if (!holder) throw new Error("There is no copy of a portal at the place that REPLICA_URL names.");
    const own = readOwnClaim(place.claim);
    if (own === null && existsSync(databasePath) && !existsSync(staged) && !replacesOwnData) {
      throw new Error(
        `${databasePath} was never copied to this store, and the store's copy would take its place. To keep this data, copy it to an empty place. To have the copy instead, repeat this with --replace-own-data: this data is then moved aside.`,
      );
    }
    const isOwn = own?.ids.some((id) => isInForce({ term: own.term, id }, claims)) ?? false;
    // A promotion that was interrupted has not put its data in place.
    if (isOwn && existsSync(databasePath) && !existsSync(staged)) {
      throw new Error(
        `This machine's server already is the one that may write. Start it. To have the store's copy instead, as after damage to ${databasePath}, move that file and its companions elsewhere first.`,
      );
    }
    const source = await newestSource(replica);
    // This machine's server does not run.
    const others = claims.filter(({ term, id }) => term >= source && !own?.ids.includes(id));
    const details = await detailsOfAll(others);
    const migrations = new Set(readMigrations().map(({ name }) => name));
    const newer = details.find((one) => one?.migration !== undefined && !migrations.has(one.migration));
    if (newer) {
      throw new Error(
        `The server on ${newer.host} runs a newer version of the portal, with the migration ${newer.migration}. Upgrade this machine first.`,
      );
    }
    const unleased = details.find((one) => one === null || one.leaseSeconds === 0);
    if (unleased !== undefined && !isOtherStopped) {
      throw new Error(
        unleased === null
          ? "A claim in the store is damaged, so nothing says how long its server may write. Make sure that no other server runs, and repeat this with --other-stopped."
          : `The server on ${unleased.host} has no lease (REPLICA_LEASE_SECONDS is 0), so nothing keeps it from writing. Stop it, and repeat this with --other-stopped.`,
      );
    }
    const other = await readClaim(replica, holder);
    const claim = newClaim(newestTerm(claims) + 1);
    await claimTerm(claim);
    say(
      `This machine claimed term ${claim.term}. ${other ? `The last server was ${other.host}, which claimed its own at ${other.at}.` : "The claim before it is damaged."}`,
    );
    // Only now: before, another server may have begun to write again under its former claim. And one that claimed a term but
    // has no data there may not have waited for the one before it.
    const earlier = (await readClaims(replica)).filter(({ term }) => term >= source && term < claim.term);
    const wait = isOtherStopped ? 0 : Math.max(0, ...(await detailsOfAll(earlier)).map(remainingOf));
    if (wait > 0) say(`Waiting ${wait / 1_000} s until its lease is over.`);
    if (wait > 0) await pause(wait + REPLICA.settleMilliseconds);
    return claim;
  }

  /** Also taken for granted if the store cannot be asked. */
  async function isStillInForce(claim: Claim): Promise<boolean> {
    return readClaims(replica).then(
      (claims) => isInForce(claim, claims),
      () => true,
    );
  }

  function detailsOfAll(claims: readonly Claim[]): Promise<(ClaimDetails | null)[]> {
    return Promise.all(claims.map((one) => readClaim(replica, one)));
  }

  async function claimTerm(claim: Claim): Promise<void> {
    const isRepeated = existsSync(staged);
    const former = readOwnClaim(place.claim);
    // From now on, no server starts here before the data is in place: it would begin an empty portal, or serve old data, as the
    // one that may write. If the store fails meanwhile, it may have the claim.
    closeSync(openSync(staged, "a"));
    await flush(dirname(databasePath));
    await keepOwnClaim(place.claim, { term: claim.term, ids: [claim.id] });
    await writeClaim(replica, claim, detailsOf(replica));
    if (hasWon(claim, await readClaims(replica))) return;
    const message = "Another machine is being promoted at the same time. Find out which one should be, and try again.";
    await withdrawClaim(replica, claim, message);
    // Such as that this machine was replaced.
    if (former) await keepOwnClaim(place.claim, former);
    else rmSync(place.claim);
    if (!isRepeated) rmSync(staged, { force: true });
    throw new Error(message);
  }
}
