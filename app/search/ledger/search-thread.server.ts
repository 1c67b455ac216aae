import { Worker } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import type { SearchBackend } from "../search.server";
import type { LedgerFound, LedgerRequest } from "./find.server";
import type { SuggestedEntry, SuggestRequest } from "./suggest.server";

/**
 * What the thread does. Functions cannot be sent to it, so it finds out itself what a reader may read, from the reader and the
 * time.
 */
export interface SearchTasks {
  find: { question: Pick<LedgerRequest, "text" | "reader" | "filters">; answer: LedgerFound };
  suggest: { question: Omit<SuggestRequest, "readable" | "hidden">; answer: SuggestedEntry[] };
}

/** What the thread is given when it starts: what it needs of the settings, and no secret. */
export interface SearchWorkerData {
  databasePath: string;
  searchBackend: SearchBackend;
  timeZone: { id: string };
}

/** What the thread is sent. The response has the same id. */
export type SearchMessage = {
  [Task in keyof SearchTasks]: { id: number; task: Task; question: SearchTasks[Task]["question"]; now: Date };
}[keyof SearchTasks];

/** An error's class and code do not survive being sent. */
interface Failure {
  message: string;
  stack: string | undefined;
  code: string | undefined;
}

/** What the thread sends: null once it can search, and then responses. */
export type SearchReply = { id: number; answer: unknown } | { id: number; failure: Failure } | null;

/**
 * A thread that searches over a connection of its own. In a large ledger, one statement of a search takes up to a tenth of a
 * second. There, it makes nobody wait who does not search, and uses a second processor.
 */
export interface SearchThread {
  /**
   * Starts the thread at the first question.
   * @returns null if the thread cannot start, or was stopped
   * @throws what the search throws, or Error if the thread ended before its answer. The next question starts it again.
   */
  ask<Task extends keyof SearchTasks>(
    task: Task,
    question: SearchTasks[Task]["question"],
    now: Date,
  ): Promise<SearchTasks[Task]["answer"] | null>;
  /** Ends the thread and its connection. What still waits gets null. */
  stop(): Promise<void>;
}

/** Several times what searches need. Without a limit, one without end would take the whole machine's memory. */
const HEAP_MEGABYTES = 256;

interface Running {
  worker: Worker;
  isReady: boolean;
  waiting: Map<number, { resolve: (answer: unknown) => void; reject: (error: unknown) => void }>;
}

/**
 * Creates a thread, which starts only when something is asked.
 * @param file what the thread runs, relative to the project's root
 * @param report takes why the thread ended by itself, or cannot start
 */
export function createSearchThread(
  file: string | URL,
  { databasePath, searchBackend, timeZone: { id } }: SearchWorkerData,
  report: (error: unknown) => void,
): SearchThread {
  const workerData: SearchWorkerData = { databasePath, searchBackend, timeZone: { id } };
  const options = { workerData, resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES } };
  let running: Running | null = null;
  let isUsable = true;
  let lastId = 0;

  const start = (): Running => {
    const started: Running = { worker: new Worker(file, options), isReady: false, waiting: new Map() };
    const ended = (error: unknown) => {
      if (running !== started) return;
      running = null;
      // What cannot start once will not start for the next question either.
      isUsable = started.isReady;
      for (const { resolve, reject } of started.waiting.values()) {
        if (started.isReady) reject(error);
        else resolve(null);
      }
      report(error);
    };
    started.worker.on("message", (reply: SearchReply) => {
      if (reply === null) started.isReady = true;
      else settle(started, reply);
    });
    started.worker.on("error", ended);
    started.worker.on("exit", (code) => ended(new Error(`The search's thread ended with code ${code}.`)));
    return started;
  };

  /** Null if the system gives no thread. */
  const startIfPossible = (): Running | null => {
    try {
      return start();
    } catch (error) {
      isUsable = false;
      report(error);
      return null;
    }
  };

  return {
    async ask(task, question, now) {
      if (isUsable) running ??= startIfPossible();
      if (running === null) return null;
      const { worker, waiting } = running;
      lastId += 1;
      const id = lastId;
      worker.postMessage({ id, task, question, now });
      return new Promise<never>((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      });
    },
    async stop() {
      isUsable = false;
      const stopped = running;
      running = null;
      await stopped?.worker.terminate();
      for (const { resolve } of stopped?.waiting.values() ?? []) resolve(null);
    },
  };
}

/** An error as data. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined, code: undefined };
  const { message, stack } = error;
  return { message, stack, code: error instanceof Sqlite.SqliteError ? error.code : undefined };
}

function errorOf({ message, stack, code }: Failure): Error {
  const error = code === undefined ? new Error(message) : new Sqlite.SqliteError(message, code);
  if (stack !== undefined) error.stack = stack;
  return error;
}

function settle({ waiting }: Running, reply: NonNullable<SearchReply>): void {
  const asked = waiting.get(reply.id);
  waiting.delete(reply.id);
  if ("answer" in reply) asked?.resolve(reply.answer);
  else asked?.reject(errorOf(reply.failure));
}
