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
 * The uploads of a set that is being made. Where the file system makes hard links, a live upload and those of all sets are
 * one file on the disk: what damages one damages all. So their bytes are read again in the first set of each day, and a
 * damaged one is never taken into the next set.
 */

/** Where the uploads of a set come from. */
export interface UploadSources {
  uploadsDir: string;
  backupDir: string;
  previous: PreviousSet | null;
}

interface PreviousSet {
  folder: string;
  madeAt: Date;
  /** Its uploads, by their keys: what was read then is not read again on the same day. */
  uploads: ReadonlyMap<string, NamedFile>;
  /** Or of a time that has not come, by a clock that was wrong: then no time of a file says anything. */
  isOfAnotherDay: boolean;
}

/** @param now by the clock: the name of a set may be of another time, after the clock was set back */
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
    // It was damaged since. This set stands by itself all the same.
    return null;
  }
}

const liveFile = ({ uploadsDir }: UploadSources, key: string) => join(uploadsDir, key);
const previousFile = ({ previous }: UploadSources, key: string) =>
  previous?.uploads.has(key) ? join(previous.folder, UPLOADS, key) : undefined;

/** Links every live upload into a set, whether or not a row names it. @returns their keys. */
export async function takeUploads(folder: string, sources: UploadSources): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const name of namesIn(sources.uploadsDir)) {
    if (isStorageKey(name) && (await takeUpload(folder, sources, name))) taken.add(name);
  }
  return taken;
}

/** @returns whether it was there, and could be read. */
async function takeUpload(folder: string, sources: UploadSources, key: string): Promise<boolean> {
  try {
    await linkOrCopy(liveFile(sources, key), join(folder, UPLOADS, key), previousFile(sources, key));
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT", ...UNREADABLE)) return false;
    throw error;
  }
}

/** What a set has of the uploads that rows name. */
export interface SettledUploads {
  uploads: NamedFile[];
  /** The keys of those that it does not have: no good copy was found. */
  damaged: string[];
  /** The files that are missing or are not what their rows say, also where the set has a good copy from elsewhere. */
  damagedFiles: string[];
}

/**
 * Gives a set every upload that a row names, and no other, each with the content that its row says.
 * @param taken the keys that `takeUploads` found
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
    // It was placed since the others were taken.
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
  // What people download is not in the set then. Nobody else looks at it.
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

/** Reads each file once, whatever names it has. */
function isGoodCopyOf(file: NamedFile, damagedFiles: readonly string[]): (path: string) => boolean {
  const read = new Set(damagedFiles.map((path) => identityOf(lookAt(path))));
  return (path) => {
    const found = lookAt(path);
    if (found?.size !== file.sizeBytes || read.has(identityOf(found))) return false;
    read.add(identityOf(found));
    return hasDigest(path, file.sha256);
  };
}

/** What is at a path, where that is a file: a link may lead elsewhere later, and a restore refuses it. */
function lookAt(path: string): Stats | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? found : undefined;
}

const identityOf = (found: Stats | undefined): string | undefined => found && `${found.dev}:${found.ino}`;
const isSameFile = (one: string, other: string): boolean =>
  identityOf(lookAt(one)) !== undefined && identityOf(lookAt(one)) === identityOf(lookAt(other));

/** Whether a file is what its row says. It is read unless the set before found the same file whole on the same day. */
function isWhole(path: string, file: NamedFile, sources: UploadSources): boolean {
  const found = lookAt(path);
  if (found?.size !== file.sizeBytes) return false;
  return wasFoundWhole(found, file, sources) || hasDigest(path, file.sha256);
}

/** An upload never changes: one that was written to since, or replaced by another file, is read again. */
function wasFoundWhole(found: Stats, { storageKey, sha256 }: NamedFile, sources: UploadSources): boolean {
  const { previous } = sources;
  if (!previous || previous.isOfAnotherDay || previous.uploads.get(storageKey)?.sha256 !== sha256) return false;
  const before = lookAt(join(previous.folder, UPLOADS, storageKey));
  const isReplaced = before?.dev === found.dev && before.ino !== found.ino;
  return before !== undefined && !isReplaced && found.mtime < previous.madeAt;
}
