import type { Database } from "#db/open";
import type { CodeTables } from "~/values/classification-codes";
import { dayIn, dayOf } from "~/values/time-zone";
import { tagGroups } from "../../routing/tag-groups.server";
import type { SearchBackend } from "../search.server";
import { type SynonymGroup, type Synonyms, synonymsOf } from "../words/synonyms";
import type { Wording } from "./entry";
import { findInLedger, type LedgerFound, type LedgerRequest } from "./find.server";
import { createLedgerIndex, type ReportUnindexed } from "./index-entries.server";
import { wordingVersion } from "./renew.server";
import { createStandingSearches, type StandingSearches } from "./standing.server";
import { type SuggestedEntry, type SuggestRequest, suggestInLedger } from "./suggest.server";

/** The search of everything in the ledger, for pages. */
export interface LedgerSearch {
  /** Finds what a reader may find, after every committed change is indexed. */
  find(request: Omit<LedgerRequest, "today" | "mayGuess">, now: Date): Promise<LedgerFound>;
  /** Suggests what someone may be typing the name of, after every committed change is indexed. */
  suggest(request: SuggestRequest): Promise<SuggestedEntry[]>;
  /**
   * Indexes every change. The server calls it regularly, so that searches need not wait.
   * @param isAlone whether no other request waits, as in a program
   */
  catchUp(isAlone?: boolean): Promise<void>;
  /** For searches that people keep: whether a new record meets them. */
  standing: StandingSearches;
}

interface Deployment {
  searchBackend: SearchBackend;
  timeZone: { id: string };
  codeTables: CodeTables;
}

/** Creates the search of a database. */
export function createLedgerSearch(
  db: Database,
  deployment: Deployment,
  reportUnindexed: ReportUnindexed,
): LedgerSearch {
  const wording = wordingOf(deployment);
  const index = createLedgerIndex(db, wording, reportUnindexed);
  let groups: readonly SynonymGroup[] = [];
  let synonyms = synonymsOf(groups);
  /** Prepared again only after an administrator changed a tag's other names. */
  const synonymsNow = (): Synonyms => {
    const present = tagGroups(db);
    if (present !== groups) {
      groups = present;
      synonyms = synonymsOf(groups);
    }
    return synonyms;
  };
  const mayGuess = deployment.searchBackend !== "fulltext";
  const dayOf = (instant: Date) => dayIn(deployment.timeZone.id, instant);
  return {
    async find(request, now) {
      await index.upToDate();
      return findInLedger(db, { ...request, today: dayOf(now), mayGuess }, synonymsNow());
    },
    async suggest(request) {
      await index.upToDate();
      return suggestInLedger(db, request);
    },
    catchUp: index.catchUp,
    standing: createStandingSearches(db, { wording, words: () => ({ synonyms: synonymsNow(), groups }), dayOf }),
  };
}

function wordingOf({ timeZone, codeTables }: Deployment): Wording {
  const tables = [codeTables.NAICS, codeTables.PSC].map((table) => JSON.stringify([...(table?.titles ?? [])]));
  return {
    version: wordingVersion([timeZone.id, ...tables]),
    titleOfCode: (code) => codeTables.NAICS?.titles.get(code) ?? codeTables.PSC?.titles.get(code) ?? null,
    dayOf: (date) => dayOf(timeZone.id, date),
  };
}
