import { isInPlace } from "#db/in-place";
import type { Database } from "#db/open";
import type { CodeTables } from "~/values/classification-codes";
import { dayIn, dayOf } from "~/values/time-zone";
import { tagGroups } from "../../routing/tag-groups.server";
import type { SearchBackend } from "../search.server";
import { type SynonymGroup, type Synonyms, synonymsOf } from "../words/synonyms";
import type { Wording } from "./entry";
import { findInLedger, type LedgerFound, type LedgerRequest } from "./find.server";
import { createLedgerIndex, type ReportUnindexed } from "./index-entries.server";
import { newestEntry } from "./matches.server";
import { wordingVersion } from "./renew.server";
import type { SearchThread } from "./search-thread.server";
import { createStandingSearches, type StandingSearches } from "./standing.server";
import { type SuggestedEntry, type SuggestRequest, suggestInLedger } from "./suggest.server";

/** The search of everything in the ledger, for pages. */
export interface LedgerSearch {
  /** Finds what a reader may find, after every committed change is indexed. */
  find: Find;
  /** Suggests what someone may be typing the name of, after every committed change is indexed. */
  suggest(request: SuggestRequest): Promise<SuggestedEntry[]>;
  /**
   * Finds or suggests in the thread, after every committed change is indexed.
   * @returns null if the ledger is small, the thread cannot run, or the database's files were moved
   * @throws what the search throws, or Error if the thread ended
   */
  inThread: SearchThread["ask"];
  /**
   * Indexes every change. The server calls it regularly, so that searches need not wait.
   * @param isAlone whether no other request waits, as in a program
   */
  catchUp(isAlone?: boolean): Promise<void>;
  /** For searches that people keep: whether a new record meets them. */
  standing: StandingSearches;
  /** Ends the thread, if there is one. Searches that are left then run without it. */
  stop(): Promise<void>;
}

type Find = (request: Omit<LedgerRequest, "today" | "mayGuess">, now: Date) => Promise<LedgerFound>;

/** With fewer, most statements of a search take at most 20 ms, which is not worth the thread's 80 MB. */
const ENTRIES_WITHOUT_THREAD = 50_000;

interface FinderDeployment {
  searchBackend: SearchBackend;
  timeZone: { id: string };
}

interface Deployment extends FinderDeployment {
  codeTables: CodeTables;
}

/** Creates what finds entries that are indexed already. It only reads. */
export function createFinder(
  db: Database,
  { searchBackend, timeZone }: FinderDeployment,
  words = wordsOfTags(db),
): Find {
  const mayGuess = searchBackend !== "fulltext";
  return (request, now) => findInLedger(db, { ...request, today: dayIn(timeZone.id, now), mayGuess }, words().synonyms);
}

/** The other names of tags. Prepared again only after an administrator changed one. */
function wordsOfTags(db: Database): () => { groups: readonly SynonymGroup[]; synonyms: Synonyms } {
  let groups: readonly SynonymGroup[] = [];
  let synonyms = synonymsOf(groups);
  return () => {
    const present = tagGroups(db);
    if (present !== groups) {
      groups = present;
      synonyms = synonymsOf(groups);
    }
    return { groups, synonyms };
  };
}

/**
 * Creates the search of a database.
 * @param thread of this database. Null to search only here
 */
export function createLedgerSearch(
  db: Database,
  deployment: Deployment,
  reportUnindexed: ReportUnindexed,
  thread: SearchThread | null = null,
): LedgerSearch {
  const wording = wordingOf(deployment);
  const index = createLedgerIndex(db, wording, reportUnindexed);
  const words = wordsOfTags(db);
  const findNow = createFinder(db, deployment, words);
  const dayOf = (instant: Date) => dayIn(deployment.timeZone.id, instant);
  return {
    async find(request, now) {
      await index.upToDate();
      return findNow(request, now);
    },
    async inThread(task, question, now) {
      if (thread === null || newestEntry(db) < ENTRIES_WITHOUT_THREAD) return null;
      await index.upToDate();
      // The thread would open what is at the path now.
      return isInPlace(db.$client) ? thread.ask(task, question, now) : null;
    },
    async suggest(request) {
      await index.upToDate();
      return suggestInLedger(db, request);
    },
    catchUp: index.catchUp,
    standing: createStandingSearches(db, { wording, words, dayOf }),
    stop: async () => thread?.stop(),
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
