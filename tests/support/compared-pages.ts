import type { ServerBuild } from "@remix-run/node";
import Sqlite from "better-sqlite3";
import { type Database, immediateTransaction, openForThread, writeIfPossible } from "#db/open";
import * as entryModule from "~/entry.server";
import { keepFigures, whenFiguresAreRead } from "~/operations/kept-figures.server";
import type { Services } from "~/operations/services";
import { createPageReader } from "~/web/page-threads/answer-pages.server";
import { isForThread, type PageThreads, questionOf } from "~/web/page-threads/page-threads.server";
import { createPageDispatcher } from "~/web/pages/page-router.server";
import { dispatchers } from "./dispatchers";
import * as build from "./server-build";

const { respondWithPage } = dispatchers;
/** The server's read compares the page with what React renders, and once is enough. */
const respondAsThread = createPageDispatcher({ ...build, entry: { module: entryModule } } as unknown as ServerBuild);

/** The keys of forms are random. Ids of records are of another version of UUIDs. */
const FORM_KEYS = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const comparable = (bytes: ArrayBuffer) => Buffer.from(bytes).toString("utf8").replace(FORM_KEYS, "key");

function canWrite(db: Database): boolean {
  let isPossible = false;
  writeIfPossible(db, () =>
    immediateTransaction(db, () => {
      isPossible = true;
    }),
  );
  return isPossible;
}

/**
 * Reads each page that threads may read twice: as a thread does, over a connection that only reads, and as the server does
 * without threads. Every test of a page then also tests that both are the same, and that reading it writes nothing.
 * @param close registers what closes the connection
 */
export function comparePages(services: Services, close: (cleanUp: () => void) => void): PageThreads {
  let read: ReturnType<typeof createPageReader> | undefined;
  const open = () => {
    const db = openForThread(services.settings.databasePath);
    close(() => db.$client.close());
    // Every optional write begins with it, and here it would be lost without a word.
    db.$client.exec = () => {
      if (canWrite(services.db)) throw new Error("A page of the table writes");
      throw new Sqlite.SqliteError("attempt to write a readonly database", "SQLITE_READONLY");
    };
    whenFiguresAreRead(db, (figures) => keepFigures(services.db, structuredClone(figures)));
    whenFiguresAreRead(services.db, (figures) => keepFigures(db, structuredClone(figures)));
    return createPageReader({ ...services, db }, respondAsThread);
  };
  return {
    async read(request, pathname, context) {
      if (!isForThread(request, pathname, context)) return null;
      read ??= open();
      const inThread = await read(questionOf(request, pathname, context));
      const here = await respondWithPage(request, pathname, context);
      const body = await here.arrayBuffer();
      const { retryAfterSeconds, isKeptByNobody } = context;
      const expected = [here.status, [...here.headers], comparable(body), { retryAfterSeconds, isKeptByNobody }];
      const actual = [inThread.status, inThread.headers, comparable(inThread.body), inThread.context];
      if (JSON.stringify(actual) !== JSON.stringify(expected)) {
        throw new Error(
          `A thread reads ${pathname} differently: ${difference(JSON.stringify(actual), JSON.stringify(expected))}`,
        );
      }
      return new Response(body.byteLength === 0 ? null : body, { status: here.status, headers: here.headers });
    },
    rest: async () => {},
    stop: async () => {},
  };
}

function difference(actual: string, expected: string): string {
  let at = 0;
  while (actual[at] === expected[at]) at += 1;
  const part = (text: string) => text.slice(Math.max(0, at - 60), at + 100);
  return `${part(actual)} instead of ${part(expected)}`;
}
