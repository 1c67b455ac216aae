import type { MessagePort } from "node:worker_threads";
import { openToSearch } from "#db/open";
import { createFinder } from "../../search/ledger/ledger-search.server";
import type { AnswerOfThread, AskedOfThread, SearchThreadData } from "../../search/ledger/search-thread.server";
import { suggestInLedger } from "../../search/ledger/suggest.server";
import { readingOf } from "./reader.server";

/** Answers the questions that come to a thread. Each reads the ledger as it is when its statements run. */
export function answerSearches(port: MessagePort, { databasePath, ...deployment }: SearchThreadData): void {
  const db = openToSearch(databasePath);
  const find = createFinder(db, deployment);
  const answerTo = (asked: AskedOfThread) => {
    const reading = readingOf(db, asked.question.reader, asked.now);
    return asked.kind === "find"
      ? find({ ...asked.question, ...reading }, asked.now)
      : suggestInLedger(db, { ...asked.question, ...reading });
  };
  const send = (answer: AnswerOfThread) => port.postMessage(answer);
  port.on("message", async (asked: AskedOfThread) => {
    const { number } = asked;
    try {
      send({ number, answer: await answerTo(asked) });
    } catch (error) {
      send({ number, error });
    }
  });
  send(null);
}
