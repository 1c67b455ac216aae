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
  /** Of the database. */
  sizeBytes: number;
  lastAudit: Manifest["lastAudit"];
  /** The uploads without a good copy. The set was made without them. */
  damaged: string[];
  /** The files of uploads that are missing or are not what their rows say. The set may have a good copy from elsewhere. */
  damagedFiles: string[];
  /** What someone must look into, in words, although the set was made. */
  problems: string[];
  /** The sets that were removed, being kept no longer. */
  removed: string[];
}

export interface Publishing {
  /** Makes no second set of what the newest one has already, and returns that one. */
  unlessAlike?: boolean;
}

const OWNER_ONLY = 0o700;
/** A finished set is there to be read. */
const READ_ONLY = 0o400;
/** What is not finished, and what is being removed. What has such a name while nobody holds the lock was left by a crash. */
const UNFINISHED = ".unfinished";
const REMOVING = ".removing";

/**
 * Makes a set and publishes it: everything is written and flushed under another name, and renamed when it is whole.
 * Requests go on meanwhile, in this process too if it is called in a thread of its own. Then removes the sets that are
 * kept no longer.
 * @returns null where another process is making one just now.
 * @throws Error when the database cannot be read, is not whole, or the folder cannot be written.
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
    // On a full disk, half a set would leave the database no room.
    rmSync(folder, { recursive: true, force: true });
    release();
  }
}

/** Whether a set has all that this manifest has, is signed, and its database is whole. */
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
    // It was damaged since.
    return false;
  }
}

function claimBackups(backupDir: string): (() => void) | null {
  try {
    return claimLock(join(backupDir, ".lock"), `Another backup into ${backupDir} is under way.`);
  } catch (error) {
    if (error instanceof Error && isLocked(error.cause)) return null;
    throw error;
  }
}

/** Fills a folder with all that makes a set, flushed. @param at the instant of its name */
async function fill(
  folder: string,
  place: BackupPlace,
  { at, now }: { at: Date; now: Date },
): Promise<{ manifest: Omit<Manifest, "format">; damagedFiles: string[]; problems: string[] }> {
  const sources = uploadSources(place, now);
  // The files first. What the database names then, and is not among them, was placed since, and is too young to be swept;
  // the other way round, a file could be swept between the database's copy and its own.
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

/** Removes the sets that are kept no longer. @returns their names, and why it went no further, in words. */
function removeOld(backupDir: string): { removed: string[]; failure: string[] } {
  const removed: string[] = [];
  try {
    const removing = join(backupDir, REMOVING);
    rmSync(removing, { recursive: true, force: true });
    for (const name of setsToRemove(setNames(backupDir))) {
      // Under its own name a set is whole or not there.
      renameSync(join(backupDir, name), removing);
      rmSync(removing, { recursive: true, force: true });
      removed.push(name);
    }
    return { removed, failure: [] };
  } catch (error) {
    // The new set is published: this is no reason to take it for none.
    return { removed, failure: [`Old backups cannot be removed: ${error instanceof Error ? error.message : error}.`] };
  }
}
