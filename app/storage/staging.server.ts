import { createHash } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { flushHandle } from "./flush.server";

/** A complete file under a temporary name, not yet part of the store. */
export interface StagedFile {
  path: string;
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
  /** Fulfills once the content is on the disk. Meanwhile the file can already be read and moved. */
  flushed: Promise<void>;
  /** Gives the file its final name, which is not durable before its folder is flushed. */
  moveTo(path: string): Promise<void>;
}

/** Receives the bytes of one upload. */
export interface Staging {
  /**
   * Takes the next bytes, which must not change afterwards.
   * @returns a promise if too many bytes wait to be written: then wait for it before the next call
   * @throws DomainError rate_limited if all uploads together stage too much
   */
  write(chunk: Uint8Array): Promise<void> | undefined;
  /** Writes the rest, and begins to flush the file. */
  finish(): Promise<StagedFile>;
  /** Deletes what was written. If the file has already been moved, it stays. */
  discard(): Promise<void>;
}

/**
 * Bytes of an upload to collect before writing them. Each write costs a trip through the thread pool. As many may wait
 * during a write.
 */
const WRITE_BYTES = 256 * 1024;

/**
 * Starts an upload. Its bytes are written while the next ones arrive.
 * @param count is called with the number of bytes that are staged more, or less if negative. It may refuse more
 */
export function startStaging(path: string, count: (bytes: number) => void): Staging {
  const hash = createHash("sha256");
  const opening = open(path, "wx", 0o600);
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let sizeBytes = 0;
  /** Stays true after a failure, so that every later call reports it. */
  let isWriting = false;
  let written: Promise<void> = opening.then(() => {});
  let flushed: Promise<void> | undefined;
  let isMoved = false;
  let isDiscarded = false;

  const writeWaiting = () => {
    isWriting = true;
    const [chunks, at] = [waiting, sizeBytes - waitingBytes];
    waiting = [];
    waitingBytes = 0;
    // The last write need not wait for the one before it.
    const write = opening.then((handle) => writeAll(handle, chunks, at));
    written = Promise.all([written, write]).then(() => {
      isWriting = false;
    });
    // Reported by the next call.
    written.catch(() => {});
  };
  written.catch(() => {});

  return {
    write(chunk) {
      count(chunk.byteLength);
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      waiting.push(chunk);
      waitingBytes += chunk.byteLength;
      if (waitingBytes < WRITE_BYTES) return undefined;
      if (isWriting) return written;
      writeWaiting();
      return undefined;
    },
    async finish() {
      writeWaiting();
      await written;
      const handle = await opening;
      flushed = flushHandle(handle);
      // Reports a failure only to a caller that waits. Nobody waits for a file that is refused.
      flushed.catch(() => {}).finally(() => handle.close());
      return {
        path,
        sizeBytes,
        sha256: hash.digest("hex"),
        flushed,
        async moveTo(place) {
          await rename(path, place);
          isMoved = true;
        },
      };
    },
    async discard() {
      if (!isDiscarded) count(-sizeBytes);
      isDiscarded = true;
      await Promise.allSettled([written, flushed]);
      await opening.then(
        (handle) => handle.close(),
        () => {},
      );
      if (!isMoved) await rm(path, { force: true });
    },
  };
}

async function writeAll(handle: FileHandle, chunks: Uint8Array[], at: number): Promise<void> {
  if (chunks.length === 0) return;
  const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  let { bytesWritten } = await handle.writev(chunks, at);
  if (bytesWritten === bytes) return;
  // The disk is almost full, for example. Writing the rest reports why.
  const whole = Buffer.concat(chunks);
  while (bytesWritten < bytes) {
    bytesWritten += (await handle.write(whole, bytesWritten, bytes - bytesWritten, at + bytesWritten)).bytesWritten;
  }
}
