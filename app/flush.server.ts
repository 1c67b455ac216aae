import { type FileHandle, open } from "node:fs/promises";
import { hasCode } from "./errors";

/*
 * What makes a file durable: the only place that flushes. Since version 25 Node refuses every flush in a confined
 * process, of its own files too; Node 24 lets a file handle flush, and nothing else.
 */

type Fsync = { async(descriptor: number, done: (error: Error | null, result: number) => void): void };

let systemFsync: Promise<Fsync> | undefined;

/** The system's own fsync, of the C library that Node itself runs on. Loaded only where Node refuses to flush. */
function loadFsync(): Promise<Fsync> {
  systemFsync ??= import("koffi").then(({ default: koffi }) => koffi.load(null).func("int fsync(int)"));
  return systemFsync;
}

/** @throws Error when the disk does not take it. */
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

/** Flushes a file, or the names in a folder: a rename is durable only once the folder that holds the name is flushed. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await flushHandle(handle);
  } finally {
    await handle.close();
  }
}
