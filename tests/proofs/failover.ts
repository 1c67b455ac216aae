import { randomInt } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { openMigratedDatabase } from "#db/open";
import { verifyAuditChain } from "~/audit/chain.server";
import { ledgerFaults } from "~/backup/set.server";
import { namedFiles } from "~/storage/named-files.server";
import { percentile } from "../bench/measure";
import { ReplicaSite } from "../support/replica-site";
import { makePlace, type Place } from "../support/server-process";
import type { Finding } from "./proof";
import { type Acknowledged, makePlaceForWrites, TABLES, Writers } from "./writers";

interface Sizes {
  rounds: number;
  perSecond: number;
  /** How long a primary is written to before it is killed, and how much longer at most. */
  forMilliseconds: number;
  withinMilliseconds: number;
  leaseSeconds: number;
}

const FULL_SIZE: Sizes = {
  rounds: 100,
  perSecond: 100,
  forMilliseconds: 500,
  withinMilliseconds: 4_000,
  leaseSeconds: 3,
};
const MOST_LOST_MILLISECONDS = 2_000;
const MOST_GONE_MILLISECONDS = 60_000;
/** Writes that are tried on a server that was replaced, in each round. */
const TRIED = 20;

/** What one round came to. */
export interface Round {
  acknowledged: number;
  lost: number;
  /** How long before the kill the oldest lost write was acknowledged. */
  lostMilliseconds: number;
  /** From the kill to the first write that the other server acknowledged. */
  goneMilliseconds: number;
  /** Also those of the rounds before, which stay without. */
  rowsWithoutFile: number;
  /** Of these, the ones that the audit log does not name. */
  unmarked: number;
  problems: string[];
  /** Writes that the old server acknowledged after the other one was promoted. */
  acceptedByOld: number;
}

/**
 * Kills the machine of the server and all that runs on it at a random moment of steady writes, promotes another one from the
 * store alone, and counts what is missing. The old machine is then started again. The promoted one is killed in the next round.
 */
export async function* proveFailover(sizes = FULL_SIZE): AsyncGenerator<Finding> {
  const rounds: Round[] = [];
  for await (const round of failovers(sizes)) {
    rounds.push(round);
    process.stdout.write(`${rounds.length}: ${JSON.stringify(round)}\n`);
  }
  yield* findingsOf(rounds, sizes);
}

/** One round, as a person would practice it. */
export const drillFailover = () => proveFailover({ ...FULL_SIZE, rounds: 1, leaseSeconds: 20 });

function* findingsOf(rounds: readonly Round[], { rounds: count }: Sizes): Generator<Finding> {
  const of = (figure: (round: Round) => number) => rounds.map(figure);
  const sum = (figure: (round: Round) => number) => of(figure).reduce((one, other) => one + other, 0);
  const spread = (figures: number[]) =>
    `${percentile(figures, 0.5).toFixed(0)} ms median, ${Math.max(...figures).toFixed(0)} ms at most`;
  yield {
    what: "acknowledged writes lost with a machine",
    figure: `${sum(({ lost }) => lost)} of ${sum(({ acknowledged }) => acknowledged)} in ${rounds.length} rounds; ${spread(of(({ lostMilliseconds }) => lostMilliseconds))}`,
    bound: `${count} rounds, at most ${MOST_LOST_MILLISECONDS} ms`,
    holds:
      rounds.length === count && rounds.every(({ lostMilliseconds }) => lostMilliseconds <= MOST_LOST_MILLISECONDS),
  };
  yield {
    what: "from the failure to the first write on the other machine",
    figure: spread(of(({ goneMilliseconds }) => goneMilliseconds)),
    bound: `at most ${MOST_GONE_MILLISECONDS} ms`,
    holds: rounds.every(({ goneMilliseconds }) => goneMilliseconds <= MOST_GONE_MILLISECONDS),
  };
  yield {
    what: "rows whose file was not copied in time",
    figure: `${rounds.at(-1)?.rowsWithoutFile ?? 0}, ${rounds.at(-1)?.unmarked ?? 0} of them not named in the audit log`,
    bound: "all are named there",
    holds: rounds.every(({ unmarked }) => unmarked === 0),
  };
  const problems = rounds.flatMap((round) => round.problems);
  yield {
    what: "the database is intact and its audit log unbroken after each promotion",
    figure: problems[0] ?? `${rounds.length} of ${rounds.length}`,
    bound: "all",
    holds: problems.length === 0,
  };
  yield {
    what: "writes that a server accepted after it was replaced",
    figure: `${sum(({ acceptedByOld }) => acceptedByOld)} of ${rounds.length * TRIED}`,
    bound: "0",
    holds: rounds.every(({ acceptedByOld }) => acceptedByOld === 0),
  };
}

async function* failovers(sizes: Sizes): AsyncGenerator<Round> {
  const { rounds, perSecond, forMilliseconds, withinMilliseconds } = sizes;
  const perRound = (perSecond * (forMilliseconds + withinMilliseconds + 1_500)) / 1_000;
  const { place, cast } = makePlaceForWrites(rounds * perRound);
  const store = makePlace();
  const settings = settingsFor(store, sizes.leaseSeconds);
  const writers = new Writers(cast);
  /** What each round must still find: without what an earlier one has lost. */
  let expected: Acknowledged[] = [];
  let primary = new ReplicaSite(place, settings);
  try {
    await primary.start();
    for (let round = 1; round <= rounds; round += 1) {
      const before = writers.acknowledged.length;
      const killedAt = await killWhileWriting(primary, writers, sizes);
      const acknowledged = writers.acknowledged.slice(before);
      const other = new ReplicaSite(makePlace(), settings);
      const outcome = await other.promote();
      await other.start();
      await firstWrite(other, writers);
      const goneMilliseconds = Date.now() - killedAt;
      const found = whatIsThere(other.place, [...expected, ...acknowledged]);
      const lost = new Set(found.lost);
      expected = [...expected, ...writers.acknowledged.slice(before)].filter((write) => !lost.has(write));
      yield {
        acknowledged: acknowledged.length,
        lost: found.lost.length,
        lostMilliseconds: Math.max(0, ...found.lost.map(({ at }) => killedAt - at.getTime())),
        goneMilliseconds,
        rowsWithoutFile: found.rowsWithoutFile,
        unmarked: found.unmarked,
        problems: [...found.problems, ...(outcome.code === 2 ? [outcome.stderr] : [])],
        acceptedByOld: await acceptedByOld(primary, cast),
      };
      primary.place.remove();
      primary = other;
    }
  } finally {
    await primary.kill();
    primary.place.remove();
    store.remove();
  }
}

export const settingsFor = (store: Place, leaseSeconds: number) => ({
  REPLICA_URL: pathToFileURL(join(store.folder, "store")).href,
  REPLICA_LEASE_SECONDS: String(leaseSeconds),
  BACKUP_INTERVAL_MINUTES: "0",
});

/** @returns when the machine was killed */
async function killWhileWriting(
  site: ReplicaSite,
  writers: Writers,
  { perSecond, forMilliseconds, withinMilliseconds }: Sizes,
) {
  let isDone = false;
  const writing = writers.writeSteadily(site.origin, perSecond, () => isDone);
  await pause(forMilliseconds + randomInt(withinMilliseconds));
  const killedAt = Date.now();
  site.signal("SIGKILL");
  isDone = true;
  await Promise.all([site.kill(), writing]);
  return killedAt;
}

/** Tries until a write is acknowledged. */
async function firstWrite(site: ReplicaSite, writers: Writers): Promise<void> {
  const before = writers.acknowledged.length;
  while (writers.acknowledged.length === before) await writers.write(site.origin);
}

const SELECT_MISSING = `SELECT value FROM audit_event, json_each(details, '$.after.missingUploads')
  WHERE event = 'ledger_promoted'`;

/** Compares a promoted machine's data with what was acknowledged. */
export function whatIsThere({ settings }: Place, acknowledged: readonly Acknowledged[]) {
  const db = openMigratedDatabase(settings.DATABASE_PATH);
  try {
    const { firstBroken } = verifyAuditChain(db);
    const exists = Object.fromEntries(
      Object.entries(TABLES).map(([kind, table]) => [kind, db.$client.prepare(`SELECT 1 FROM ${table} WHERE id = ?`)]),
    );
    const missing = [...namedFiles(db)].filter(
      ({ storageKey, sizeBytes }) =>
        statSync(join(settings.UPLOADS_DIR, storageKey), { throwIfNoEntry: false })?.size !== sizeBytes,
    );
    const marked = new Set(db.$client.prepare(SELECT_MISSING).pluck().all());
    return {
      lost: acknowledged.filter(({ kind, id }) => exists[kind]?.get(id) === undefined),
      rowsWithoutFile: missing.length,
      unmarked: missing.filter(({ storageKey }) => !marked.has(storageKey)).length,
      problems: [
        ...ledgerFaults(settings.DATABASE_PATH),
        ...(firstBroken ? [`the chain breaks at row ${firstBroken.seq}: ${firstBroken.fault}`] : []),
      ],
    };
  } finally {
    db.$client.close();
  }
}

/** Starts a machine that was replaced, as after a reboot, and writes to it. @returns how many writes it acknowledged */
async function acceptedByOld(site: ReplicaSite, cast: ConstructorParameters<typeof Writers>[0]): Promise<number> {
  await site.start();
  const writers = new Writers(cast);
  for (let count = 0; count < TRIED; count += 1) await writers.write(site.origin);
  await site.stop();
  return writers.acknowledged.length;
}
