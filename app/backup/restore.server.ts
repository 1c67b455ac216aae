import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { foreignLogName, setForeignLogAside } from "#db/foreign-log";
import { fitsLeftLog } from "#db/left-log";
import { COMPANION_SUFFIXES, claimDatabase, isLocked, requireUnused } from "#db/open";
import { flush } from "~/storage/flush.server";
import { claimUploads } from "../storage/claim-uploads.server";
import { isStorageKey } from "../storage/file-store.server";
import { copyDurably, digestOf, linkOrCopy, namesIn } from "./durable.server";
import { contentFaults } from "./ledger-check.server";
import type { BackupPlace } from "./publish.server";
import { recordRestore } from "./restore-record.server";
import { faultsOf, LEDGER, readManifest, setNames, UPLOADS, type VerifiedSet } from "./set.server";
import { isSetName, setNameOf } from "./set-name";
import { requireSignature, type Trust } from "./signing.server";
import { signingKeyPath } from "./signing-key";

/** What is accepted of a set. Without these, a set is restored whole or not at all. */
export interface Accepted extends Trust {
  /** Whether its audit log may be broken: as it was in the database that the set is a copy of. */
  brokenAuditLog?: boolean;
  /** Whether its database may have faults that can be repaired: a damaged search index, rows that refer to no row. */
  databaseFaults?: boolean;
  /** Whether uploads may be missing or damaged. */
  damagedUploads?: boolean;
}

/** Where what there was before now lies; null where there was nothing. */
export interface SetAside {
  database: string | null;
  uploads: string | null;
  /** The log of another database. */
  log: string | null;
}

/** As long as this lies beside the database, what lies there is not whole. */
const stagedLedger = (databasePath: string) => `${databasePath}.restoring`;
const stagedUploads = (uploadsDir: string) => join(uploadsDir, ".restoring");

/**
 * Finds a set and checks its signature, every byte, and its database.
 * @param set the name of one in the folder of backups, `latest`, or the path of a folder
 * @throws Error when there is none, it is not whole (with each fault), or nobody who is trusted signed it.
 */
export function verifySet(set: string, { backupDir, databasePath }: BackupPlace, accepted: Accepted = {}): VerifiedSet {
  const folder = folderOf(set, backupDir);
  const manifest = readManifest(folder);
  const signedBy = requireSignature(folder, signingKeyPath({ databasePath }), accepted);
  // An older set by a newer name would be taken for the latest.
  const ownName = setNameOf(new Date(manifest.createdAt));
  if (isSetName(basename(folder)) && basename(folder) !== ownName) {
    throw new Error(`${folder} was renamed: it is the backup ${ownName}. Give it that name back.`);
  }
  const { database: faults, repairable, uploads } = faultsOf(folder, manifest);
  const content = faults.length === 0 ? contentFaults(join(folder, LEDGER), manifest) : null;
  for (const fault of content?.database ?? []) faults.push(`${LEDGER}: ${fault}`);
  const brokenAuditLog = content?.auditLog ?? null;
  if (brokenAuditLog !== null && !accepted.brokenAuditLog) {
    faults.push(
      `${LEDGER}: ${brokenAuditLog}`,
      "To restore it with its broken audit log, repeat this with --accept-broken-audit-log.",
    );
  }
  if (repairable.length > 0 && !accepted.databaseFaults) {
    faults.push(...repairable, "To restore it and repair it afterward, repeat this with --accept-database-faults.");
  }
  if (uploads.size > 0 && !accepted.damagedUploads) {
    faults.push(...uploads.values(), "To restore all the rest, repeat this with --without-damaged-uploads.");
  }
  if (faults.length > 0) throw new Error(`${folder} is not whole, and is not used:\n  ${faults.join("\n  ")}`);
  return {
    folder,
    manifest,
    signedBy,
    brokenAuditLog,
    databaseFaults: repairable,
    withoutUploads: [...uploads.keys()],
  };
}

function folderOf(set: string, backupDir: string): string {
  const name = set === "latest" ? setNames(backupDir)[0] : set;
  if (name === undefined) throw new Error(`There are no backups in ${backupDir}.`);
  const folder = basename(name) === name ? join(backupDir, name) : name;
  if (!existsSync(folder)) throw new Error(`There is no backup at ${folder}.`);
  return folder;
}

/**
 * Puts a set in the place of the database and the uploads, and sets aside what is there, with the log that belongs to it.
 * Broken off, it has lost nothing: the server does not start (`refuseUnfinishedRestore`) until it is done again. If it
 * fails before it puts anything in place, on a full disk for one, everything is as it was.
 * @throws Error when a server is running on the database, another program has it open, or a file cannot be written.
 */
export async function restoreSet(set: VerifiedSet, place: BackupPlace, now: Date): Promise<SetAside> {
  const { databasePath, uploadsDir } = place;
  const release = claimStopped(place);
  try {
    // Set aside beside its name, it would be read as one with the database that it does not belong to.
    const log = setForeignLogAside(databasePath) ?? (await keepLogThatDoesNotFit(databasePath));
    requireUnused(databasePath);
    const isRepeated = existsSync(stagedLedger(databasePath));
    try {
      await stage(set, place, now);
    } catch (error) {
      // Nothing is in place yet, unless an earlier restore broke off there.
      if (!isRepeated) unstage(place);
      throw error;
    }

    const stamp = `set-aside-${setNameOf(now)}`;
    const uploads = await swapUploads(uploadsDir, `.${stamp}`);
    const database = await swapDatabase(databasePath, `${databasePath}.${stamp}`);
    return { database, uploads, log };
  } finally {
    release();
  }
}

/**
 * Copies a left log that does not fit the database: `requireUnused` folds it in, and it may be the only place of what
 * another copy of the database acknowledged. Call this before the process opens the database.
 */
async function keepLogThatDoesNotFit(databasePath: string): Promise<string | null> {
  if (fitsLeftLog(databasePath)) return null;
  const kept = foreignLogName(databasePath);
  await copyDurably(`${databasePath}-wal`, kept);
  await flush(dirname(databasePath));
  return kept;
}

/** Puts a copy of the set beside what is there. The staged database is the mark that a restore is under way. */
async function stage(set: VerifiedSet, place: BackupPlace, now: Date): Promise<void> {
  const { folder, manifest } = set;
  const { databasePath, uploadsDir } = place;
  const staged = stagedLedger(databasePath);
  // A restore that was ended left a journal. SQLite would write its pages into this copy, of whichever set it is.
  for (const suffix of COMPANION_SUFFIXES) rmSync(staged + suffix, { force: true });
  await copyDurably(join(folder, LEDGER), staged);
  if (digestOf(staged).sha256 !== manifest.ledger.sha256) throw new Error(`${folder} was changed while it was read.`);
  recordRestore(staged, databasePath, set, now);
  await flush(staged);
  await flush(dirname(databasePath));
  // One may have opened it since. From here on they refuse to, as `refuseUnfinishedRestore` finds what is staged.
  requireUnused(databasePath);
  await stageUploads(set, uploadsDir);
}

function unstage({ databasePath, uploadsDir }: BackupPlace): void {
  for (const suffix of [...COMPANION_SUFFIXES, ""]) rmSync(stagedLedger(databasePath) + suffix, { force: true });
  rmSync(stagedUploads(uploadsDir), { recursive: true, force: true });
}

/**
 * Refuses to go on where a restore was broken off: a server would take what is there for all there is.
 * @throws Error that says what to do.
 */
export function refuseUnfinishedRestore(databasePath: string): void {
  if (!existsSync(stagedLedger(databasePath))) return;
  throw new Error(
    `A restore of ${databasePath} was broken off. Run it again (npm run restore -- <set>); nothing is lost.`,
  );
}

function claimStopped({ databasePath, uploadsDir }: BackupPlace): () => void {
  let releaseDatabase: () => void;
  try {
    releaseDatabase = claimDatabase(databasePath);
  } catch (error) {
    if (!(error instanceof Error && isLocked(error.cause))) throw error;
    throw new Error(`A server is running on ${databasePath}: stop it before restoring.`, { cause: error });
  }
  try {
    const releaseUploads = claimUploads(uploadsDir);
    return () => {
      releaseUploads();
      releaseDatabase();
    };
  } catch (error) {
    releaseDatabase();
    throw error;
  }
}

async function stageUploads({ folder, manifest, withoutUploads }: VerifiedSet, uploadsDir: string): Promise<void> {
  const staged = stagedUploads(uploadsDir);
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true, mode: 0o700 });
  const left = new Set(withoutUploads);
  for (const { storageKey } of manifest.uploads) {
    if (!left.has(storageKey)) await linkOrCopy(join(folder, UPLOADS, storageKey), join(staged, storageKey));
  }
  await flush(staged);
}

/** Within the folder, which may be a mount of its own. @returns where the old ones lie. */
async function swapUploads(uploadsDir: string, asideName: string): Promise<string | null> {
  const aside = join(uploadsDir, asideName);
  const old = namesIn(uploadsDir).filter(isStorageKey);
  if (old.length > 0) {
    mkdirSync(aside, { mode: 0o700 });
    for (const name of old) renameSync(join(uploadsDir, name), join(aside, name));
    await flush(aside);
  }
  const staged = stagedUploads(uploadsDir);
  for (const name of namesIn(staged)) renameSync(join(staged, name), join(uploadsDir, name));
  await flush(uploadsDir);
  rmSync(staged, { recursive: true });
  return old.length > 0 ? aside : null;
}

/** The old log and journal go with their database: beside another, SQLite would read them as one. @returns where the old one lies. */
async function swapDatabase(databasePath: string, aside: string): Promise<string | null> {
  const isThere = existsSync(databasePath);
  for (const suffix of ["", ...COMPANION_SUFFIXES]) {
    if (existsSync(databasePath + suffix)) renameSync(databasePath + suffix, aside + suffix);
  }
  await flush(dirname(databasePath));
  renameSync(stagedLedger(databasePath), databasePath);
  await flush(dirname(databasePath));
  return isThere ? aside : null;
}
