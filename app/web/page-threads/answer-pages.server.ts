import { randomBytes } from "node:crypto";
import type { MessagePort } from "node:worker_threads";
import type { ServerBuild } from "@remix-run/node";
import pino from "pino";
import { v7 as uuid } from "uuid";
import { type Database, openForThread, statement } from "#db/open";
import { type FromThread, failureOf } from "#db/reading-thread";
import { type KeptFigures, keepFigures, whenFiguresAreRead } from "~/operations/kept-figures.server";
import type { Services } from "~/operations/services";
import { readSettings } from "~/settings.server";
import { createPageDispatcher } from "~/web/pages/page-router.server";
import type { RequestContext } from "~/web/transport/request-context.server";
import type { PageAnswer, PageNews, PageQuestion, PageWorkerData } from "./messages";

/** Several threads keep pages of the database, so each keeps fewer than the server. In KiB, so it is negative. */
const CACHE_SIZE = -16_384;

type ReadingServices = Pick<Services, "settings" | "db" | "log" | "agencyAssets" | "codeTables">;
type RespondWithPage = ReturnType<typeof createPageDispatcher>;

/**
 * Makes a function that reads pages over a connection that only reads, one after another. Each is read in one transaction,
 * so that what is written meanwhile cannot make it contradict itself.
 */
export function createPageReader(
  given: ReadingServices,
  respondWithPage: RespondWithPage,
): (question: PageQuestion) => Promise<PageAnswer> {
  let present = new Date(0);
  const services: Services = {
    ...given,
    clock: () => present,
    newId: uuid,
    randomBytes,
    // A page that uses one of these must not be in `THREAD_PAGES`.
    files: absent<Services["files"]>("files"),
    passwords: absent<Services["passwords"]>("passwords"),
    search: absent<Services["search"]>("search"),
    ledger: absent<Services["ledger"]>("ledger"),
    identityProvider: null,
    lease: null,
  };
  const read = async ({ url, pathname, headers, now, context: sent }: PageQuestion): Promise<PageAnswer> => {
    present = now;
    const context: RequestContext = { ...sent, services };
    const response = await inOneTransaction(given.db, async () => {
      const made = await respondWithPage(
        new Request(url, { headers: headers as [string, string][] }),
        pathname,
        context,
      );
      return { status: made.status, headers: [...made.headers], body: await made.arrayBuffer() };
    });
    const { retryAfterSeconds, isKeptByNobody } = context;
    return { ...response, context: { retryAfterSeconds, isKeptByNobody } };
  };
  let turn: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = turn.then(() => read(question));
    turn = answer.catch(() => {});
    return answer;
  };
}

async function inOneTransaction<Result>(db: Database, read: () => Promise<Result>): Promise<Result> {
  statement(db, "BEGIN").run();
  try {
    return await read();
  } finally {
    // An error of the disk ends a transaction too.
    if (db.$client.inTransaction) statement(db, "COMMIT").run();
  }
}

/** Stands for what a thread does not have. */
function absent<Service extends object>(name: string): Service {
  return new Proxy({} as Service, {
    get() {
      throw new Error(`A page in a thread has no ${name}.`);
    },
  });
}

/** Answers the requests for pages that come to a thread, in their order. */
export function answerPages(
  port: MessagePort,
  build: ServerBuild,
  { agencyAssets, codeTables, files }: PageWorkerData,
): void {
  const send = (message: FromThread<PageNews>, transferred: ArrayBuffer[] = []) =>
    port.postMessage(message, transferred);
  const settings = readSettings();
  const log = pino({ level: settings.logLevel, base: null }, { write: (logged: string) => send({ news: { logged } }) });
  const db = openForThread(settings.databasePath, files);
  db.$client.pragma(`cache_size = ${CACHE_SIZE}`);
  whenFiguresAreRead(db, (figures) => send({ news: { figures } }));
  const read = createPageReader({ settings, db, log, agencyAssets, codeTables }, createPageDispatcher(build));
  const answer = async ({ id, ...question }: PageQuestion & { id: number }) => {
    try {
      const page = await read(question);
      send({ id, answer: page }, [page.body]);
    } catch (error) {
      send({ id, failure: failureOf(error) });
    }
  };
  port.on("message", (message: (PageQuestion & { id: number }) | { news: { figures: KeptFigures } }) => {
    if ("news" in message) keepFigures(db, message.news.figures);
    else void answer(message);
  });
  send(null);
}
