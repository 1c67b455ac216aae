import { createReadStream, mkdirSync, rmSync } from "node:fs";
import { type FileHandle, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { DomainError, hasCode } from "~/values/errors";
import { UPLOADS } from "~/values/limits";
import { flush } from "./flush.server";
import { type StagedFile, type Staging, startStaging } from "./staging.server";

export interface OpenFile {
  sizeBytes: number;
  stream: ReadableStream<Uint8Array>;
}

export interface FileStore {
  /** Starts an upload under a temporary name. */
  stage(): Staging;
  /**
   * Moves a staged file into the store and returns its storage key once its content and its name are durable. Commit the
   * row that names it only after that. A crash can then leave a file without a row, but never a row without its file.
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
      await Promise.all([staged.flushed, flush(folder, staged.moveTo(pathOf(storageKey)))]);
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
