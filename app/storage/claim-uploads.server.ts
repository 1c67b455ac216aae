import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { claimLock, isLocked } from "#db/open";

/**
 * Locks a folder of uploads for one server. A second server with another database would take these files for its own
 * leftovers and remove them.
 * @returns a function that releases the lock
 * @throws Error if another process holds the lock, or the folder is not writable.
 */
export function claimUploads(uploadsDir: string): () => void {
  mkdirSync(uploadsDir, { recursive: true, mode: 0o700 });
  try {
    return claimLock(join(uploadsDir, ".lock"), `Another server is using ${uploadsDir}.`);
  } catch (error) {
    if (!(error instanceof Error && isLocked(error.cause))) throw error;
    throw new Error(`${error.message} Stop it, or set UPLOADS_DIR to a folder of its own.`, { cause: error.cause });
  }
}
