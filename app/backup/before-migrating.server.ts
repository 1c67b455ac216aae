import type { Logger } from "pino";
import { logProblems } from "./log-published.server";
import { type BackupPlace, publishSet } from "./publish.server";

/**
 * Publishes a set of a database that is about to be migrated, whether or not backups are turned off. Call it while
 * nothing writes to the database. Where the newest set is the same it counts: a migration that fails at each start must
 * not push out the sets from before.
 * @throws Error of one line, when no set could be made: the database must then stay as it is.
 */
export async function backUpBeforeMigrating(place: BackupPlace, now: Date, log: Logger): Promise<void> {
  const published = await publish(place, now);
  log.info({ name: published.name }, "made a backup before migrating the database");
  logProblems(published, log);
}

async function publish(place: BackupPlace, now: Date) {
  try {
    const published = await publishSet(place, now, { unlessAlike: true });
    if (published) return published;
  } catch (error) {
    throw notMigrated(place, error instanceof Error ? error.message : String(error), error);
  }
  throw notMigrated(place, `another backup into ${place.backupDir} is under way. Start again when it is done.`);
}

const notMigrated = ({ databasePath }: BackupPlace, why: string, cause?: unknown) =>
  new Error(`${databasePath} was not migrated, because it could not be backed up first: ${oneLine(why)}`, { cause });

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, " ");
