import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import pino from "pino";
import { FastResponse } from "srvx";
import { isInPlace, openFiles } from "#db/in-place";
import { createReadingThread, type ReadingThread } from "#db/reading-thread";
import { allKeptFigures, type KeptFigures, keepFigures, whenFiguresAreRead } from "~/operations/kept-figures.server";
import type { Services } from "~/operations/services";
import { PAGE_THREAD_LIMITS } from "~/values/limits";
import { noteOpened } from "~/web/pages/frame.server";
import { pagePathOf } from "~/web/transport/page-path";
import { callerOf, type RequestContext } from "~/web/transport/request-context.server";
import { isThreadPage } from "~/web/transport/thread-pages";
import type { PageAnswer, PageNews, PageQuestion, PageWorkerData } from "./messages";

type PageThread = ReadingThread<PageQuestion, PageAnswer>;

/**
 * Threads that read pages over connections of their own, on the other processors. They start when the server is busy, and end
 * when there is little to read.
 */
export interface PageThreads {
  /**
   * Reads a page in a thread. First, this records here what reading it records: the use of the session, and the
   * notifications about the page.
   * @returns null if it must be read here
   */
  read(request: Request, pathname: string, context: RequestContext): Promise<Response | null>;
  /** Ends the threads if they had little to do since the last call. */
  rest(): Promise<void>;
  /** Ends them for good. What still waits gets null. */
  stop(): Promise<void>;
}

interface Options {
  /** What a thread runs, relative to the project's root. */
  file: string | URL;
  count: number;
  /** How long a page may take. A thread that takes longer is ended, because it reads an ever older state. */
  patienceMilliseconds?: number;
  /** Whether the server is so busy that threads pay off. It is asked at each page. */
  isBusy?: () => boolean;
}

/**
 * The threads of this process's server, or null if one would have no processor of its own, or they are turned off.
 * @param file what a thread runs, relative to the project's root
 */
export function pageThreadsOf(services: Services, file: string): PageThreads | null {
  const processors = availableParallelism();
  const count = Math.min(services.settings.pageThreads, processors);
  return processors > 1 && count > 0 ? createPageThreads(services, { file, count }) : null;
}

/** Creates threads, which start only when the server is busy. */
export function createPageThreads(
  services: Services,
  { file, count, isBusy = busyMeter(), patienceMilliseconds = PAGE_THREAD_LIMITS.patienceMilliseconds }: Options,
): PageThreads {
  const { db, log, agencyAssets, codeTables } = services;
  let threads: PageThread[] = [];
  let pages = 0;
  /** When threads may start in place of those that ended by themselves. Null if none did. */
  let startAgainAt: number | null = null;
  let isStopped = false;

  const takeFigures = (figures: KeptFigures) => {
    for (const thread of threads) thread.tell({ figures });
  };
  whenFiguresAreRead(db, takeFigures);
  const onNews = (news: PageNews) => {
    if ("logged" in news) return logAgain(logOfThreads, news.logged);
    keepFigures(db, news.figures);
    // To the one that read them too, which may have got another's meanwhile.
    takeFigures(news.figures);
  };
  /** For lines in which errors are data already. */
  const logOfThreads = log.child({}, { serializers: { err: (error: unknown) => error } });
  const onReady = () => log.info("a thread for pages started");
  const report = (error: unknown) => {
    log.error({ err: error }, "a thread for pages ended");
    startAgainAt = performance.now() + PAGE_THREAD_LIMITS.pauseMilliseconds;
  };
  const create = () => {
    const workerData: PageWorkerData = { agencyAssets, codeTables, files: openFiles(db.$client) };
    const { heapMegabytes } = PAGE_THREAD_LIMITS;
    const options = { file, workerData, heapMegabytes, patienceMilliseconds, name: "pages' thread" };
    threads = Array.from({ length: count }, () =>
      createReadingThread<PageQuestion, PageAnswer, PageNews>({ ...options, report, onReady, onNews }),
    );
    // The next check may be soon.
    pages = PAGE_THREAD_LIMITS.fewestPages;
    startAgainAt = null;
    for (const thread of threads) thread.start();
    for (const figures of allKeptFigures(db)) takeFigures(figures);
  };
  const end = async () => {
    const ended = threads;
    threads = [];
    await Promise.all(ended.map((thread) => thread.stop()));
  };
  /** Starts the threads when the server gets busy, and all of them again a while after one ended by itself. */
  const startIfDue = () => {
    const isDue = startAgainAt === null ? threads.length === 0 : performance.now() >= startAgainAt;
    if (!isDue || (threads.length === 0 && !isBusy()) || !isInPlace(db.$client)) return;
    void end();
    create();
  };
  /** The one that answers first. Null if none is ready. */
  const leastAsked = () => {
    const ready = threads.filter((thread) => thread.isReady());
    return ready.reduce<PageThread | null>(
      (least, thread) => (least === null || thread.waiting() < least.waiting() ? thread : least),
      null,
    );
  };

  return {
    async read(request, pathname, context) {
      if (isStopped) return null;
      try {
        if (!isForThread(request, pathname, context)) return null;
        startIfDue();
        pages += 1;
        const thread = leastAsked();
        if (thread === null || !isInPlace(db.$client)) return null;
        const answer = await thread.ask(questionOf(request, pathname, context));
        return answer && responseOf(answer, context);
      } catch (error) {
        // The page says it in its own way, if it cannot be read here either.
        log.error({ err: error, requestId: context.requestId }, "a thread could not read a page");
        return null;
      }
    },
    async rest() {
      const isIdle = pages < PAGE_THREAD_LIMITS.fewestPages;
      pages = 0;
      if (threads.length === 0 || !isIdle) return;
      await end();
      log.info("the threads for pages had little to do and ended");
    },
    async stop() {
      isStopped = true;
      await end();
    },
  };
}

/** Whether a thread may read the page that someone asks for. This notes that they used their session. */
export function isForThread(request: Request, pathname: string, context: RequestContext): boolean {
  if (request.method !== "GET" || !isThreadPage(pathname, null)) return false;
  const { actor } = callerOf(context, request);
  return actor !== null && isThreadPage(pathname, actor);
}

/** A request as data. This marks the notifications about its page as read, because a thread cannot. */
export function questionOf(request: Request, pathname: string, context: RequestContext): PageQuestion {
  const url = new URL(request.url);
  url.pathname = pagePathOf(pathname);
  noteOpened(context, request, url);
  const { requestId, nonce, socketAddress, services } = context;
  return {
    url: request.url,
    pathname,
    headers: [...request.headers],
    now: services.clock(),
    context: { requestId, nonce, socketAddress },
  };
}

function responseOf({ status, headers, body, context: set }: PageAnswer, context: RequestContext): Response {
  Object.assign(context, set);
  const content = body.byteLength === 0 ? null : Buffer.from(body);
  return new FastResponse(content, { status, headers: headers as [string, string][] });
}

/** Logs a line of a thread as one of this process. */
function logAgain(log: Services["log"], line: string): void {
  const { level, time: _time, msg, ...fields } = JSON.parse(line);
  const name = pino.levels.labels[level] as pino.Level;
  log[name](fields, msg);
}

/** Measures how much of the time the event loop works, over at least a second before the call. */
function busyMeter(): () => boolean {
  let since = performance.now();
  let last = performance.eventLoopUtilization();
  let isBusy = false;
  return () => {
    const now = performance.now();
    if (now - since < PAGE_THREAD_LIMITS.measuredMilliseconds) return isBusy;
    const present = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(present, last).utilization >= PAGE_THREAD_LIMITS.leastUtilization;
    since = now;
    last = present;
    return isBusy;
  };
}
