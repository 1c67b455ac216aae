import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import pino, { type Logger } from "pino";
import { v7 as uuid } from "uuid";
import { setForeignLogAside } from "#db/foreign-log";
import { refuseLogThatDoesNotFit } from "#db/left-log";
import { claimDatabase, closeDatabase, type Database, isOfOlderVersion, migrateDatabase, openDatabase } from "#db/open";
import { backUpBeforeMigrating } from "~/backup/before-migrating.server";
import { refuseLostDatabase } from "~/backup/lost-database.server";
import { reportOlderCopy } from "~/backup/older-copy.server";
import { refuseUnfinishedRestore } from "~/backup/restore.server";
import { fillSkeletons } from "~/domain/organization/look-alikes.server";
import type { Services } from "~/operations/services";
import { createSearch } from "~/search/search.server";
import { installationSecret } from "~/secrets/installation-secret.server";
import { createPasswords, hashingPlaces } from "~/secrets/passwords.server";
import { sealingSecret } from "~/secrets/sealed-text.server";
import { readSettings, type Settings } from "~/settings.server";
import { claimUploads } from "~/storage/claim-uploads.server";
import { openFileStore } from "~/storage/file-store.server";

const INSTALL_KEY_BYTES = 32;
const COOKIE_SECRET_BYTES = 32;

/** A log of one JSON object per line on standard output, written in the background. */
export function createLog(settings: Settings): Logger {
  return pino({ level: settings.logLevel, base: null }, pino.destination({ dest: 1, sync: false }));
}

/**
 * Opens everything the domain leans on: the database (backed up and migrated where it is of an older version), the files,
 * the passwords.
 * @throws Error when the database or the uploads folder cannot be used, or the backup cannot be made.
 */
export async function openServices(settings: Settings, log: Logger): Promise<Services> {
  const db = await openUpToDate(settings, log);
  // Now, though a page is the first to use it: reading one must write nothing.
  cookieSecret({ db, settings });
  sealingSecret(db);
  fillSkeletons(db);
  return {
    settings,
    db,
    files: await openFileStore(settings.uploadsDir, randomBytes),
    passwords: createPasswords(
      installationSecret(db, "password", INSTALL_KEY_BYTES),
      hashingPlaces(availableParallelism(), settings.threadPoolSize),
    ),
    search: createSearch(db, settings),
    log,
    clock: () => new Date(),
    newId: uuid,
    randomBytes,
  };
}

/** Checks and opens the database, and migrates it, after a backup where it is of an older version. */
async function openUpToDate(settings: Settings, log: Logger): Promise<Database> {
  refuseLogThatDoesNotFit(settings.databasePath);
  let db = openDatabase(settings.databasePath);
  try {
    reportOlderCopy(db, settings, log);
    if (isOfOlderVersion(db)) {
      closeDatabase(db);
      await backUpBeforeMigrating(settings, new Date(), log);
      db = openDatabase(settings.databasePath);
    }
    migrateDatabase(db);
    return db;
  } catch (error) {
    closeDatabase(db);
    throw error;
  }
}

let opened: Promise<Services> | undefined;

/** The services of this process, opened on first use. The server opens them on start; under `remix-serve` a request does. */
export function processServices(): Promise<Services> {
  opened ??= (async () => {
    const settings = readSettings();
    refuseUnfinishedRestore(settings.databasePath);
    refuseLostDatabase(settings);
    // Until the process ends.
    claimDatabase(settings.databasePath);
    claimUploads(settings.uploadsDir);
    setForeignLogAside(settings.databasePath);
    return openServices(settings, createLog(settings));
  })();
  return opened;
}

/** What signs short-lived cookies: the setting or, without one, a key of this installation. */
export const cookieSecret = ({ db, settings }: Pick<Services, "db" | "settings">): string =>
  settings.sessionSecret ?? installationSecret(db, "cookie", COOKIE_SECRET_BYTES).toString("hex");
