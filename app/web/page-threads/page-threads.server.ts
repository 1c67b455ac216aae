import { performance } from "node:perf_hooks";
import pino from "pino";
import { FastResponse } from "srvx";
import { isInPlace } from "#db/in-place";
import { createReadingThread, type ReadingThread, type ThreadProgram } from "#db/reading-thread";
import { allKeptFigures, type KeptFigures, keepFigures, whenFiguresAreRead } from "~/operations/kept-figures.server";
import type { Services } from "~/operations/services";
import { PAGE_THREADS } from "~/values/limits";
import { noteOpened } from "~/web/pages/frame.server";
import { callerOf, type RequestContext } from "~/web/transport/request-context.server";
import { isThreadPage } from "~/web/transport/thread-pages";
import type { PageAnswer, PageNews, PageQuestion, PageWorkerData } from "./messages";

type PageThread = ReadingThread<PageQuestion, PageAnswer>;

/**
 * Threads that read pages over connections of their own, on the other processors. They start when the server is busy, and end
 * when it no longer is.
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
  program: ThreadProgram;
  count: number;
  /** Whether the server is so busy that threads pay off. It is asked at each page. */
  isBusy?: () => boolean;
}

export function createPageThreads(services: Services, { program, count, isBusy = busyMeter() }: Options): PageThreads {
  const { db, log, agencyAssets, codeTables, clock } = services;
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
  const report = (error: unknown) => {
    log.error({ err: error }, "a thread for pages ended");
    startAgainAt = performance.now() + PAGE_THREADS.pauseMilliseconds;
  };
  const create = () => {
    const workerData: PageWorkerData = { agencyAssets, codeTables };
    const options = { program, workerData, heapMegabytes: PAGE_THREADS.heapMegabytes, name: "pages' thread" };
    threads = Array.from({ length: count }, () =>
      createReadingThread<PageQuestion, PageAnswer, PageNews>({ ...options, report, onNews }),
    );
    pages = 0;
    log.info({ threads: count }, "started threads for pages");
  };
  const end = async () => {
    const ended = threads;
    threads = [];
    await Promise.all(ended.map((thread) => thread.stop()));
  };
  /** Starts the threads when they are needed first, or again a while after one ended by itself. */
  const startIfDue = () => {
    if (threads.length === 0) {
      if (!isBusy()) return;
      create();
    } else if (startAgainAt === null || performance.now() < startAgainAt) return;
    startAgainAt = null;
    for (const thread of threads) thread.start();
    for (const figures of allKeptFigures(db)) takeFigures(figures);
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
      if (isStopped || request.method !== "GET" || !isThreadPage(pathname)) return null;
      if (callerOf(context, request).actor === null) return null;
      // A thread would open what is at the path now.
      if (!isInPlace(db.$client)) return null;
      startIfDue();
      pages += 1;
      const thread = leastAsked();
      if (thread === null) return null;
      noteOpened(context, request);
      const { requestId, nonce, socketAddress } = context;
      try {
        const answer = await thread.ask({
          url: request.url,
          pathname,
          headers: [...request.headers],
          now: clock(),
          context: { requestId, nonce, socketAddress },
        });
        return answer && responseOf(answer, context);
      } catch (error) {
        log.error({ err: error, requestId }, "a thread could not read a page");
        return null;
      }
    },
    async rest() {
      const isIdle = pages < PAGE_THREADS.fewestPages;
      pages = 0;
      if (threads.length > 0 && isIdle) await end();
    },
    async stop() {
      isStopped = true;
      await end();
    },
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
    if (now - since < PAGE_THREADS.measuredMilliseconds) return isBusy;
    const present = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(present, last).utilization >= PAGE_THREADS.leastUtilization;
    since = now;
    last = present;
    return isBusy;
  };
}
