import type { Logger } from "pino";
import { logProblems } from "./log-published.server";
import { type BackupPlace, publishSet } from "./publish.server";

/**
 * Makes a backup set before a migration, even if backups are turned off. Call it while nothing writes to the database.
 * If the newest set has the same content, it makes no second one, so a migration that fails at every start does not
 * push out older sets.
 * @throws Error with a one-line message if no set could be made. Do not migrate the database then.
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
  throw notMigrated(place, `another backup into ${place.backupDir} is in progress. Start again when it is done.`);
}

const notMigrated = ({ databasePath }: BackupPlace, why: string, cause?: unknown) =>
  new Error(`${databasePath} was not migrated, because it could not be backed up first: ${oneLine(why)}`, { cause });

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, " ");
