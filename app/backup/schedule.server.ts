import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { requireInPlace } from "#db/in-place";
import type { Database } from "#db/open";
import { lastAuditRow } from "../audit/chain.server";
import { logProblems } from "./log-published.server";
import type { BackupPlace, PublishedSet } from "./publish.server";
import { readManifest, setNames } from "./set.server";
import { setNameOf } from "./set-name";

/** What a server does about its backups. */
export interface Backups {
  /** Makes a set where something was written since the last one. A fault is logged, and it is tried again next time. */
  makeIfDue(): Promise<void>;
  /**
   * Looks whether a set is due, while the database is still open.
   * @returns what makes it once the database is closed, if so.
   */
  beforeClosing(): Promise<() => Promise<void>>;
}

interface Keeping {
  db: Database;
  place: BackupPlace;
  /** A number that is another whenever something was written. */
  written: () => number;
  clock: () => Date;
  log: Logger;
}

/** Beside the file that starts the server: a thread runs a file of its own. */
const WORKER = "./app/programs/backup-worker.mjs";

/** Keeps backups of a server's database, made in a thread so that requests go on. */
export function keepBackups({ db, place, written, clock, log }: Keeping): Backups {
  /** What had been written when the last set was begun; null when that is not known. */
  let writtenAtLast = isInNewestSet(db, place) ? written() : null;
  let underWay: Promise<void> = Promise.resolve();

  const warnOfClock = ({ name }: Pick<PublishedSet, "name">) => {
    if (name > setNameOf(clock())) log.warn({ name }, "the clock is behind the newest backup: it was set back");
  };
  const make = async () => {
    const started = performance.now();
    try {
      const published = await publishInThread(place, clock());
      if (!published) {
        log.info("another backup is under way");
        return false;
      }
      const { name, uploads, sizeBytes, removed } = published;
      const milliseconds = Math.round(performance.now() - started);
      log.info({ name, uploads, sizeBytes, removed, milliseconds }, "backup made");
      warnOfClock(published);
      logProblems(published, log);
      return true;
    } catch (error) {
      log.error({ err: error }, "backup failed");
      return false;
    }
  };
  /** The thread would open what is there now, and read the server's log as that file's. */
  const isInPlace = () => {
    try {
      requireInPlace(db.$client);
      return true;
    } catch (error) {
      log.error({ err: error }, "backup failed");
      return false;
    }
  };
  const makeIfDue = async () => {
    const writtenNow = written();
    if (writtenNow === writtenAtLast || !isInPlace()) return;
    if (await make()) writtenAtLast = writtenNow;
  };

  return {
    makeIfDue() {
      underWay = underWay.then(makeIfDue);
      return underWay;
    },
    async beforeClosing() {
      await underWay;
      const isDue = written() !== writtenAtLast && isInPlace();
      return async () => void (isDue && (await make()));
    },
  };
}

/** Whether the newest set has the last thing that was audited: then nothing is lost if none is made at the start. */
function isInNewestSet(db: Database, { backupDir }: BackupPlace): boolean {
  try {
    const [newest] = setNames(backupDir);
    return newest !== undefined && readManifest(`${backupDir}/${newest}`).lastAudit?.hash === lastAuditRow(db)?.hash;
  } catch {
    // Making one will say what is wrong with the folder.
    return false;
  }
}

async function publishInThread(place: BackupPlace, now: Date): Promise<PublishedSet | null> {
  const { databasePath, uploadsDir, backupDir } = place;
  const worker = new Worker(WORKER, { workerData: { place: { databasePath, uploadsDir, backupDir }, now } });
  return messageOf<PublishedSet | null>(worker);
}

/**
 * Waits for the one message of a thread.
 * @throws what the thread threw; Error when it ended without a message, as one does that runs out of memory.
 */
export function messageOf<Message>(worker: Worker): Promise<Message> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`The thread ended with ${code} before it was done.`)));
  });
}
