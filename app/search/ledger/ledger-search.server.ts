import type { Database } from "#db/open";
import type { CodeTables } from "~/values/classification-codes";
import { dayIn } from "~/values/time-zone";
import type { Wording } from "./entry";
import { findInLedger, type LedgerFound, type LedgerRequest } from "./find.server";
import { createLedgerIndex } from "./index-entries.server";

/** The search of everything in the ledger, for pages. */
export interface LedgerSearch {
  /** Finds what a reader may find, after every committed change is indexed. */
  find(request: LedgerRequest): Promise<LedgerFound>;
  /** Indexes every change. The server calls it regularly, so that searches need not wait. */
  catchUp(): Promise<void>;
}

interface Deployment {
  timeZone: { id: string };
  codeTables: CodeTables;
}

/** Creates the search of a database. */
export function createLedgerSearch(db: Database, deployment: Deployment): LedgerSearch {
  const index = createLedgerIndex(db, wordingOf(deployment));
  return {
    async find(request) {
      await index.upToDate();
      return findInLedger(db, request, () => []);
    },
    catchUp: index.catchUp,
  };
}

function wordingOf({ timeZone, codeTables }: Deployment): Wording {
  return {
    titleOfCode: (code) => codeTables.NAICS?.titles.get(code) ?? codeTables.PSC?.titles.get(code) ?? null,
    wordsOfDate: (date) => (date.length === 10 ? date : dayIn(timeZone.id, date)),
    wordsOfPlace: ({ text, city, state, country }) =>
      [text, city, state, country].filter((part) => part !== null && part !== undefined).join(" "),
  };
}
