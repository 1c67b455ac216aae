import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import pino, { type Logger } from "pino";
import { v7 as uuid } from "uuid";
import { fence } from "#db/fence";
import { setForeignLogAside } from "#db/foreign-log";
import { openFiles } from "#db/in-place";
import { refuseMismatchedLog } from "#db/left-log";
import { requireThisVersion } from "#db/migrate";
import { readMigrations } from "#db/migration-files";
import {
  claimDatabase,
  closeDatabase,
  type Database,
  isOfOlderVersion,
  migrateDatabase,
  openDatabase,
  shareLog,
} from "#db/open";
import { backUpBeforeMigrating } from "~/backup/before-migrating.server";
import { refuseLostDatabase } from "~/backup/lost-database.server";
import { reportOlderCopy } from "~/backup/older-copy.server";
import { refuseUnfinishedRestore } from "~/backup/restore.server";
import { fillSkeletons } from "~/domain/organization/look-alikes.server";
import type { Services } from "~/operations/services";
import { type Lease, startLease } from "~/replica/lease.server";
import { replicaPlace } from "~/replica/place";
import { turnOnMail } from "~/routing/outbox.server";
import { createLedgerSearch } from "~/search/ledger/ledger-search.server";
import { createSearchThread } from "~/search/ledger/search-thread.server";
import { createSearch } from "~/search/search.server";
import { mailTokenSecret } from "~/secrets/derived-token.server";
import { installationSecret } from "~/secrets/installation-secret.server";
import { createPasswords, hashingPlaces } from "~/secrets/passwords.server";
import { sealingSecret } from "~/secrets/sealed-text.server";
import { readSettings, type Settings } from "~/settings.server";
import { readAgencyAssets } from "~/storage/agency-assets.server";
import { claimUploads } from "~/storage/claim-uploads.server";
import { readCodeTables } from "~/storage/code-tables.server";
import { openFileStore } from "~/storage/file-store.server";
import { createIdentityProvider } from "~/web/identity-provider/identity-provider.server";

const INSTALL_KEY_BYTES = 32;
const COOKIE_SECRET_BYTES = 32;

/** A log of one JSON object per line on standard output, written in the background. */
export function createLog(settings: Settings): Logger {
  return pino({ level: settings.logLevel, base: null }, pino.destination({ dest: 1, sync: false }));
}

/**
 * Opens what the domain needs: the database, the files, passwords and search. Backs up and migrates an older database.
 * @param searchWorker what a thread for searches runs. Null to search only in this one
 * @throws Error if the database or the uploads folder cannot be used, or the backup fails
 */
export async function openServices(
  settings: Settings,
  log: Logger,
  searchWorker: string | null = null,
): Promise<Services> {
  // First, because they may fail.
  const agencyAssets = await readAgencyAssets(settings);
  const codeTables = await readCodeTables(settings, new Date());
  const db = await openUpToDate(settings, log);
  // Creates the secret now, because a page that reads must not write.
  cookieSecret({ db, settings });
  sealingSecret(db);
  if (settings.mail) {
    mailTokenSecret(db);
    turnOnMail(db);
  }
  fillSkeletons(db);
  return {
    settings,
    db,
    files: openFileStore(settings.uploadsDir, randomBytes),
    agencyAssets,
    codeTables,
    passwords: createPasswords(
      installationSecret(db, "password", INSTALL_KEY_BYTES),
      hashingPlaces(availableParallelism(), settings.threadPoolSize),
    ),
    search: createSearch(db, settings),
    ledger: createLedgerSearch(
      db,
      { ...settings, codeTables },
      ({ source, sourceId }, error) =>
        log.error({ err: error, record: `${source} ${sourceId}` }, "a record was left out of the search index"),
      searchWorker === null
        ? null
        : createSearchThread(searchWorker, { ...settings, files: openFiles(db.$client) }, (error) =>
            log.error({ err: error }, "the search's thread ended"),
          ),
    ),
    identityProvider: createIdentityProvider(settings, log),
    lease: await leaseOf(settings, log),
    log,
    clock: () => new Date(),
    newId: uuid,
    randomBytes,
  };
}

/** Asks the program that copies the data for a lease. */
async function leaseOf({ replica, standbyDataAt, databasePath }: Settings, log: Logger): Promise<Lease | null> {
  if (!replica || standbyDataAt !== null) return null;
  const { socket, claim } = replicaPlace(databasePath);
  return startLease({ socket, claim, isFenced: replica.leaseSeconds > 0, log });
}

/**
 * From now on, the server writes only while it has a lease, and that of a standby never. Call it after what the start itself
 * writes, because that is acknowledged to nobody.
 */
export function guardWrites({ db, settings, lease }: Pick<Services, "db" | "settings" | "lease">): void {
  if (settings.standbyDataAt !== null) fence(db, () => false);
  if (!lease) return;
  fence(db, lease.mayWrite);
  shareLog(db);
}

/** Opens the database, backs it up if it is of an older version, and migrates it. */
async function openUpToDate(settings: Settings, log: Logger): Promise<Database> {
  refuseMismatchedLog(settings.databasePath);
  let db = openDatabase(settings.databasePath);
  try {
    reportOlderCopy(db, settings, log);
    if (settings.standbyDataAt !== null) {
      requireThisVersion(db.$client, readMigrations());
      return db;
    }
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

/** The services of this process, opened on first use: by the server when it starts, or under `remix-serve` by a request. */
export function processServices(): Promise<Services> {
  opened ??= (async () => {
    const settings = readSettings();
    refuseUnfinishedRestore(settings.databasePath);
    refuseLostDatabase(settings);
    // Both claims last until the process ends.
    claimDatabase(settings.databasePath);
    claimUploads(settings.uploadsDir);
    setForeignLogAside(settings.databasePath);
    const services = await openServices(settings, createLog(settings));
    guardWrites(services);
    return services;
  })();
  return opened;
}

/** The key that signs short-lived cookies: the setting, or this installation's own key. */
export const cookieSecret = ({ db, settings }: Pick<Services, "db" | "settings">): string =>
  settings.sessionSecret ?? installationSecret(db, "cookie", COOKIE_SECRET_BYTES).toString("hex");
