import { type FileHandle, open } from "node:fs/promises";
import { hasCode } from "~/values/errors";

/*
 * The only place that flushes files, which makes them durable. In a confined process, Node 24 can flush only a file handle.
 * Node 25 and newer refuse every flush there, even of files that the process may write.
 */

type Fsync = { async(descriptor: number, done: (error: Error | null, result: number) => void): void };

let systemFsync: Promise<Fsync> | undefined;

/** The system's fsync, from the C library that Node itself uses. Loaded only if Node refuses to flush. */
function loadFsync(): Promise<Fsync> {
  systemFsync ??= import("koffi").then(({ default: koffi }) => koffi.load(null).func("int fsync(int)"));
  return systemFsync;
}

/** @throws Error if the system cannot flush the file */
async function flushThroughSystem(handle: FileHandle): Promise<void> {
  const fsync = await loadFsync();
  const result = await new Promise<number>((resolve, reject) => {
    fsync.async(handle.fd, (error, returned) => (error ? reject(error) : resolve(returned)));
  });
  if (result !== 0) throw new Error("A file could not be flushed to the disk.");
}

/** Flushes an open file, or the names in an open folder. */
export async function flushHandle(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } catch (error) {
    if (!hasCode(error, "ERR_ACCESS_DENIED")) throw error;
    await flushThroughSystem(handle);
  }
}

/**
 * Flushes a file, or the names in a folder: a rename is durable only once the folder that holds the name is flushed.
 * @param change what to wait for first. The file is opened meanwhile
 */
export async function flush(path: string, change: Promise<unknown> = Promise.resolve()): Promise<void> {
  const opening = open(path, "r");
  try {
    await change;
    await flushHandle(await opening);
  } finally {
    // It has nothing to report, so nobody waits for it.
    opening.then((handle) => handle.close()).catch(() => {});
  }
}
