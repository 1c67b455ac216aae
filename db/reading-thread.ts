import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import Sqlite from "better-sqlite3";

/** An error's class and code do not survive being sent. */
interface Failure {
  message: string;
  stack: string | undefined;
  code: string | undefined;
}

/**
 * What a thread sends: null once it can answer, then an answer or a failure for each question, by its id, and news that
 * nobody asked for.
 */
export type FromThread<News = never> =
  | { id: number; answer: unknown }
  | { id: number; failure: Failure }
  | { news: News }
  | null;

/** A thread of this process that reads the database over a connection of its own. */
export interface ReadingThread<Question, Answer> {
  /**
   * Starts the thread at the first question.
   * @returns null if the thread cannot start, or was stopped
   * @throws what answering throws, or Error if the thread ended before its answer. The next question starts it again.
   */
  ask(question: Question): Promise<Answer | null>;
  /** Starts the thread, unless it runs or could not start. */
  start(): void;
  /** Whether the thread has started and not ended, so that it answers at once. */
  isReady(): boolean;
  /** How many questions wait for their answers. */
  waiting(): number;
  /** Sends the thread what needs no answer. Nothing if it does not run. */
  tell(news: unknown): void;
  /** Ends the thread and its connection. What still waits gets null. */
  stop(): Promise<void>;
}

interface ThreadOptions<News> {
  /** What the thread runs, relative to the project's root. */
  file: string | URL;
  /** What the thread is given when it starts. */
  workerData: unknown;
  /** Several times what it needs. Without a limit, work without end would take the whole machine's memory. */
  heapMegabytes: number;
  /** How long an answer may take before the thread is ended; without it, any time. */
  patienceMilliseconds?: number;
  /** Names the thread in the error when it ends by itself. */
  name: string;
  /** Takes why the thread ended by itself, or cannot start. */
  report: (error: unknown) => void;
  /** Called when the thread can answer. */
  onReady?: () => void;
  /** Takes what the thread tells without being asked. */
  onNews?: (news: News) => void;
}

interface Running {
  worker: Worker;
  /** Gives up on it: what waits for it fails, and it is reported. */
  end: (error: unknown) => void;
  isReady: boolean;
  waiting: Map<number, { resolve: (answer: unknown) => void; reject: (error: unknown) => void }>;
}

/** Creates a thread, which starts only when it is needed. Each question must be an object, which gets an id. */
export function createReadingThread<Question extends object, Answer, News = never>({
  file,
  workerData,
  heapMegabytes,
  patienceMilliseconds,
  name,
  report,
  onReady,
  onNews,
}: ThreadOptions<News>): ReadingThread<Question, Answer> {
  let running: Running | null = null;
  let isUsable = true;
  let lastId = 0;

  const start = (): Running => {
    const worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } });
    const started: Running = { worker, isReady: false, waiting: new Map(), end: () => {} };
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
    worker.on("message", (message: FromThread<News>) => {
      if (message === null) {
        started.isReady = true;
        onReady?.();
      } else if ("news" in message) onNews?.(message.news);
      else settle(started, message);
    });
    worker.on("error", ended);
    worker.on("exit", (code) => ended(new Error(`The ${name} ended with code ${code}.`)));
    started.end = ended;
    return started;
  };
  const endLate = (late: Running) => {
    void late.worker.terminate();
    late.end(new Error(`The ${name} took more than ${patienceMilliseconds} ms to answer.`));
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

  const startOnce = (): Running | null => {
    if (isUsable) running ??= startIfPossible();
    return running;
  };

  return {
    start: startOnce,
    isReady: () => running?.isReady ?? false,
    waiting: () => running?.waiting.size ?? 0,
    tell: (news) => running?.worker.postMessage({ news }),
    async ask(question) {
      const present = startOnce();
      if (present === null) return null;
      const { worker, waiting } = present;
      lastId += 1;
      const id = lastId;
      worker.postMessage({ ...question, id });
      const late = patienceMilliseconds && setTimeout(() => endLate(present), patienceMilliseconds);
      return new Promise<Answer | null>((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      }).finally(() => clearTimeout(late));
    },
    async stop() {
      isUsable = false;
      const stopped = running;
      running = null;
      if (stopped) await terminated(stopped.worker);
      for (const { resolve } of stopped?.waiting.values() ?? []) resolve(null);
    },
  };
}

/** How long the end of a thread may take: it cannot end while it waits for a disk. */
const END_MILLISECONDS = 2_000;

async function terminated(worker: Worker): Promise<void> {
  const deadline = new AbortController();
  await Promise.race([
    worker.terminate(),
    pause(END_MILLISECONDS, undefined, { signal: deadline.signal, ref: false }).catch(() => {}),
  ]);
  deadline.abort();
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

function settle({ waiting }: Running, reply: { id: number; answer: unknown } | { id: number; failure: Failure }): void {
  const asked = waiting.get(reply.id);
  waiting.delete(reply.id);
  if ("answer" in reply) asked?.resolve(reply.answer);
  else asked?.reject(errorOf(reply.failure));
}
