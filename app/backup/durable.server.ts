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
 * Durable file operations. Most of them are synchronous, because backups run in a separate thread or program.
 */

const CHUNK_BYTES = 1024 * 1024;
const OWNER_ONLY = 0o600;
/** Error codes of a file system that cannot make a link: another device, no links at all, or too many for this file. */
export const NO_LINK = ["EXDEV", "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EACCES"];

/** @returns a file's SHA-256 in hexadecimal, and its size */
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

/** Error codes for a file that exists but cannot be read: no permission, or a failing disk. */
export const UNREADABLE = ["EACCES", "EPERM", "EIO"];

/** Whether a file has the content with this SHA-256. False if the file is missing or cannot be read. */
export function hasDigest(path: string, sha256: string): boolean {
  try {
    return digestOf(path).sha256 === sha256;
  } catch (error) {
    if (hasCode(error, "ENOENT", ...UNREADABLE)) return false;
    throw error;
  }
}

/** The names in a folder. Empty if the folder does not exist. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return [];
    throw error;
  }
}

/** The size of a file in bytes, or null if it does not exist. */
export function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

/** Copies a file durably. Only the owner may read and write the copy. */
export async function copyDurably(from: string, to: string): Promise<void> {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  chmodSync(to, OWNER_ONLY);
  await flush(to);
}

/**
 * Gives a file that never changes a second name, or a copy if the file system cannot link it.
 * @param alike a path near `to` that may have the same file already; we link that one if `from` cannot be linked
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
