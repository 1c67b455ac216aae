import { createHash, type Hash } from "node:crypto";
import { createReadStream, mkdirSync, rmSync } from "node:fs";
import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { DomainError, hasCode } from "~/values/errors";
import { UPLOADS } from "~/values/limits";
import { flush, flushHandle } from "./flush.server";

/** A complete file under a temporary name, not yet part of the store. */
export interface StagedFile {
  path: string;
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Receives the bytes of one upload. */
export interface Staging {
  write(chunk: Uint8Array): Promise<void>;
  /** Flushes the file to disk and closes it. */
  finish(): Promise<StagedFile>;
  /** Deletes what was written. If the file has already been placed, it stays in the store. */
  discard(): Promise<void>;
}

export interface OpenFile {
  sizeBytes: number;
  stream: ReadableStream<Uint8Array>;
}

export interface FileStore {
  /** Starts an upload under a temporary name. Writes throw `rate_limited` if all uploads together stage too much. */
  stage(): Promise<Staging>;
  /**
   * Moves a staged file into the store and returns its storage key once the name is durable too. Commit the row that
   * names it only after that. A crash can then leave a file without a row, but never a row without its file.
   */
  place(staged: StagedFile): Promise<string>;
  /** A file's bytes as a stream, or null if there is no such file. The caller must read or cancel the stream. */
  open(storageKey: string): Promise<OpenFile | null>;
  remove(storageKey: string): Promise<void>;
  /** Removes files that no row names and that are older than `before`. Returns the number removed. */
  sweep(isNamed: (storageKey: string) => boolean, before: Date): Promise<number>;
}

const STORAGE_KEY = /^[0-9a-f]{32}$/;

/** Whether a name in the uploads folder belongs to a finished file. */
export const isStorageKey = (name: string): boolean => STORAGE_KEY.test(name);

const STAGING_FOLDER = ".staging";
const READ_CHUNK_BYTES = 64 * 1024;
/** Bytes of an upload to collect before writing them. Each write costs a trip through the thread pool. */
const WRITE_BYTES = 256 * 1024;

/**
 * Private files in one folder, under random names. Opening the store deletes the unfinished uploads of an earlier
 * process.
 */
export function openFileStore(folder: string, randomBytes: (size: number) => Buffer): FileStore {
  const staging = join(folder, STAGING_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true, mode: 0o700 });
  let stagedBytes = 0;
  const countStaged = (bytes: number) => {
    if (bytes > 0 && stagedBytes + bytes > UPLOADS.stagedBytes) {
      throw new DomainError("rate_limited", "Too many files are being uploaded. Try again in a moment", {
        retryAfterSeconds: UPLOADS.retryAfterSeconds,
      });
    }
    stagedBytes += bytes;
  };
  const randomName = () => randomBytes(16).toString("hex");
  const pathOf = (storageKey: string) => {
    if (!isStorageKey(storageKey)) throw new Error("Not a storage key");
    return join(folder, storageKey);
  };

  return {
    stage: () => startStaging(join(staging, randomName()), countStaged),

    async place(staged) {
      const storageKey = randomName();
      await rename(staged.path, pathOf(storageKey));
      await flush(folder);
      return storageKey;
    },

    async open(storageKey) {
      let handle: FileHandle;
      try {
        handle = await open(pathOf(storageKey), "r");
      } catch (error) {
        if (hasCode(error, "ENOENT")) return null;
        throw error;
      }
      const { size } = await handle.stat();
      const stream = createReadStream("", { fd: handle, highWaterMark: READ_CHUNK_BYTES });
      return { sizeBytes: size, stream: Readable.toWeb(stream) as ReadableStream<Uint8Array> };
    },

    async remove(storageKey) {
      await rm(pathOf(storageKey), { force: true });
    },

    async sweep(isNamed, before) {
      let removed = 0;
      for (const name of await readdir(folder)) {
        if (!isStorageKey(name) || isNamed(name)) continue;
        const path = join(folder, name);
        if ((await stat(path)).mtime >= before) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

async function startStaging(path: string, count: (bytes: number) => void): Promise<Staging> {
  const handle = await open(path, "wx", 0o600);
  const hash: Hash = createHash("sha256");
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let sizeBytes = 0;
  let closed = false;
  let discarded = false;
  const writeOut = async () => {
    const chunk = Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    for (let written = 0; written < chunk.byteLength; ) {
      written += (await handle.write(chunk, written)).bytesWritten;
    }
  };
  const close = async () => {
    if (closed) return;
    closed = true;
    await handle.close();
  };
  return {
    async write(chunk) {
      count(chunk.byteLength);
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      waiting.push(chunk);
      waitingBytes += chunk.byteLength;
      if (waitingBytes >= WRITE_BYTES) await writeOut();
    },
    async finish() {
      await writeOut();
      await flushHandle(handle);
      await close();
      return { path, sizeBytes, sha256: hash.digest("hex") };
    },
    async discard() {
      if (!discarded) count(-sizeBytes);
      discarded = true;
      await close();
      await rm(path, { force: true });
    },
  };
}
