import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claimLock, isLocked } from "#db/open";
import { flush } from "~/storage/flush.server";
import { digestOf } from "./durable.server";
import { type BackupPlace, copyLedger } from "./ledger-copy.server";
import { setsToRemove } from "./retention";
import { LEDGER, MANIFEST, type Manifest, manifestText, readManifest, setNames, UPLOADS } from "./set.server";
import { instantAfter, setNameOf } from "./set-name";
import { settleUploads, takeUploads, uploadSources } from "./set-uploads.server";
import { isSignedByAnother, SIGNATURE, signSet } from "./signing.server";
import { signingKeyPath } from "./signing-key";

export type { BackupPlace };

export interface PublishedSet {
  name: string;
  uploads: number;
  /** The size of the database. */
  sizeBytes: number;
  lastAudit: Manifest["lastAudit"];
  /** The keys of uploads without a good copy. The set was made without them. */
  damaged: string[];
  /** Paths of uploads that are missing or do not match their rows. The set may have a good copy from elsewhere. */
  damagedFiles: string[];
  /** Problems for an operator to look into, although the set was made. */
  problems: string[];
  /** The names of old sets that were removed. */
  removed: string[];
}

export interface Publishing {
  /** If the newest set has the same content, return it and make no new one. */
  unlessAlike?: boolean;
}

const OWNER_ONLY = 0o700;
const READ_ONLY = 0o400;
/** Folders with these names are being made or removed. If nobody holds the lock, a crash left them behind. */
const UNFINISHED = ".unfinished";
const REMOVING = ".removing";

/**
 * Makes a set and publishes it: writes and flushes everything under another name, and renames it when it is complete.
 * Then removes old sets. Call it in a separate thread, so that the server can handle requests in the meantime.
 * @returns null if another process is making a set
 * @throws Error if the database is unreadable or damaged, or the folder is not writable.
 */
export async function publishSet(
  place: BackupPlace,
  now: Date,
  { unlessAlike = false }: Publishing = {},
): Promise<PublishedSet | null> {
  const { backupDir } = place;
  mkdirSync(backupDir, { recursive: true, mode: OWNER_ONLY });
  const release = claimBackups(backupDir);
  if (!release) return null;
  const folder = join(backupDir, UNFINISHED);
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, UPLOADS), { recursive: true, mode: OWNER_ONLY });
    const [newest] = setNames(backupDir);
    const at = instantAfter(newest, now);
    const { manifest, damagedFiles, problems } = await fill(folder, place, { at, now });
    const { uploads, ledger, lastAudit, damaged } = manifest;
    const made = {
      uploads: uploads.length,
      sizeBytes: ledger.sizeBytes,
      lastAudit,
      damaged,
      damagedFiles,
      problems,
    };
    if (unlessAlike && newest !== undefined && isAlike(join(backupDir, newest), manifest)) {
      return { ...made, name: newest, removed: [] };
    }
    const name = setNameOf(at);
    renameSync(folder, join(backupDir, name));
    await flush(backupDir);
    const { removed, failure } = removeOld(backupDir);
    return { ...made, name, removed, problems: [...problems, ...failure] };
  } finally {
    // On a full disk, half a set would take the space that the database needs.
    rmSync(folder, { recursive: true, force: true });
    release();
  }
}

/** Whether a set has the content of this manifest, is signed, and has an undamaged database. */
function isAlike(set: string, made: Omit<Manifest, "format">): boolean {
  try {
    const content = ({ lastAudit, ledger, uploads, damaged }: Omit<Manifest, "format">) =>
      JSON.stringify([lastAudit, ledger.sha256, uploads, damaged]);
    return (
      existsSync(join(set, SIGNATURE)) &&
      content(readManifest(set)) === content(made) &&
      digestOf(join(set, LEDGER)).sha256 === made.ledger.sha256
    );
  } catch {
    // The set has been damaged since it was made.
    return false;
  }
}

function claimBackups(backupDir: string): (() => void) | null {
  try {
    return claimLock(join(backupDir, ".lock"), `Another backup into ${backupDir} is in progress.`);
  } catch (error) {
    if (error instanceof Error && isLocked(error.cause)) return null;
    throw error;
  }
}

/** Writes and flushes a set's files. @param at the time in the set's name */
async function fill(
  folder: string,
  place: BackupPlace,
  { at, now }: { at: Date; now: Date },
): Promise<{ manifest: Omit<Manifest, "format">; damagedFiles: string[]; problems: string[] }> {
  const sources = uploadSources(place, now);
  // Uploads first. If the database then names another file, that file was placed since and is too new for the sweep. In
  // the other order, the sweep could remove a file after the database was copied and before the file was.
  const taken = await takeUploads(folder, sources);
  const { named, lastAudit, problems } = await copyLedger(join(folder, LEDGER), place);
  const { uploads, damaged, damagedFiles } = await settleUploads(folder, sources, named, taken);

  const manifest = {
    createdAt: at.toISOString(),
    lastAudit,
    ledger: digestOf(join(folder, LEDGER)),
    uploads,
    damaged,
  };
  writeFileSync(join(folder, MANIFEST), manifestText(manifest));
  await flush(join(folder, MANIFEST));
  const keyPath = signingKeyPath(place);
  await signSet(folder, keyPath);
  const [newest] = setNames(place.backupDir);
  if (newest !== undefined && isSignedByAnother(join(place.backupDir, newest), keyPath)) {
    problems.push(
      `${newest} was signed with another key than this set. If ${keyPath} was lost, put it back: a new one was made in its place.`,
    );
  }
  for (const name of [LEDGER, MANIFEST]) chmodSync(join(folder, name), READ_ONLY);
  await flush(join(folder, UPLOADS));
  await flush(folder);
  return { manifest, damagedFiles, problems };
}

/** Removes old sets. @returns their names, and the error as text if it had to stop */
function removeOld(backupDir: string): { removed: string[]; failure: string[] } {
  const removed: string[] = [];
  try {
    const removing = join(backupDir, REMOVING);
    rmSync(removing, { recursive: true, force: true });
    for (const name of setsToRemove(setNames(backupDir))) {
      // Renamed first, so that a set under its own name is always complete.
      renameSync(join(backupDir, name), removing);
      rmSync(removing, { recursive: true, force: true });
      removed.push(name);
    }
    return { removed, failure: [] };
  } catch (error) {
    // The new set is published anyway, so this is not a failed backup.
    return { removed, failure: [`Old backups cannot be removed: ${error instanceof Error ? error.message : error}.`] };
  }
}
