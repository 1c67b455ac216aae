import { Worker } from "node:worker_threads";
import type { SearchBackend } from "../search.server";
import type { LedgerFound, LedgerRequest } from "./find.server";
import type { SuggestedEntry, SuggestRequest } from "./suggest.server";

/** What the thread can do. Questions are data: what someone may read follows from who they are and the time. */
export interface ThreadWork {
  find: { question: Pick<LedgerRequest, "text" | "reader" | "filters">; answer: LedgerFound };
  suggest: { question: Omit<SuggestRequest, "readable" | "hidden">; answer: SuggestedEntry[] };
}

/** What the thread is given when it starts. */
export interface SearchThreadData {
  databasePath: string;
  searchBackend: SearchBackend;
  timeZone: { id: string };
}

/** What the thread is sent. Its answers have the same number. */
export type AskedOfThread = {
  [Kind in keyof ThreadWork]: { number: number; kind: Kind; question: ThreadWork[Kind]["question"]; now: Date };
}[keyof ThreadWork];

/** What the thread sends: null once it can search, and then answers. */
export type AnswerOfThread = { number: number; answer: unknown } | { number: number; error: unknown } | null;

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
  ask<Kind extends keyof ThreadWork>(
    kind: Kind,
    question: ThreadWork[Kind]["question"],
    now: Date,
  ): Promise<ThreadWork[Kind]["answer"] | null>;
  /** Ends the thread and its connection. What still waits gets null. */
  stop(): Promise<void>;
}

/** The file that the thread runs, relative to the project's root. */
const WORKER = "./app/programs/search-worker.mjs";

interface Running {
  worker: Worker;
  isReady: boolean;
  waiting: Map<number, { resolve: (answer: unknown) => void; reject: (error: unknown) => void }>;
}

/**
 * @param report takes why the thread ended by itself
 * @param file what the thread runs
 */
export function createSearchThread(
  { databasePath, searchBackend, timeZone: { id } }: SearchThreadData,
  report: (error: unknown) => void,
  file: string | URL = WORKER,
): SearchThread {
  const workerData: SearchThreadData = { databasePath, searchBackend, timeZone: { id } };
  let running: Running | null = null;
  let isUsable = true;
  let asked = 0;

  const start = (): Running => {
    const started: Running = { worker: new Worker(file, { workerData }), isReady: false, waiting: new Map() };
    const ended = (error: unknown) => {
      if (running !== started) return;
      running = null;
      // What cannot start once will not start for the next question either.
      if (!started.isReady) isUsable = false;
      for (const { resolve, reject } of started.waiting.values()) started.isReady ? reject(error) : resolve(null);
      report(error);
    };
    started.worker.on("message", (answer: AnswerOfThread) => {
      if (answer === null) started.isReady = true;
      else settle(started, answer);
    });
    started.worker.on("error", ended);
    started.worker.on("exit", (code) => ended(new Error(`The search's thread ended with code ${code}.`)));
    return started;
  };

  return {
    async ask(kind, question, now) {
      if (!isUsable) return null;
      running ??= start();
      const { worker, waiting } = running;
      asked += 1;
      const number = asked;
      return new Promise<never>((resolve, reject) => {
        waiting.set(number, { resolve: resolve as (answer: unknown) => void, reject });
        worker.postMessage({ number, kind, question, now });
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

function settle({ waiting }: Running, answered: NonNullable<AnswerOfThread>): void {
  const asked = waiting.get(answered.number);
  waiting.delete(answered.number);
  if ("answer" in answered) asked?.resolve(answered.answer);
  else asked?.reject(answered.error);
}
