import { watch } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { ReplicaSettings } from "../settings.server";
import { isStorageKey } from "../storage/file-store.server";
import { REPLICA } from "../values/limits";
import { rclonePath } from "./programs.server";
import { rclone, rcloneIfThere, UPLOADS } from "./store.server";

/** Copying uploads while others arrive. An upload never changes once it has its name. */
export interface UploadCopies {
  /** How many uploads the store may not have yet, and for how long at most. Null before all have been compared once. */
  waiting(): { count: number; behindSeconds: number | null };
  /** Copies what is waiting, and ends. */
  stop(): Promise<void>;
}

const RETRY_MILLISECONDS = 2_000;
const MINUTE_MILLISECONDS = 60_000;
/** The names of uploads, 32 hexadecimal digits. The folder also has locks and unfinished files. */
const FINISHED = `/${"?".repeat(32)}`;
/** By size, because a copy that was cut off is shorter. */
const ALIKE = ["--size-only", "--checkers", "8", "--transfers", "4"];

/** Copies all uploads to the store, and then each new one. @param report gets what goes wrong */
export function copyUploads(folder: string, replica: ReplicaSettings, report: (line: string) => void): UploadCopies {
  const to = rclonePath(replica, UPLOADS);
  /** When each upload that is not copied yet was noticed, oldest first. */
  const waiting = new Map<string, number>();
  let comparedAt = Number.NEGATIVE_INFINITY;
  let isStopping = false;
  let wake = () => {};
  const watching = watch(folder, (_event, name) => {
    if (name === null || !isStorageKey(name) || waiting.has(name)) return;
    waiting.set(name, performance.now());
    wake();
  });
  watching.on("error", (error) => report(`watching the uploads failed: ${error.message}`));

  const compareAll = async () => {
    const started = performance.now();
    await rclone(replica, ["copy", "--include", FINISHED, ...ALIKE, folder, to], { takesLong: true });
    comparedAt = started;
  };
  const copyWaiting = async () => {
    const names = [...waiting.keys()].slice(0, REPLICA.uploadsAtOnce);
    const list = names.map((name) => `/${name}\n`).join("");
    // Uploads that are gone meanwhile, because their form was refused, are passed over.
    await rclone(replica, ["copy", "--files-from-raw", "-", "--no-traverse", ...ALIKE, folder, to], {
      input: list,
      takesLong: true,
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
  const isDue = () => performance.now() - comparedAt > REPLICA.allUploadsMinutes * MINUTE_MILLISECONDS;
  const run = async () => {
    while (!isStopping || waiting.size > 0) {
      try {
        if (isDue() && !isStopping) await compareAll();
        if (waiting.size === 0 && !isStopping) await sleep(REPLICA.allUploadsMinutes * MINUTE_MILLISECONDS);
        // Others often follow.
        if (!isStopping) await pause(REPLICA.uploadsMilliseconds);
        if (waiting.size > 0) await copyWaiting();
      } catch (error) {
        report(`uploads were not copied: ${error instanceof Error ? error.message : error}`);
        if (isStopping) return;
        await sleep(RETRY_MILLISECONDS);
      }
    }
  };
  const running = run();
  return {
    waiting() {
      const [oldest] = waiting.values();
      const isCompared = comparedAt !== Number.NEGATIVE_INFINITY;
      const behind = oldest === undefined ? 0 : (performance.now() - oldest) / 1_000;
      return { count: waiting.size, behindSeconds: isCompared ? behind : null };
    },
    async stop() {
      isStopping = true;
      wake();
      await running;
      watching.close();
    },
  };
}

/** Brings a folder all uploads of the store that it does not have. */
export async function fetchUploads(folder: string, replica: ReplicaSettings): Promise<void> {
  const from = rclonePath(replica, UPLOADS);
  await rcloneIfThere(replica, ["copy", "--include", FINISHED, ...ALIKE, from, folder], { takesLong: true });
}
