import { lstatSync, rmSync, type Stats } from "node:fs";
import { join } from "node:path";
import { hasCode } from "~/values/errors";
import { isStorageKey } from "../storage/file-store.server";
import type { NamedFile } from "../storage/named-files.server";
import { hasDigest, linkOrCopy, namesIn, UNREADABLE } from "./durable.server";
import type { BackupPlace } from "./ledger-copy.server";
import { readManifest, setNames, UPLOADS } from "./set.server";
import { DAY_CHARACTERS, instantOf, setNameOf } from "./set-name";

/*
 * Collects the uploads of a new set. With hard links, an upload and its copies in all sets are one file on disk, so
 * damage to one is damage to all. So the first set of each day reads all bytes again, and no set takes a damaged file.
 */

/** Where to take the uploads of a set from. */
interface UploadSources {
  uploadsDir: string;
  backupDir: string;
  previous: PreviousSet | null;
}

interface PreviousSet {
  folder: string;
  madeAt: Date;
  /** Its uploads by key. What it checked is not read again on the same day. */
  uploads: ReadonlyMap<string, NamedFile>;
  /** Also true if its time is in the future because a clock was wrong. File times mean nothing then. */
  isOfAnotherDay: boolean;
}

/** @param now the time by the clock, which can differ from the time in the set's name (`instantAfter`) */
export function uploadSources({ uploadsDir, backupDir }: BackupPlace, now: Date): UploadSources {
  return { uploadsDir, backupDir, previous: previousSet(backupDir, now) };
}

function previousSet(backupDir: string, now: Date): PreviousSet | null {
  const [newest] = setNames(backupDir);
  if (newest === undefined) return null;
  const folder = join(backupDir, newest);
  const madeAt = instantOf(newest);
  try {
    return {
      folder,
      madeAt,
      uploads: new Map(readManifest(folder).uploads.map((file) => [file.storageKey, file])),
      isOfAnotherDay: madeAt > now || newest.slice(0, DAY_CHARACTERS) !== setNameOf(now).slice(0, DAY_CHARACTERS),
    };
  } catch {
    // The previous set has been damaged since. The new set can do without it.
    return null;
  }
}

const liveFile = ({ uploadsDir }: UploadSources, key: string) => join(uploadsDir, key);
const previousFile = ({ previous }: UploadSources, key: string) =>
  previous?.uploads.has(key) ? join(previous.folder, UPLOADS, key) : undefined;

/** Links every live upload into a set, even if no row names it. @returns their keys */
export async function takeUploads(folder: string, sources: UploadSources): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const name of namesIn(sources.uploadsDir)) {
    if (isStorageKey(name) && (await takeUpload(folder, sources, name))) taken.add(name);
  }
  return taken;
}

/** @returns whether the upload exists and is readable */
async function takeUpload(folder: string, sources: UploadSources, key: string): Promise<boolean> {
  try {
    await linkOrCopy(liveFile(sources, key), join(folder, UPLOADS, key), previousFile(sources, key));
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT", ...UNREADABLE)) return false;
    throw error;
  }
}

/** Which of the uploads that rows name are in a set. */
interface SettledUploads {
  uploads: NamedFile[];
  /** The keys of those without a good copy. They are not in the set. */
  damaged: string[];
  /** Paths that are missing or do not match their rows, even if the set has a good copy from elsewhere. */
  damagedFiles: string[];
}

/**
 * Makes a set's uploads those that rows name, each with the content that its row states. Removes all others.
 * @param taken the keys that `takeUploads` returned
 */
export async function settleUploads(
  folder: string,
  sources: UploadSources,
  named: readonly NamedFile[],
  taken: ReadonlySet<string>,
): Promise<SettledUploads> {
  const settled: SettledUploads = { uploads: [], damaged: [], damagedFiles: [] };
  for (const file of named) {
    const key = file.storageKey;
    // This file was placed after `takeUploads` ran.
    if (!taken.has(key)) await takeUpload(folder, sources, key);
    const { isGood, damagedFiles } = await settleUpload(join(folder, UPLOADS, key), sources, file);
    settled.damagedFiles.push(...damagedFiles);
    if (isGood) settled.uploads.push(file);
    else settled.damaged.push(key);
  }
  const keys = new Set(named.map(({ storageKey }) => storageKey));
  for (const key of taken) if (!keys.has(key)) rmSync(join(folder, UPLOADS, key), { force: true });
  return settled;
}

async function settleUpload(own: string, sources: UploadSources, file: NamedFile) {
  const [live, before] = [liveFile(sources, file.storageKey), previousFile(sources, file.storageKey)];
  const isFromBefore = before !== undefined && isSameFile(own, before) && !isSameFile(own, live);
  const damagedFiles: string[] = [];
  // The set then has no link to the file that people download, and nothing else checks that file.
  if (isFromBefore && !isWhole(live, file, sources)) damagedFiles.push(live);
  if (isWhole(own, file, sources)) return { isGood: true, damagedFiles };
  damagedFiles.push(isFromBefore ? before : live);
  rmSync(own, { force: true });
  const good = [live, ...earlierFiles(sources, file.storageKey)].find(isGoodCopyOf(file, damagedFiles));
  if (good !== undefined) await linkOrCopy(good, own);
  return { isGood: good !== undefined, damagedFiles };
}

const earlierFiles = ({ backupDir }: UploadSources, key: string): string[] =>
  setNames(backupDir).map((name) => join(backupDir, name, UPLOADS, key));

/** Reads each file on disk only once, even if it has several names. */
function isGoodCopyOf(file: NamedFile, damagedFiles: readonly string[]): (path: string) => boolean {
  const read = new Set(damagedFiles.map((path) => identityOf(lookAt(path))));
  return (path) => {
    const found = lookAt(path);
    if (found?.size !== file.sizeBytes || read.has(identityOf(found))) return false;
    read.add(identityOf(found));
    return hasDigest(path, file.sha256);
  };
}

/** The file at a path, if it is a regular one. A link could lead elsewhere later, and a restore refuses it. */
function lookAt(path: string): Stats | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? found : undefined;
}

const identityOf = (found: Stats | undefined): string | undefined => found && `${found.dev}:${found.ino}`;
const isSameFile = (one: string, other: string): boolean =>
  identityOf(lookAt(one)) !== undefined && identityOf(lookAt(one)) === identityOf(lookAt(other));

/** Whether a file matches its row. We skip reading it if the previous set did so on the same day. */
function isWhole(path: string, file: NamedFile, sources: UploadSources): boolean {
  const found = lookAt(path);
  if (found?.size !== file.sizeBytes) return false;
  return wasFoundWhole(found, file, sources) || hasDigest(path, file.sha256);
}

/** Whether the previous set checked this very file today. Uploads never change, so one with a newer time is suspect. */
function wasFoundWhole(found: Stats, { storageKey, sha256 }: NamedFile, sources: UploadSources): boolean {
  const { previous } = sources;
  if (!previous || previous.isOfAnotherDay || previous.uploads.get(storageKey)?.sha256 !== sha256) return false;
  const before = lookAt(join(previous.folder, UPLOADS, storageKey));
  const isReplaced = before?.dev === found.dev && before.ino !== found.ino;
  return before !== undefined && !isReplaced && found.mtime < previous.madeAt;
}
