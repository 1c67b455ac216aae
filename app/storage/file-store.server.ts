import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { DomainError, hasCode } from "~/values/errors";
import { UPLOADS } from "~/values/limits";
import { flush, flushHandle } from "./flush.server";

/** A file that lies finished under a temporary name, not yet part of the store. */
export interface StagedFile {
  path: string;
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Receives the bytes of one upload as they come. */
export interface Staging {
  write(chunk: Uint8Array): Promise<void>;
  /** Flushes the file to the disk itself. */
  finish(): Promise<StagedFile>;
  /** Throws away what was written; does nothing once the file was placed. */
  discard(): Promise<void>;
}

export interface OpenFile {
  sizeBytes: number;
  stream: ReadableStream<Uint8Array>;
}

export interface FileStore {
  /** Starts an upload under a temporary name. Writing is refused (rate_limited) when too much is staged in all. */
  stage(): Promise<Staging>;
  /**
   * Gives a staged file its name in the store, and returns once the name is on the disk too. Only after that may a
   * row that names it be committed: a crash then leaves at most a file without a row, never a row without its file.
   */
  place(staged: StagedFile): Promise<string>;
  /** A file's bytes as a stream; null when it is not there. The stream must be read or cancelled. */
  open(storageKey: string): Promise<OpenFile | null>;
  remove(storageKey: string): Promise<void>;
  /** Removes files that no row names and that are older than `before`. Returns how many. */
  sweep(isNamed: (storageKey: string) => boolean, before: Date): Promise<number>;
}

const STORAGE_KEY = /^[0-9a-f]{32}$/;

/** Whether a name in the uploads folder is that of a finished file. */
export const isStorageKey = (name: string): boolean => STORAGE_KEY.test(name);

const STAGING_FOLDER = ".staging";
const READ_CHUNK_BYTES = 64 * 1024;
/** What of an upload is gathered before it is written: each write costs a trip through the thread pool. */
const WRITE_BYTES = 256 * 1024;

/**
 * Private files in one folder, under random names that say nothing. Opening it throws away what an earlier process
 * left half uploaded.
 */
export async function openFileStore(folder: string, randomBytes: (size: number) => Buffer): Promise<FileStore> {
  const staging = join(folder, STAGING_FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });
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
