import type { OpenFile } from "#db/in-place";
import { createReadingThread } from "#db/reading-thread";
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
  /** The files of the server's database. */
  files?: readonly OpenFile[];
}

/** What the thread is sent. The response has the same id. */
export type SearchMessage = {
  [Task in keyof SearchTasks]: { id: number; task: Task; question: SearchTasks[Task]["question"]; now: Date };
}[keyof SearchTasks];

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

/** Several times what searches need. */
const HEAP_MEGABYTES = 256;

/**
 * Creates a thread, which starts only when something is asked.
 * @param file what the thread runs, relative to the project's root
 * @param report takes why the thread ended by itself, or cannot start
 */
export function createSearchThread(
  file: string | URL,
  { databasePath, searchBackend, timeZone: { id }, files }: SearchWorkerData,
  report: (error: unknown) => void,
): SearchThread {
  const workerData: SearchWorkerData = { databasePath, searchBackend, timeZone: { id }, files };
  const thread = createReadingThread<Omit<SearchMessage, "id">, never>({
    file,
    workerData,
    heapMegabytes: HEAP_MEGABYTES,
    name: "search's thread",
    report,
  });
  return {
    ask: (task, question, now) => thread.ask({ task, question, now }),
    stop: thread.stop,
  };
}
