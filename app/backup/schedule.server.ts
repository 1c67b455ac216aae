import { Worker } from "node:worker_threads";
import type { Logger } from "pino";
import { requireInPlace } from "#db/in-place";
import type { Database } from "#db/open";
import { folderFault } from "~/storage/folder-fault.server";
import { counted } from "~/values/format";
import { lastAuditRow } from "../audit/chain.server";
import { logProblems } from "./log-published.server";
import type { BackupPlace, PublishedSet } from "./publish.server";
import { readManifest, setNames } from "./set.server";
import { setNameOf } from "./set-name";

/** A server's regular backups. */
export interface Backups {
  /** Makes a set if something was written since the last one. Logs a failure and tries again next time. */
  makeIfDue(): Promise<void>;
  /**
   * Checks whether a set is due, while the database is still open.
   * @returns a function to call once the database is closed, which makes the set if it is due
   */
  beforeClosing(): Promise<() => Promise<void>>;
}

interface Keeping {
  db: Database;
  place: BackupPlace;
  /** A number that changes with every write. */
  written: () => number;
  clock: () => Date;
  log: Logger;
  /** Called after each try, with what an operator should look into. */
  finished?: (problems: readonly string[]) => void;
}

/** The file that the thread runs, relative to the project's root. */
const WORKER = "./app/programs/backup-worker.mjs";

/** Makes backups of a server's database in a thread, so that they block no requests. */
export function keepBackups({ db, place, written, clock, log, finished }: Keeping): Backups {
  /** The value of `written` at the start of the last set, or null if unknown. */
  let writtenAtLast = isInNewestSet(db, place) ? written() : null;
  let underWay: Promise<void> = Promise.resolve();

  const warnOfClock = ({ name }: Pick<PublishedSet, "name">) => {
    if (name > setNameOf(clock())) log.warn({ name }, "the clock is behind the newest backup: someone set it back");
  };
  const make = async () => {
    const started = performance.now();
    try {
      const published = await publishInThread(place, clock());
      if (!published) {
        log.info("another backup is in progress");
        return false;
      }
      const { name, uploads, sizeBytes, removed } = published;
      const milliseconds = Math.round(performance.now() - started);
      log.info({ name, uploads, sizeBytes, removed, milliseconds }, "backup made");
      warnOfClock(published);
      logProblems(published, log);
      finished?.([...published.problems, ...damageOf(published)]);
      return true;
    } catch (error) {
      log.error({ err: error }, "backup failed");
      const reason = folderFault(place.backupDir);
      finished?.([
        reason
          ? `The server cannot use the folder of BACKUP_DIR: ${reason}.`
          : "The last backup failed. The server's log says why.",
      ]);
      return false;
    }
  };
  /** If the files were replaced, the thread would open the new ones and read the server's log together with them. */
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

const damageOf = ({ damagedFiles }: PublishedSet) =>
  damagedFiles.length > 0 ? [`${counted(damagedFiles.length, "upload is", "uploads are")} missing or damaged.`] : [];

/** Whether the newest set has the last audit row. If so, the server needs no new set when it starts. */
function isInNewestSet(db: Database, { backupDir }: BackupPlace): boolean {
  try {
    const [newest] = setNames(backupDir);
    return newest !== undefined && readManifest(`${backupDir}/${newest}`).lastAudit?.hash === lastAuditRow(db)?.hash;
  } catch {
    // Making a set will report what is wrong with the folder.
    return false;
  }
}

async function publishInThread(place: BackupPlace, now: Date): Promise<PublishedSet | null> {
  const { databasePath, uploadsDir, backupDir } = place;
  const worker = new Worker(WORKER, { workerData: { place: { databasePath, uploadsDir, backupDir }, now } });
  return messageOf<PublishedSet | null>(worker);
}

/**
 * Waits for a thread's only message.
 * @throws what the thread threw, or Error if it ended without a message, for example out of memory.
 */
export function messageOf<Message>(worker: Worker): Promise<Message> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`The backup thread ended with code ${code} before it was done.`)));
  });
}
