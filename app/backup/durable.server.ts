import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  linkSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from "node:fs";
import { flush } from "~/storage/flush.server";
import { hasCode } from "~/values/errors";

/*
 * Files that are on the disk when these return. Mostly synchronous: backups are made in a thread of their own, or by a
 * program.
 */

const CHUNK_BYTES = 1024 * 1024;
const OWNER_ONLY = 0o600;
/** How a file system says that it makes no link: another device, none at all, or too many of this file. */
export const NO_LINK = ["EXDEV", "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EACCES"];

/** @returns the SHA-256 of a file, hexadecimal, and its size. */
export function digestOf(path: string): { sizeBytes: number; sha256: string } {
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const file = openSync(path, "r");
  try {
    let sizeBytes = 0;
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      hash.update(chunk.subarray(0, read));
      sizeBytes += read;
    }
    return { sizeBytes, sha256: hash.digest("hex") };
  } finally {
    closeSync(file);
  }
}

/** How the operating system says that it cannot read a file that is there: no right to it, or a disk that fails. */
export const UNREADABLE = ["EACCES", "EPERM", "EIO"];

/** Whether a file has a content, by its SHA-256. One that cannot be read has not. */
export function hasDigest(path: string, sha256: string): boolean {
  try {
    return digestOf(path).sha256 === sha256;
  } catch (error) {
    if (hasCode(error, "ENOENT", ...UNREADABLE)) return false;
    throw error;
  }
}

/** What a folder holds; nothing where there is no such folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}

/** The size of a file; null where there is none. */
export function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

/** Copies a file, durably, so that only its owner may read and write the copy. */
export async function copyDurably(from: string, to: string): Promise<void> {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  chmodSync(to, OWNER_ONLY);
  await flush(to);
}

/**
 * Gives a file that never changes a second name. Where the file system makes no link, the second is a copy.
 * @param alike where the same file may lie already, on the side of the second: a link of that is as good
 */
export async function linkOrCopy(from: string, to: string, alike?: string): Promise<void> {
  for (const source of alike === undefined ? [from] : [from, alike]) {
    try {
      linkSync(source, to);
      return;
    } catch (error) {
      if (!hasCode(error, ...NO_LINK, ...(source === alike ? ["ENOENT"] : []))) throw error;
    }
  }
  await copyDurably(from, to);
}
