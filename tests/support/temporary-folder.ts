import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** Where Linux keeps files in memory. */
const IN_MEMORY = "/dev/shm";
/** In bytes: some times what the tests have there at once. A container often has 64 MB, which would fill up. */
const ROOM = 2 * 1024 ** 3;

/**
 * Where the tests put their databases and uploads: in memory, where there is room. They flush as on a disk, and do not
 * wait for it, which is a fifth of their time. What is proved or measured of the built server stays on the disk.
 */
export function temporaryFolder(): string {
  if (process.env.TMPDIR) return process.env.TMPDIR;
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    accessSync(IN_MEMORY, constants.W_OK | constants.X_OK);
    return bavail * bsize >= ROOM ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
