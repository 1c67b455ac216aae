import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { claimLock, isLocked } from "#db/open";

/**
 * Takes the one server's place on a folder of uploads. A server of another database would take the files for its own
 * leftovers, and remove them.
 * @returns what gives the place back
 * @throws Error when another process has it, or the folder cannot be written.
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
