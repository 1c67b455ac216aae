import { SEARCH_TYPES, type SearchType } from "#db/enumerations";
import type { Database } from "#db/open";
import { yieldDuringLongTask } from "~/values/event-loop";
import { findByTerms, isFoundByTerms } from "./by-terms.server";
import { findMatches } from "./full-text.server";
import { findLike, guess, isScanned, scanLike } from "./fuzzy.server";
import { type Marking, markingOf } from "./marks";
import { parseQuery, tokensOf } from "./query";
import { mergeSegments } from "./upkeep.server";
import { type FollowedVocabulary, followVocabulary } from "./vocabulary.server";

interface Wanted {
  types: readonly SearchType[];
  /** How many of each type, at most. */
  limit: number;
}

export interface FoundGroup {
  type: SearchType;
  /** Matches of this type, up to MATCHES_COUNTED; of an approximate result, the records that are returned. */
  total: number;
  /** Best first. */
  recordNumbers: number[];
}

export interface Found {
  /** Whether the records are like what was asked rather than matches of it. */
  isApproximate: boolean;
  /** The sum of the groups'. */
  total: number;
  /** One for each type that has any, in the order in which they were wanted. */
  groups: FoundGroup[];
  /** What to mark in the records' text. */
  marking: Marking;
}

/** The search of a database: full text, and what is like the query where that finds nothing. */
export interface Search {
  /** Every text is a query; one that asks for nothing finds nothing. */
  find(text: string, wanted: Wanted): Promise<Found>;
  /** Reads beforehand what a large database needs in memory; without it, the first search that needs it waits. */
  prepare(): Promise<void>;
  /** Keeps in shape what the search has in the database: call it now and then. */
  keepHouse(): Promise<void>;
}

interface SearchSettings {
  searchBackend: "hybrid" | "fulltext" | "trigram";
  searchSimilarityThreshold: number;
}

/** Opens the search of a database. What it keeps in memory is read when it is first needed. */
export function createSearch(db: Database, settings: SearchSettings): Search {
  const words = followVocabulary(db);
  return {
    async find(text, wanted) {
      const query = parseQuery(text);
      const matches =
        settings.searchBackend === "trigram"
          ? []
          : await eachType(wanted.types, (type) =>
              isFoundByTerms(db, type, query)
                ? findByTerms(db, type, query, wanted.limit)
                : findMatches(db, type, query, wanted.limit),
            );
      const isPlain = query.branches.length > 0 && !query.usesOperators;
      const mayGuess = settings.searchBackend === "trigram" || (settings.searchBackend === "hybrid" && isPlain);
      if (matches.length > 0 || !mayGuess) {
        return { isApproximate: false, ...grouped(matches), marking: markingOf(query) };
      }
      return {
        isApproximate: true,
        ...grouped(await likeGroups(db, words, settings, text, wanted)),
        marking: { like: tokensOf(text) },
      };
    },
    async prepare() {
      const isLarge = SEARCH_TYPES.some((type) => !isScanned(db, type));
      if (isLarge && settings.searchBackend !== "fulltext") await words.upToDate();
    },
    async keepHouse() {
      await words.forgetChanges();
      await mergeSegments(db);
    },
  };
}

const grouped = (groups: FoundGroup[]) => ({ total: groups.reduce((sum, { total }) => sum + total, 0), groups });

/** Asks each type in its turn, other requests in between. @returns the groups that have any. */
async function eachType(
  types: readonly SearchType[],
  ask: (type: SearchType) => Omit<FoundGroup, "type"> | Promise<Omit<FoundGroup, "type">>,
): Promise<FoundGroup[]> {
  const groups: FoundGroup[] = [];
  const yieldIfDue = yieldDuringLongTask();
  for (const type of types) {
    const found = await ask(type);
    if (found.recordNumbers.length > 0) groups.push({ type, ...found });
    await yieldIfDue();
  }
  return groups;
}

async function likeGroups(
  db: Database,
  words: FollowedVocabulary,
  { searchSimilarityThreshold: threshold }: SearchSettings,
  text: string,
  { types, limit }: Wanted,
): Promise<FoundGroup[]> {
  if (tokensOf(text).length === 0) return [];
  const isSmall = new Map(types.map((type) => [type, isScanned(db, type)]));
  const needsGuesses = [...isSmall.values()].includes(false);
  const guesses = needsGuesses ? await guess(await words.upToDate(), text, threshold) : [];
  return eachType(types, async (type) => {
    const found = isSmall.get(type)
      ? await scanLike(db, type, text, threshold, limit)
      : await findLike(db, type, text, guesses, threshold, limit);
    return { total: found.length, recordNumbers: found.map(({ recordNumber }) => recordNumber) };
  });
}
