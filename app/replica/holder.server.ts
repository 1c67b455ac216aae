import { rmSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { readMigrations } from "#db/migration-files";
import type { ReplicaSettings } from "../settings.server";
import { REPLICA } from "../values/limits";
import { type Claim, claimName, hasWon, isContested, isInForce, newClaim, newestTerm } from "./claims";
import { keepOwnClaim, type OwnClaim, readOwnClaim } from "./own-claim.server";
import type { ReplicaReport } from "./report.server";
import { type ClaimDetails, readClaim, readClaims, removeClaim, withdrawClaim, writeClaim } from "./store.server";
import { after, left, type Moment, momentNow } from "./time-limit";

export const detailsOf = ({ leaseSeconds }: ReplicaSettings, isReleased = false): ClaimDetails => ({
  leaseSeconds,
  isReleased,
  migration: readMigrations().at(-1)?.name,
  host: hostname(),
  at: new Date().toISOString(),
});

interface Taking {
  /** Gets lines for an operator. */
  say: (line: string) => void;
  signal?: AbortSignal;
}

/** The claim, or that another server has taken this one's place. */
type Taken = { claim: Claim } | { replaced: true };

/**
 * Takes the claim that this machine holds, under a new id: if the machine was copied, whichever copy starts last has it. The
 * first server of a store makes the first claim.
 * @param path the file of the machine's own claim
 * @throws Error if the store belongs to other servers, lost its claims, or cannot be reached
 */
export async function takeOwnClaim(replica: ReplicaSettings, path: string, taking: Taking): Promise<Taken> {
  const own = readOwnClaim(path);
  const claims = await readClaims(replica);
  if (claims.length === 0) {
    if (own && !own.isUnconfirmed) {
      throw new Error(
        `The store has no claims, although this server had one. Is its disk mounted? To begin a new copy in an empty place, remove ${path}.`,
      );
    }
    return { claim: await firstClaim(replica, path, own ? remembered(own, claims) : []) };
  }
  const isUnknown = own?.isUnconfirmed && !claims.some(({ id }) => own.ids.includes(id));
  if (!own || isUnknown) {
    rmSync(path, { force: true });
    throw new Error(
      `The store already has a copy of a portal. To take over from its server, run \`npm run promote\`. To copy this one, set REPLICA_URL to an empty place.`,
    );
  }
  if (newestTerm(claims) !== own.term || !claims.some(({ id }) => own.ids.includes(id))) {
    await keepOwnClaim(path, { ...own, isReplaced: true });
    return { replaced: true };
  }
  return { claim: await replaceClaim(replica, path, { ...own, ids: remembered(own, claims) }, taking) };
}

/** Ids of claims that failed. Those that the store has are kept in any case. */
const MOST_FAILED = 100;

const remembered = ({ ids }: OwnClaim, claims: readonly Claim[]): string[] =>
  ids.filter((id, index) => index >= ids.length - MOST_FAILED || claims.some((claim) => claim.id === id));

/** @param ids those of earlier attempts, which may still reach the store */
async function firstClaim(replica: ReplicaSettings, path: string, ids: readonly string[]): Promise<Claim> {
  const claim = newClaim(1);
  const own = { term: claim.term, ids: [...ids, claim.id] };
  await keepOwnClaim(path, { ...own, isUnconfirmed: true });
  await writeClaim(replica, claim, detailsOf(replica));
  if (hasWon(claim, await readClaims(replica))) {
    await keepOwnClaim(path, own);
    return claim;
  }
  rmSync(path);
  const message = "Another server began to copy to the same store. Set REPLICA_URL to a place of its own.";
  await withdrawClaim(replica, claim, message);
  throw new Error(message);
}

async function replaceClaim(
  replica: ReplicaSettings,
  path: string,
  { term, ids }: OwnClaim,
  { say, signal }: Taking,
): Promise<Claim> {
  const claim = newClaim(term);
  await keepOwnClaim(path, { term, ids: [...ids, claim.id] });
  let former: Claim[];
  let leases: number[];
  try {
    await writeClaim(replica, claim, detailsOf(replica));
    // After writing, so that of two copies of this machine that start together, at least one sees the other. It gives up, so
    // that one of their claims is left.
    const others = (await readClaims(replica)).filter((other) => other.term === term && other.id !== claim.id);
    const unknown = others.find(({ id }) => !ids.includes(id));
    if (unknown) throw new Error(contestedBy(unknown));
    former = others;
    leases = (await Promise.all(former.map((other) => readClaim(replica, other)))).map(remainingOf);
  } catch (error) {
    // Otherwise each start that fails would leave one more. It stays known until one succeeds, because it may reach the store
    // only later.
    await removeClaim(replica, claim).catch(() => {});
    throw error;
  }
  for (const other of former) await removeClaim(replica, other);
  await keepOwnClaim(path, { term, ids: [claim.id] });
  // A copy of this machine may hold it until then.
  const wait = Math.max(0, ...leases);
  if (wait > 0) say(`Waiting ${wait / 1_000} s, because the claim of this machine was not given up.`);
  await pause(wait, undefined, { signal });
  return claim;
}

/** How many milliseconds the holder of a claim may go on writing, at most. @param details null if nobody knows */
export function remainingOf(details: ClaimDetails | null): number {
  if (details?.isReleased) return 0;
  return (details?.leaseSeconds ?? REPLICA.mostLeaseSeconds) * 1_000;
}

/**
 * Says in the store that nobody writes under a claim, so that nobody waits for its lease. Without a lease, this does nothing:
 * the server may write whether or not a program copies from it.
 */
export async function releaseClaim(replica: ReplicaSettings, claim: Claim): Promise<void> {
  if (replica.leaseSeconds === 0) return;
  // A claim that someone else has removed must not come back.
  if (isInForce(claim, await readClaims(replica))) await writeClaim(replica, claim, detailsOf(replica, true));
}

/** Holding a claim, as long as the store says that it is in force. */
interface Holder {
  standing(): ReplicaReport["standing"];
  /** Lets the server write for a while. @returns for how many milliseconds */
  grant(): number;
  problem(): string | null;
  /** Grants no more, and waits until what was granted is over. Then the server writes nothing. */
  stop(): Promise<void>;
  /** Says in the store that it stopped, so that nobody waits for its lease. Call it once all is copied. */
  release(): Promise<void>;
}

/** Asks the store from time to time whether a claim is still in force. @param onReplaced called once nothing is written any more */
export function holdClaim(replica: ReplicaSettings, claim: Claim, onReplaced: () => void): Holder {
  const leaseMilliseconds = replica.leaseSeconds * 1_000;
  let until: Moment = momentNow();
  let isReplaced = false;
  let problem: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let grantedUntil: Moment = momentNow();
  const ask = async () => {
    // Before asking: the answer may be as old as the question.
    const asked = momentNow();
    try {
      const claims = await readClaims(replica);
      problem = problemOf(claim, claims);
      if (isInForce(claim, claims)) {
        if (!isContested(claim, claims)) until = after(asked, leaseMilliseconds);
      } else if (claims.length > 0) {
        isReplaced = true;
        // What the server writes until then must still be copied.
        await pause(Math.max(0, left(grantedUntil)));
        onReplaced();
        return;
      }
    } catch (error) {
      problem = `The store cannot be asked: ${error instanceof Error ? error.message : error}`;
    }
    if (!isStopped) timer = setTimeout(ask, periodOf(replica));
  };
  void ask();
  return {
    standing: () => (isReplaced ? "REPLACED" : left(until) > 0 || leaseMilliseconds === 0 ? "HOLDS" : "ASKING"),
    grant() {
      const granted = isReplaced || isStopped ? 0 : Math.min(left(until), REPLICA.grantMilliseconds);
      if (granted <= 0) return 0;
      grantedUntil = after(momentNow(), granted);
      return granted;
    },
    problem: () => problem,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await pause(Math.max(0, left(grantedUntil)));
    },
    release: async () => {
      if (!isReplaced) await releaseClaim(replica, claim);
    },
  };
}

const contestedBy = (other: Claim): string =>
  `Another machine has the claim ${claimName(other)} of the same term. Stop it. If it no longer exists, remove that file from the claims in the store.`;

function problemOf(own: Claim, claims: readonly Claim[]): string | null {
  if (claims.length === 0) return "The store has no claims. Is its disk mounted?";
  const other = claims.find((one) => isContested(own, [one]));
  return other ? contestedBy(other) : null;
}

const DEFAULT_PERIOD = (REPLICA.leaseSeconds * 1_000) / REPLICA.renewalsPerLease;
/** Without a lease, the store is still asked, to report that another server took over. */
const periodOf = ({ leaseSeconds }: ReplicaSettings) =>
  leaseSeconds === 0 ? DEFAULT_PERIOD : (leaseSeconds * 1_000) / REPLICA.renewalsPerLease;
