import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from "node:fs";
import { hasCode } from "../errors";

/*
 * Files that are on the disk when these return. Synchronous: backups are made in a thread of their own, or by a program.
 */

const CHUNK_BYTES = 1024 * 1024;
const OWNER_ONLY = 0o600;
/** How a file system says that it makes no link: another device, none at all, or too many of this file. */
const NO_LINK = ["EXDEV", "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EACCES"];

/** Flushes a file, or the names in a folder. */
export function flush(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

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

/** Copies a file, durably, for its owner alone to read and write. */
export function copyDurably(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  chmodSync(to, OWNER_ONLY);
  flush(to);
}

/**
 * Gives a file that never changes a second name. Where the file system makes no link, the second is a copy.
 * @param alike where the same file may lie already, on the side of the second: a link of that is as good
 */
export function linkOrCopy(from: string, to: string, alike?: string): void {
  for (const source of alike === undefined ? [from] : [from, alike]) {
    try {
      linkSync(source, to);
      return;
    } catch (error) {
      if (!hasCode(error, ...NO_LINK, ...(source === alike ? ["ENOENT"] : []))) throw error;
    }
  }
  copyDurably(from, to);
}
