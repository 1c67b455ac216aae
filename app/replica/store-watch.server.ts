import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { ReplicaSettings } from "../settings.server";
import { hasCode } from "../values/errors";
import { CLAIMS } from "./store.server";

/**
 * Whether the store is at its place. A mount point without its disk accepts everything that is copied to it, and all of that
 * is gone once the disk is back.
 */
export interface StoreWatch {
  isThere(): boolean;
  /** How often it was gone. */
  timesGone(): number;
  /** Calls a function each time it is gone. */
  onGone(listener: () => void): void;
  /** Looks once more. */
  look(): Promise<boolean>;
  stop(): void;
}

const LOOK_MILLISECONDS = 250;

/** Watches a store that has a claim. Of a bucket, its requests say enough. */
export function watchStore({ store }: ReplicaSettings): StoreWatch {
  const listeners: (() => void)[] = [];
  let isThere = true;
  let timesGone = 0;
  let looking: Promise<boolean> | null = null;
  const look = async () => {
    const found = store.kind === "file" ? await hasClaims(store.folder) : true;
    if (found === null) return isThere;
    if (isThere && !found) {
      isThere = false;
      timesGone += 1;
      for (const listener of listeners) listener();
    }
    isThere = found;
    return found;
  };
  /** One at a time: a share that does not respond keeps it waiting. */
  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
  const timer = setInterval(() => void lookOnce(), LOOK_MILLISECONDS);
  return {
    isThere: () => isThere,
    timesGone: () => timesGone,
    onGone: (listener) => void listeners.push(listener),
    look: lookOnce,
    stop: () => clearInterval(timer),
  };
}

/** Null if nobody can say, such as while a share fails. What is copied then fails too. */
async function hasClaims(folder: string): Promise<boolean | null> {
  try {
    await stat(join(folder, CLAIMS));
    return true;
  } catch (error) {
    return hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR") ? false : null;
  }
}
