import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { LOG_SUFFIXES } from "#db/open";
import { percentile } from "../bench/measure";
import { startPortal } from "../bench/portal-process";
import type { Place, RunningServer } from "../support/server-process";
import { everySecond, LocksAtBackups } from "./backups-beside";
import { outsideFinding, startOutsidePrograms } from "./outside";
import type { Finding } from "./proof";
import { countRows, faultsOfPlace } from "./whole";
import { makePlaceForWrites, Writers } from "./writers";

interface Sizes {
  /** How often the server is killed. */
  rounds: number;
  /** Writes of a round, of which those before the kill are made. */
  writes: number;
  /** Writers at once. */
  atOnce: number;
  /** The most that a restart may take. */
  restartMilliseconds: number;
}

const WHOLE: Sizes = { rounds: 20, writes: 1_000, atOnce: 8, restartMilliseconds: 2_000 };

/**
 * The server is killed (SIGKILL) at random points of many writes, and started again on what is left; then told to stop
 * (SIGTERM) under the same load. Meanwhile it makes a backup each second, and other programs read and write its
 * database.
 */
export async function* proveCrash(sizes = WHOLE): AsyncGenerator<Finding> {
  const { rounds, writes, restartMilliseconds } = sizes;
  const { place, cast } = makePlaceForWrites((rounds + 1) * writes);
  const locks = new LocksAtBackups(place.settings.DATABASE_PATH);
  const start = async () => locks.watch(await startPortal(place, everySecond));
  let server = await start();
  const outside = startOutsidePrograms(place.settings.DATABASE_PATH);
  try {
    const writers = new Writers(cast);
    const faults: string[] = [];
    const starts: number[] = [];
    for (let round = 1; round <= rounds && faults.length === 0; round += 1) {
      // Of two kills one comes after a backup of this start, and one at any moment.
      await killWhileWriting(server, writers, sizes, round % 2 === 1 ? locks.nextBackup() : Promise.resolve());
      try {
        server = await start();
      } catch (error) {
        yield killsFinding([`the server does not start again: ${error}`], `in round ${round}`, sizes);
        return;
      }
      starts.push(server.startMilliseconds);
      // What another program writes while this looks is not looked for.
      const written = [...outside.written];
      faults.push(...faultsFound(() => faultsOfPlace(place, writers.acknowledged, written)));
      if (faults.length > 0) yield killsFinding(faults, `in round ${round}`, sizes);
    }
    if (faults.length > 0) return;
    yield killsFinding([], `${rounds} of ${rounds}, ${writers.acknowledged.length} writes acknowledged`, sizes);
    const slowest = percentile(starts, 1);
    yield {
      what: "from starting again after a kill to the first answer",
      figure: `${percentile(starts, 0.5).toFixed(0)} ms in the median, ${slowest.toFixed(0)} at most`,
      bound: `at most ${restartMilliseconds} ms`,
      holds: slowest <= restartMilliseconds,
    };
    await outside.stop();
    yield outsideFinding(outside);
    yield locks.finding();
    yield* stoppedWhileWriting(server, place, writers, sizes);
  } finally {
    await outside.stop();
    server.process.kill("SIGKILL");
    place.remove();
  }
}

/** Reading a damaged database may throw anywhere. */
function faultsFound(look: () => string[]): string[] {
  try {
    return look();
  } catch (error) {
    return [String(error)];
  }
}

const killsFinding = (faults: string[], where: string, { writes }: Sizes): Finding => ({
  what: `kills at random points of ${writes} writes that lost nothing`,
  figure: faults.length === 0 ? where : `${faults.length} faults ${where}: ${faults[0]}`,
  bound: "no row, file or link of the chain",
  holds: faults.length === 0,
});

async function killWhileWriting(
  server: RunningServer,
  writers: Writers,
  { writes, atOnce }: Sizes,
  notBefore: Promise<void>,
): Promise<void> {
  const killAt = writers.acknowledged.length + randomInt(writes);
  const gone = once(server.process, "exit");
  let isOver = false;
  const writing = writers.writeUntilFailure(server.origin, writes, atOnce).finally(() => {
    isOver = true;
  });
  await notBefore;
  while (writers.acknowledged.length < killAt && !isOver) await pause(1);
  server.process.kill("SIGKILL");
  await Promise.all([gone, writing]);
}

/**
 * A request was cut when what it wrote is there and its writer has no answer. Whoever was not let in any more has none
 * either, but has written nothing.
 */
async function* stoppedWhileWriting(
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

  const answered = writers.acknowledged.length - acknowledgedBefore;
  const cut = countRows(place) - rowsBefore - answered;
  yield {
    what: "requests that a stop (SIGTERM) cut under the same load",
    figure: `${cut} of ${answered}, stopped in ${milliseconds.toFixed(0)} ms with ${code}`,
    bound: "none",
    holds: cut === 0 && code === 0,
  };
  const faults = [...left.map((suffix) => `${suffix} is left`), ...faultsOfPlace(place, writers.acknowledged)];
  yield {
    what: "after which the database is one complete file",
    figure: faults[0] ?? "it is",
    bound: "no -wal, nothing lost",
    holds: faults.length === 0,
  };
}
