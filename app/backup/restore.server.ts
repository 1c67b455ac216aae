import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { foreignLogName, setForeignLogAside } from "#db/foreign-log";
import { matchesLeftLog } from "#db/left-log";
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

/** The faults that the operator accepts. Without any, a set is restored completely or not at all. */
interface Accepted extends Trust {
  /** Accept a broken audit log. It was already broken in the database that was backed up. */
  brokenAuditLog?: boolean;
  /** Accept repairable faults in the database: a damaged search index, or rows that refer to missing rows. */
  databaseFaults?: boolean;
  /** Accept missing or damaged uploads. */
  damagedUploads?: boolean;
}

/** The new paths of the files that the restore replaced. Null if there were none. */
interface SetAside {
  database: string | null;
  uploads: string | null;
  /** The log of another database. */
  log: string | null;
}

/** While this file exists beside the database, a restore is incomplete. */
export const stagedLedger = (databasePath: string) => `${databasePath}.restoring`;
const stagedUploads = (uploadsDir: string) => join(uploadsDir, ".restoring");

/**
 * Finds a set and checks its signature, every byte, and its database.
 * @param set a name in the backup folder, `latest`, or the path of a folder
 * @throws Error if there is no such set, it has faults (the message lists each), or nobody trusted signed it.
 */
export function verifySet(set: string, { backupDir, databasePath }: BackupPlace, accepted: Accepted = {}): VerifiedSet {
  const folder = folderOf(set, backupDir);
  const manifest = readManifest(folder);
  const signedBy = requireSignature(folder, signingKeyPath({ databasePath }), accepted);
  // `latest` would choose an older set with a newer name.
  const ownName = setNameOf(new Date(manifest.createdAt));
  if (isSetName(basename(folder)) && basename(folder) !== ownName) {
    throw new Error(`${folder} was renamed. Its name was ${ownName}: change it back.`);
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
  if (faults.length > 0) throw new Error(`${folder} is damaged and was not restored:\n  ${faults.join("\n  ")}`);
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
 * Replaces the database and the uploads with a set, and sets the old ones aside together with their log. If it is
 * interrupted, nothing is lost, and the server does not start (`refuseUnfinishedRestore`) until it has run again. If it
 * fails before it replaces anything, such as on a full disk, everything stays as it was.
 * @throws Error if a server is running on the database, another program has it open, or a file cannot be written.
 */
export async function restoreSet(set: VerifiedSet, place: BackupPlace, now: Date): Promise<SetAside> {
  const { databasePath, uploadsDir } = place;
  const release = claimStopped(place);
  try {
    // SQLite would read a foreign log together with the old database, even when both are set aside.
    const log = setForeignLogAside(databasePath) ?? (await keepMismatchedLog(databasePath));
    requireUnused(databasePath);
    const isRepeated = existsSync(stagedLedger(databasePath));
    try {
      await stage(set, place, now);
    } catch (error) {
      // Nothing has been replaced yet, unless an earlier restore was interrupted after that point.
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
 * Copies a leftover log that does not fit the database. `requireUnused` will fold it in, and it may have the only copy
 * of writes that another copy of the database acknowledged. Call this before the process opens the database.
 */
async function keepMismatchedLog(databasePath: string): Promise<string | null> {
  if (matchesLeftLog(databasePath)) return null;
  const kept = foreignLogName(databasePath);
  await copyDurably(`${databasePath}-wal`, kept);
  await flush(dirname(databasePath));
  return kept;
}

/** Puts a copy of the set beside the current files. The staged database marks that a restore is under way. */
async function stage(set: VerifiedSet, place: BackupPlace, now: Date): Promise<void> {
  const { folder, manifest } = set;
  const { databasePath, uploadsDir } = place;
  const staged = stagedLedger(databasePath);
  // An interrupted restore can leave a journal. SQLite would write its pages into this copy, even of another set.
  for (const suffix of COMPANION_SUFFIXES) rmSync(staged + suffix, { force: true });
  await copyDurably(join(folder, LEDGER), staged);
  if (digestOf(staged).sha256 !== manifest.ledger.sha256)
    throw new Error(`${folder} changed while it was being read. Run this again.`);
  recordRestore(staged, databasePath, set, now);
  await flush(staged);
  await flush(dirname(databasePath));
  // A program may have opened it since. From now on they refuse, because `refuseUnfinishedRestore` finds this file.
  requireUnused(databasePath);
  await stageUploads(set, uploadsDir);
}

function unstage({ databasePath, uploadsDir }: BackupPlace): void {
  for (const suffix of [...COMPANION_SUFFIXES, ""]) rmSync(stagedLedger(databasePath) + suffix, { force: true });
  rmSync(stagedUploads(uploadsDir), { recursive: true, force: true });
}

/**
 * Refuses to go on after an interrupted restore, because a server would take the incomplete files for complete.
 * @throws Error that says what to do.
 */
export function refuseUnfinishedRestore(databasePath: string): void {
  if (!existsSync(stagedLedger(databasePath))) return;
  throw new Error(
    `A restore or a promotion of ${databasePath} was interrupted. Run it again (npm run restore -- <set>, or npm run promote). Nothing is lost.`,
  );
}

export function claimStopped({
  databasePath,
  uploadsDir,
}: Pick<BackupPlace, "databasePath" | "uploadsDir">): () => void {
  let releaseDatabase: () => void;
  try {
    releaseDatabase = claimDatabase(databasePath);
  } catch (error) {
    if (!(error instanceof Error && isLocked(error.cause))) throw error;
    throw new Error(`A server is running on ${databasePath}. Stop it first.`, { cause: error });
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

/**
 * Moves files only within the folder, which may be a separate mount.
 * @returns the folder of the old uploads, or null
 */
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

/**
 * Moves the old database with its log and journal. SQLite would read those together with any database beside them.
 * @returns the old database's new path, or null
 */
export async function swapDatabase(databasePath: string, aside: string): Promise<string | null> {
  const isThere = existsSync(databasePath);
  for (const suffix of ["", ...COMPANION_SUFFIXES]) {
    if (existsSync(databasePath + suffix)) renameSync(databasePath + suffix, aside + suffix);
  }
  await flush(dirname(databasePath));
  renameSync(stagedLedger(databasePath), databasePath);
  await flush(dirname(databasePath));
  return isThere ? aside : null;
}
