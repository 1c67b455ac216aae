import { Worker } from "node:worker_threads";
import { beforeAll, expect } from "vitest";

/*
 * Vitest loads this before each file. Its own limits are timers, so an endless loop would hang the whole run: a thread
 * ends a worker that blocks.
 */

/** Much longer than any test blocks, on a busy machine. */
const MOST_SECONDS = Number(process.env.MOST_BLOCKED_SECONDS ?? 120);
const BEAT_MILLISECONDS = 1000;

/** One thread for each worker, whose files share this. */
const shared = globalThis as { blockingThread?: Worker; testFile?: string };

function watch(): Worker {
  const thread = new Worker("./tests/support/blocking-thread.cjs", { workerData: { seconds: MOST_SECONDS } });
  thread.unref();
  setInterval(() => thread.postMessage(shared.testFile), BEAT_MILLISECONDS).unref();
  return thread;
}

beforeAll(() => {
  shared.testFile = expect.getState().testPath ?? "";
  shared.blockingThread ??= watch();
  shared.blockingThread.postMessage(shared.testFile);
});
