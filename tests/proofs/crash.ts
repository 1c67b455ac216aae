import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { LOG_SUFFIXES } from "#db/open";
import { percentile } from "../bench/measure";
import { startPortal } from "../bench/portal-process";
import type { Place, RunningServer } from "../support/server-process";
import { countRows, problemsOf } from "./ledger-problems";
import { everySecond, LocksAtBackups } from "./locks-at-backups";
import { otherProgramsFinding, startOtherPrograms } from "./other-programs";
import type { Finding } from "./proof";
import { makePlaceForWrites, Writers } from "./writers";

interface Sizes {
  /** How many times to kill the server. */
  rounds: number;
  /** The most writes in a round. The kill interrupts them. */
  writes: number;
  /** Writers at once. */
  atOnce: number;
  /** The most that a restart may take. */
  restartMilliseconds: number;
}

const FULL_SIZE: Sizes = { rounds: 20, writes: 1_000, atOnce: 8, restartMilliseconds: 2_000 };

/**
 * Kills the server (SIGKILL) at random points of many writes and restarts it, and finally stops it (SIGTERM) under the same
 * load. Meanwhile, the server makes a backup every second, and other programs read and write its database.
 */
export async function* proveCrash(sizes = FULL_SIZE): AsyncGenerator<Finding> {
  const { rounds, writes, restartMilliseconds } = sizes;
  const { place, cast } = makePlaceForWrites((rounds + 1) * writes);
  const locks = new LocksAtBackups(place.settings.DATABASE_PATH);
  const start = async () => locks.watch(await startPortal(place, everySecond));
  let server = await start();
  const outside = startOtherPrograms(place.settings.DATABASE_PATH);
  try {
    const writers = new Writers(cast);
    const problems: string[] = [];
    const starts: number[] = [];
    for (let round = 1; round <= rounds && problems.length === 0; round += 1) {
      // Every other kill comes after a backup.
      await killWhileWriting(server, writers, sizes, round % 2 === 1 ? locks.nextBackup() : Promise.resolve());
      try {
        server = await start();
      } catch (error) {
        yield killsFinding([`the server does not restart: ${error}`], `in round ${round}`, sizes);
        return;
      }
      starts.push(server.startMilliseconds);
      // A copy, because other programs keep writing during the check.
      const written = [...outside.written];
      problems.push(...problemsFound(() => problemsOf(place, writers.acknowledged, written)));
      if (problems.length > 0) yield killsFinding(problems, `in round ${round}`, sizes);
    }
    if (problems.length > 0) return;
    yield killsFinding([], `${rounds} of ${rounds}, ${writers.acknowledged.length} writes acknowledged`, sizes);
    const slowest = percentile(starts, 1);
    yield {
      what: "time from a restart after a kill to the first response",
      figure: `${percentile(starts, 0.5).toFixed(0)} ms median, ${slowest.toFixed(0)} ms at most`,
      bound: `at most ${restartMilliseconds} ms`,
      holds: slowest <= restartMilliseconds,
    };
    await outside.stop();
    yield otherProgramsFinding(outside);
    yield locks.finding();
    yield* stopWhileWriting(server, place, writers, sizes);
  } finally {
    await outside.stop();
    server.process.kill("SIGKILL");
    place.remove();
  }
}

/** Reading a damaged database may throw anywhere. */
function problemsFound(look: () => string[]): string[] {
  try {
    return look();
  } catch (error) {
    return [String(error)];
  }
}

const killsFinding = (problems: string[], where: string, { writes }: Sizes): Finding => ({
  what: `kills at random points of ${writes} writes lost nothing`,
  figure: problems.length === 0 ? where : `${problems.length} problems ${where}: ${problems[0]}`,
  bound: "no row, file or chain link lost",
  holds: problems.length === 0,
});

async function killWhileWriting(
  server: RunningServer,
  writers: Writers,
  { writes, atOnce }: Sizes,
  notBefore: Promise<void>,
): Promise<void> {
  const killAt = writers.acknowledged.length + randomInt(writes);
  const gone = once(server.process, "exit");
  let isDone = false;
  const writing = writers.writeUntilFailure(server.origin, writes, atOnce).finally(() => {
    isDone = true;
  });
  await notBefore;
  while (writers.acknowledged.length < killAt && !isDone) await pause(1);
  server.process.kill("SIGKILL");
  await Promise.all([gone, writing]);
}

/**
 * Counts the requests that the stop cut off: their row exists, but the writer got no response. Refused connections do not
 * count, because they wrote nothing.
 */
async function* stopWhileWriting(
  server: RunningServer,
  place: Place,
  writers: Writers,
  { writes, atOnce }: Sizes,
): AsyncGenerator<Finding> {
  const rowsBefore = countRows(place);
  const acknowledgedBefore = writers.acknowledged.length;
  const writing = writers.writeUntilFailure(server.origin, writes, atOnce);
  while (writers.acknowledged.length < acknowledgedBefore + writes / 2) await pause(1);
  const started = performance.now();
  const code = await server.stop();
  const milliseconds = performance.now() - started;
  await writing;
  const left = LOG_SUFFIXES.filter((suffix) => existsSync(place.settings.DATABASE_PATH + suffix));

  const acknowledged = writers.acknowledged.length - acknowledgedBefore;
  const cut = countRows(place) - rowsBefore - acknowledged;
  yield {
    what: "requests that a stop (SIGTERM) cut off under the same load",
    figure: `${cut} of ${acknowledged}, stopped in ${milliseconds.toFixed(0)} ms with ${code}`,
    bound: "none",
    holds: cut === 0 && code === 0,
  };
  const problems = [...left.map((suffix) => `${suffix} is left`), ...problemsOf(place, writers.acknowledged)];
  yield {
    what: "the database is one complete file after the stop",
    figure: problems[0] ?? "yes",
    bound: "no -wal, nothing lost",
    holds: problems.length === 0,
  };
}
