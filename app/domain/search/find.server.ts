import type { ReadContext } from "~/operations/operation.server";
import type { LedgerFound } from "../../search/ledger/find.server";
import type { SearchTasks } from "../../search/ledger/search-thread.server";
import type { SuggestedEntry } from "../../search/ledger/suggest.server";
import { readingOf } from "./reader.server";

type Context = Pick<ReadContext, "db" | "ledger" | "now">;

/** Finds what a reader may read now: in the thread if the ledger is large and the thread can run, otherwise here. */
export const findReadable = async (
  { db, ledger, now }: Context,
  question: SearchTasks["find"]["question"],
): Promise<LedgerFound> =>
  (await ledger.inThread("find", question, now)) ??
  ledger.find({ ...question, ...readingOf(db, question.reader, now) }, now);

/** Suggests what a reader may read now and may be typing the name of, in the same place. */
export const suggestReadable = async (
  { db, ledger, now }: Context,
  question: SearchTasks["suggest"]["question"],
): Promise<SuggestedEntry[]> =>
  (await ledger.inThread("suggest", question, now)) ??
  ledger.suggest({ ...question, ...readingOf(db, question.reader, now) });
