import { SEARCH_TYPES, type SearchType } from "#db/enumerations";
import type { Database } from "#db/open";
import { yieldDuringLongTask } from "~/values/event-loop";
import { findByTerms, isFoundByTerms } from "./by-terms.server";
import { findMatches } from "./full-text.server";
import { findLike, guess, isScanned, scanSimilar } from "./fuzzy.server";
import { type Marking, markingOf } from "./marks";
import { parseQuery, tokensOf } from "./query";
import { mergeSegments } from "./upkeep.server";
import { type FollowedVocabulary, followVocabulary } from "./vocabulary.server";

interface Wanted {
  types: readonly SearchType[];
  /** The most records of each type. */
  limit: number;
}

interface FoundGroup {
  type: SearchType;
  /** The number of matches, up to MATCHES_COUNTED. For an approximate result, the number of records returned. */
  total: number;
  /** Best first. */
  recordNumbers: number[];
}

export interface Found {
  /** The sum of the groups' totals. */
  total: number;
  /** One for each type with results, in the order requested. */
  groups: FoundGroup[];
  /** What to mark in the records' text. */
  marking: Marking;
}

/** Searches a database: full text first, and similar spelling if that finds nothing. */
export interface Search {
  /** Accepts any text. A query without words finds nothing. */
  find(text: string, wanted: Wanted): Promise<Found>;
  /** Loads what a large database needs in memory. Without this, the first search that needs it must wait. */
  prepare(): Promise<void>;
  /** Maintains the search tables. Call it regularly. */
  keepHouse(): Promise<void>;
}

export type SearchBackend = "hybrid" | "fulltext" | "trigram";

interface SearchSettings {
  searchBackend: SearchBackend;
  searchSimilarityThreshold: number;
}

/** Creates the search of a database. It reads into memory only when it first needs to. */
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
        return { ...grouped(matches), marking: markingOf(query) };
      }
      return {
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

/** Asks one type after another, with turns for other requests. @returns the groups with results */
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
      ? await scanSimilar(db, type, text, threshold, limit)
      : await findLike(db, type, text, guesses, threshold, limit);
    return { total: found.length, recordNumbers: found.map(({ recordNumber }) => recordNumber) };
  });
}
