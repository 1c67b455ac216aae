import { mkdirSync, watch } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { ReplicaSettings } from "../settings.server";
import { isStorageKey } from "../storage/file-store.server";
import { REPLICA } from "../values/limits";
import { rclonePath } from "./programs.server";
import { rclone, rcloneIfThere, UPLOADS } from "./store.server";
import type { StoreWatch } from "./store-watch.server";

/** Copying uploads while others arrive. An upload never changes once it has its name. */
export interface UploadCopies {
  /** How many uploads the store may not have yet, and for how long at most. Null before all have been compared once. */
  waiting(): { waiting: number; behindSeconds: number | null };
  /** Why the last attempt failed; null if it did not. */
  problem(): string | null;
  /** Copies what is waiting, and ends. @returns how many it could not copy; null if it could not compare all */
  stop(): Promise<number | null>;
}

const RETRY_MILLISECONDS = 2_000;
const MINUTE_MILLISECONDS = 60_000;
/** The names of uploads, 32 hexadecimal digits. The folder also has locks and unfinished files. */
const FINISHED = `/${"?".repeat(32)}`;
/** By size, because a copy that was cut off is shorter. */
const ALIKE = ["--size-only", "--checkers", "8", "--transfers", "4"];

interface Copying {
  replica: ReplicaSettings;
  store: StoreWatch;
  /** Gets what goes wrong. */
  report: (line: string) => void;
}

/** Copies all uploads to the store, and then each new one. After the store was gone, it compares all again. */
export function copyUploads(folder: string, { replica, store, report }: Copying): UploadCopies {
  const to = rclonePath(replica, UPLOADS);
  // The server makes it too, and may start later.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  /** When each upload that is not copied yet was noticed, oldest first. */
  const waiting = new Map<string, number>();
  /** When all were compared, and when they are next. */
  let comparedAt: number | null = null;
  let compareAt = performance.now();
  let problem: string | null = null;
  let isStopping = false;
  const ending = new AbortController();
  let wake = () => {};
  const watching = watch(folder, (_event, name) => {
    if (name === null || !isStorageKey(name) || waiting.has(name)) return;
    waiting.set(name, performance.now());
    wake();
  });
  const compareAgain = () => {
    comparedAt = null;
    compareAt = performance.now();
    wake();
  };
  watching.on("error", (error) => {
    report(`watching the uploads failed: ${error.message}`);
    compareAgain();
  });
  store.onGone(compareAgain);

  const compareAll = async () => {
    const started = performance.now();
    const timesGone = store.timesGone();
    compareAt = started + RETRY_MILLISECONDS;
    await rclone(replica, ["copy", "--include", FINISHED, ...ALIKE, folder, to], {
      takesLong: true,
      signal: ending.signal,
    });
    if (store.timesGone() !== timesGone) throw new Error("the store was not at its place");
    comparedAt = started;
    compareAt = started + REPLICA.allUploadsMinutes * MINUTE_MILLISECONDS;
  };
  const copyWaiting = async () => {
    const names = [...waiting.keys()].slice(0, REPLICA.uploadsAtOnce);
    const list = names.map((name) => `/${name}\n`).join("");
    // Uploads that are gone meanwhile, because their form was refused, are passed over.
    await rclone(replica, ["copy", "--files-from-raw", "-", "--no-traverse", ...ALIKE, folder, to], {
      input: list,
      takesLong: true,
      signal: ending.signal,
    });
    for (const name of names) waiting.delete(name);
  };
  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  /** @returns whether it succeeded */
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      if (!store.isThere()) throw new Error("the store is not at its place");
      await work();
      problem = null;
      return true;
    } catch (error) {
      problem = `Uploads were not copied: ${error instanceof Error ? error.message : error}`;
      if (!ending.signal.aborted) report(problem);
      return false;
    }
  };
  const isDone = () => waiting.size === 0 && comparedAt !== null;
  const run = async () => {
    while (!ending.signal.aborted && !(isStopping && isDone())) {
      // One that cannot be copied must not keep those that arrive later waiting.
      let isCopied = waiting.size === 0 || (await attempt(copyWaiting));
      const mustCompare = isStopping ? comparedAt === null : performance.now() >= compareAt;
      if (mustCompare) isCopied = (await attempt(compareAll)) && isCopied;
      if (!isCopied) await pause(RETRY_MILLISECONDS, undefined, { signal: ending.signal }).catch(() => {});
      else if (!isStopping && waiting.size === 0) await sleep(compareAt - performance.now());
      // Others often follow.
      if (!isStopping) await pause(REPLICA.uploadsMilliseconds);
    }
  };
  const running = run();
  return {
    waiting() {
      const [oldest] = waiting.values();
      const behind = oldest === undefined ? 0 : (performance.now() - oldest) / 1_000;
      return { waiting: waiting.size, behindSeconds: comparedAt === null ? null : behind };
    },
    problem: () => problem,
    async stop() {
      isStopping = true;
      wake();
      const late = setTimeout(() => ending.abort(), REPLICA.stopMilliseconds);
      await running;
      clearTimeout(late);
      watching.close();
      return comparedAt === null ? null : waiting.size;
    },
  };
}

/** Copies all uploads of the store into a folder that may already have some. */
export async function fetchUploads(folder: string, replica: ReplicaSettings): Promise<void> {
  const from = rclonePath(replica, UPLOADS);
  await rcloneIfThere(replica, ["copy", "--include", FINISHED, ...ALIKE, from, folder], { takesLong: true });
}
