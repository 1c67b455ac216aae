import { randomInt } from "node:crypto";
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { closeDatabase, openDatabase, openMigratedDatabase } from "#db/open";
import { readManifest, setNames } from "~/backup/set.server";
import { signingKeyPath } from "~/backup/signing-key";
import { makeFilledPlace } from "../bench/portal-process";
import { idOf, insertCast } from "../support/cast";
import { makePlace, outcomeOf, type Place, PORTAL, startServer } from "../support/server-process";
import { openSession } from "../support/sessions";
import { problemsOf } from "./ledger-problems";
import { LocksAtBackups } from "./locks-at-backups";
import { otherProgramsFinding, startOtherPrograms } from "./other-programs";
import type { Finding } from "./proof";
import { makePlaceForWrites, Writers } from "./writers";

interface Sizes {
  /** How many times to copy the backup folder. */
  copies: number;
  /** Writes started per second. */
  perSecond: number;
  /** The longest pause between two copies, in milliseconds. */
  withinMilliseconds: number;
}

const FULL_SIZE: Sizes = { copies: 100, perSecond: 100, withinMilliseconds: 1_000 };
/** Hundreds of sets in a run, where a server makes four in an hour. */
const INTERVAL_MINUTES = "0.01";
/** The most that a run may write: a copy and its pauses take two seconds at most. */
const writesOf = ({ copies, perSecond }: Sizes) => copies * perSecond * 2 + 1_000;

/**
 * Copies the backup folder at random moments, as a person would, while writers never pause and other programs read and
 * write the database too. It restores the newest set of each copy over a database that crashed and left its log. The
 * restored set must have everything that was acknowledged before the set was started.
 */
export async function* proveBackup(sizes = FULL_SIZE): AsyncGenerator<Finding> {
  const { place, cast } = makePlaceForWrites(writesOf(sizes));
  const copies = makePlace();
  try {
    const locks = new LocksAtBackups(place.settings.DATABASE_PATH);
    const server = locks.watch(
      await startServer(PORTAL, { ...place.settings, BACKUP_INTERVAL_MINUTES: INTERVAL_MINUTES }),
    );
    const outside = startOtherPrograms(place.settings.DATABASE_PATH);
    const writers = new Writers(cast);
    let isDone = false;
    const started = performance.now();
    const writing = writers.writeSteadily(server.origin, sizes.perSecond, () => isDone);
    while (setNames(place.settings.BACKUP_DIR).length === 0) await pause(10);
    for (let copy = 0; copy < sizes.copies; copy += 1) {
      await pause(randomInt(sizes.withinMilliseconds));
      await copyFolder(place.settings.BACKUP_DIR, join(copies.folder, `${copy}`));
    }
    isDone = true;
    await writing;
    const seconds = (performance.now() - started) / 1_000;
    await outside.stop();
    await server.stop();

    const written = writers.acknowledged.length;
    const uploads = writers.acknowledged.filter(({ kind }) => kind === "submission").length;
    yield {
      what: "acknowledged writes during backups",
      figure: `${written} in ${seconds.toFixed(0)} s (${(written / seconds).toFixed(0)}/s, ${uploads} with a file), ${writers.failures.length} failed ${writers.failures[0] ?? ""}`,
      bound: "none failed",
      holds: writers.failures.length === 0,
    };
    yield otherProgramsFinding(outside);
    yield locks.finding();
    yield finalBackup(place, writers, outside.written);
    yield await restored(sizes, copies, writers, signingKeyPath({ databasePath: place.settings.DATABASE_PATH }));
  } finally {
    place.remove();
    copies.remove();
  }
}

/** Copies a folder that is changing, as a person would: skips files that disappear before it reaches them. */
async function copyFolder(from: string, to: string): Promise<void> {
  const { stderr } = await outcomeOf(["cp", "-r", from, to], {});
  const real = stderr.split("\n").filter((line) => line !== "" && !line.includes("No such file"));
  if (real.length > 0) throw new Error(real.join("\n"));
}

/** The last set, made by a clean stop, must have everything. */
function finalBackup({ settings }: Place, writers: Writers, outside: readonly string[]): Finding {
  const [newest = ""] = setNames(settings.BACKUP_DIR);
  const set = join(settings.BACKUP_DIR, newest);
  const problems = problemsOf(
    { settings: { ...settings, DATABASE_PATH: join(set, "ledger.sqlite"), UPLOADS_DIR: join(set, "uploads") } },
    writers.acknowledged,
    outside,
  );
  return {
    what: "the backup of a clean stop has everything acknowledged",
    figure: problems[0] ?? "yes",
    bound: "all",
    holds: problems.length === 0,
  };
}

async function restored(
  { copies: count }: Sizes,
  copies: Place,
  { acknowledged }: Writers,
  signingKey: string,
): Promise<Finding> {
  const crashed = makeCrashedPlace();
  // The same server's key verifies the sets, as in a normal restore.
  copyFileSync(signingKey, signingKeyPath({ databasePath: crashed.settings.DATABASE_PATH }));
  const bad: string[] = [];
  for (let copy = 0; copy < count; copy += 1) {
    const folder = join(copies.folder, `${copy}`);
    const problem = await problemOfCopy(folder, crashed, acknowledged);
    if (problem) bad.push(`copy ${copy}: ${problem}`);
    rmSync(folder, { recursive: true });
  }
  crashed.remove();
  return {
    what: "complete restores from copies at random moments",
    figure: bad[0] ?? `${count} of ${count}`,
    bound: `${count} of ${count}`,
    holds: bad.length === 0,
  };
}

/** The database of a killed server. Part of it is only in its log. */
function makeCrashedPlace(): Place {
  const place = makeFilledPlace((db) => insertCast(db, "none"));
  const { DATABASE_PATH } = place.settings;
  const db = openDatabase(DATABASE_PATH);
  openSession(db, idOf("admin"));
  for (const suffix of ["", "-wal"]) copyFileSync(DATABASE_PATH + suffix, `${DATABASE_PATH}.crashed${suffix}`);
  closeDatabase(db);
  return place;
}

async function problemOfCopy(
  copy: string,
  crashed: Place,
  acknowledged: Writers["acknowledged"],
): Promise<string | null> {
  const [newest] = setNames(copy);
  if (newest === undefined) return "it has no set";
  const { createdAt, lastAudit } = readManifest(join(copy, newest));
  const place = makePlace();
  const { DATABASE_PATH } = place.settings;
  try {
    for (const suffix of ["", "-wal"]) {
      copyFileSync(`${crashed.settings.DATABASE_PATH}.crashed${suffix}`, DATABASE_PATH + suffix);
    }
    copyFileSync(
      signingKeyPath({ databasePath: crashed.settings.DATABASE_PATH }),
      signingKeyPath({ databasePath: DATABASE_PATH }),
    );
    const { code, stderr } = await outcomeOf([...PORTAL, "restore", newest], { ...place.settings, BACKUP_DIR: copy });
    if (code !== 0) return stderr;
    if (existsSync(`${DATABASE_PATH}-wal`)) return "the log of the previous database is still there";
    const db = openMigratedDatabase(DATABASE_PATH);
    const audited = (seq: number) => db.query.auditEvent.findFirst({ where: (row, { eq }) => eq(row.seq, seq) }).sync();
    const [last, recorded] = [audited(lastAudit?.seq ?? 0), audited((lastAudit?.seq ?? 0) + 1)];
    db.$client.close();
    if (recorded?.event !== "ledger_restored") return "its audit log does not have the restore";
    if (last?.hash !== lastAudit?.hash) return "its audit log does not end where the set's does";
    const before = new Date(createdAt);
    return (
      problemsOf(
        place,
        acknowledged.filter(({ at }) => at < before),
      )[0] ?? null
    );
  } finally {
    place.remove();
  }
}
