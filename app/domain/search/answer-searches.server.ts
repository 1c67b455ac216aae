import type { MessagePort } from "node:worker_threads";
import { CACHE_SIZE, openForThread } from "#db/open";
import { type FromThread, failureOf } from "#db/reading-thread";
import { createFinder } from "../../search/ledger/ledger-search.server";
import type { SearchMessage, SearchWorkerData } from "../../search/ledger/search-thread.server";
import { suggestInLedger } from "../../search/ledger/suggest.server";
import { readingOf } from "./reader.server";

/** Answers the questions that come to a thread. Each reads the ledger as it is when its statements run. */
export function answerSearches(port: MessagePort, { databasePath, files, ...deployment }: SearchWorkerData): void {
  const db = openForThread(databasePath, files);
  db.$client.pragma(`cache_size = ${CACHE_SIZE}`);
  const find = createFinder(db, deployment);
  const answerTo = ({ task, question, now }: SearchMessage) => {
    const reading = readingOf(db, question.reader, now);
    return task === "find" ? find({ ...question, ...reading }, now) : suggestInLedger(db, { ...question, ...reading });
  };
  const send = (reply: FromThread) => port.postMessage(reply);
  port.on("message", async (message: SearchMessage) => {
    const { id } = message;
    try {
      send({ id, answer: await answerTo(message) });
    } catch (error) {
      send({ id, failure: failureOf(error) });
    }
  });
  send(null);
}
