import type { EntryType } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { yieldDuringLongTask } from "~/values/event-loop";
import { countInTurns, type Effort, newestEntry, numbersOf, type Reach, withShare } from "./matches.server";
import { inReach, type LedgerReader, typesAre } from "./request.server";

/** The most entries that a search ranks. A word that is in more of them says too little to rank the rest. */
export const ENTRIES_RANKED = 2_000;
/** If there are more, how many of each type a search considers: those that match best by the place of the words. */
const ENTRIES_OF_TYPE = 100;
/**
 * BM25 must know how common each phrase is, and FTS5 reads all entries of a phrase to find out. Above this many possible
 * reads, the place of the words and then the age decide.
 */
const READS_FOR_RELEVANCE = 300_000;
/**
 * How long a search may look up the places of the words to order what it finds, and count it. Only a large ledger takes
 * longer. Then relevance or age alone orders the oldest entries, and a total is not known.
 */
const ORDERING_MILLISECONDS = 100;
const COUNTING_MILLISECONDS = 50;
/**
 * Of entries with one phrase. The sum over all phrases is the same as with one statement for them, where FTS5 compares
 * each place of a phrase with all others: seconds for long texts that repeat the words of a query.
 */
const SELECT_RELEVANCE = `
  SELECT rowid AS entryNumber, -bm25(search_ledger, 10, 10, 4, 3, 2, 1, 1, 0.5, 0) AS relevance FROM search_ledger
  WHERE search_ledger MATCH @expression AND rowid >= @oldest AND rowid <= @newest
    AND +rowid IN (SELECT value FROM json_each(@numbers))`;

/** Entries that a search puts before those of the next level. */
export interface Level {
  expression: string;
  /** Whether the last such level has every entry of this one. */
  isHead: boolean;
}

/** The numbers of entries, best first. */
interface RankedNumbers {
  numbers: number[];
  /** As in `LedgerFound`. */
  totals: ReadonlyMap<EntryType, number | null>;
}

const ALL_FOUND: RankedNumbers["totals"] = new Map();

/**
 * The entries of the last of some levels, in the order of the first level that has them, with turns for other requests.
 * @param phrases what the query looks for, apart. The more of it an entry has, the more relevant it is
 */
export async function rankedNumbers(
  db: Database,
  levels: readonly Level[],
  phrases: readonly string[],
  reach: Reach,
  reader: LedgerReader,
): Promise<RankedNumbers> {
  const last = levels.at(-1)?.expression;
  const all = last === undefined ? [] : await numbersOf(db, reach, last, ENTRIES_RANKED + 1);
  if (last === undefined || all.length <= 1) return { numbers: all, totals: ALL_FOUND };
  if (all.length > ENTRIES_RANKED) return someOfEachType(db, levels, reach, reader);

  const relevanceOf = await relevances(db, all, phrases, reader);
  const levelOf = new Map<number, number>();
  const effort = { milliseconds: ORDERING_MILLISECONDS };
  const better = await present(db, levels.slice(0, -1), reach, effort);
  for (const [level, { expression }] of better.entries()) {
    const inLevel = await withShare(effort, better.length - level, (share) =>
      numbersOf(db, reach, expression, ENTRIES_RANKED, { effort: share }),
    );
    for (const entryNumber of inLevel) {
      if (!levelOf.has(entryNumber)) levelOf.set(entryNumber, level);
    }
    if (levelOf.size >= all.length) break;
  }
  const levelIn = (entryNumber: number) => levelOf.get(entryNumber) ?? levels.length;
  const numbers = all.sort(
    (one, other) =>
      levelIn(one) - levelIn(other) || (relevanceOf.get(other) ?? 0) - (relevanceOf.get(one) ?? 0) || other - one,
  );
  return { numbers, totals: ALL_FOUND };
}

/**
 * Leaves out the levels of the head if no entry has all words there, as for most sentences: to find nothing, FTS5 reads all
 * entries of common words.
 */
async function present(
  db: Database,
  levels: readonly Level[],
  reach: Reach,
  effort: Effort,
): Promise<readonly Level[]> {
  const widest = levels.findLast(({ isHead }) => isHead);
  if (widest === undefined) return levels;
  const [any] = await numbersOf(db, reach, widest.expression, 1, { effort });
  return any === undefined ? levels.filter(({ isHead }) => !isHead) : levels;
}

/**
 * The relevance of some entries, greater is better. Empty if finding out costs too much.
 *
 * BM25 counts a phrase for more if few entries have it, of all in the ledger. The order of two records of a company's own
 * would show it whether others have a word. So for everyone outside of government, each phrase counts for as much.
 */
async function relevances(
  db: Database,
  numbers: readonly number[],
  phrases: readonly string[],
  reader: LedgerReader,
): Promise<Map<number, number>> {
  const relevanceOf = new Map<number, number>();
  const different = new Set(phrases);
  if (different.size * newestEntry(db) > READS_FOR_RELEVANCE) return relevanceOf;
  const yieldIfDue = yieldDuringLongTask();
  const among = { numbers: JSON.stringify(numbers), newest: numbers[0], oldest: numbers.at(-1) };
  for (const phrase of different) {
    const rows = statement<{ entryNumber: number; relevance: number }>(db, SELECT_RELEVANCE).all({
      ...among,
      expression: inReach(reader, phrase),
    });
    const most = reader.isGovernment
      ? 1
      : rows.reduce((best, { relevance }) => Math.max(best, relevance), Number.MIN_VALUE);
    for (const { entryNumber, relevance } of rows) {
      relevanceOf.set(entryNumber, (relevanceOf.get(entryNumber) ?? 0) + relevance / most);
    }
    await yieldIfDue();
  }
  return relevanceOf;
}

/** The newest entries of each type, level by level. */
async function someOfEachType(
  db: Database,
  levels: readonly Level[],
  reach: Reach,
  { types, isGovernment }: LedgerReader,
): Promise<RankedNumbers> {
  const ofTypes = (expression: string, some: readonly EntryType[]) =>
    some.length === types.length ? expression : `(${expression}) AND ${typesAre(some)}`;
  const levelsOfType = new Map(types.map((type) => [type, new Map<number, number>()]));
  const isOpen = (type: EntryType) => (levelsOfType.get(type)?.size ?? 0) < ENTRIES_OF_TYPE;
  // All types together: to find that few entries have several common words, FTS5 reads all entries that have them. A look-up
  // that finds as many as it may has enough of one of the types, and the next one goes on with the others.
  const fill = async (level: number, expression: string, effort?: Effort) => {
    let open = types.filter(isOpen);
    let before: number | undefined;
    for (let isFull = true; isFull && open.length > 0; open = types.filter(isOpen)) {
      const most = ENTRIES_OF_TYPE * open.length;
      const numbers = await numbersOf(db, reach, ofTypes(expression, open), most, { before, effort });
      for (const { entryNumber, type } of typesOf(db, numbers)) {
        const found = levelsOfType.get(type);
        if (found && isOpen(type) && !found.has(entryNumber)) found.set(entryNumber, level);
      }
      isFull = numbers.length === most;
      before = numbers.at(-1);
    }
  };
  const ordering = { milliseconds: ORDERING_MILLISECONDS };
  const last = levels.at(-1)?.expression ?? "";
  const better = await present(db, levels.slice(0, -1), reach, ordering);
  for (const [level, { expression }] of better.entries()) {
    await withShare(ordering, better.length - level, (share) => fill(level, expression, share));
  }
  await fill(better.length, last);
  const numbers = [...levelsOfType.values()]
    .flatMap((found) => [...found])
    .sort(([one, level], [other, otherLevel]) => level - otherLevel || other - one)
    .map(([entryNumber]) => entryNumber);
  const totals = new Map<EntryType, number | null>(isGovernment ? [] : types.map((type) => [type, null]));
  const counting = { milliseconds: COUNTING_MILLISECONDS };
  for (const type of isGovernment ? types.filter((each) => !isOpen(each)) : []) {
    totals.set(type, await countInTurns(db, reach, ofTypes(last, [type]), ENTRIES_RANKED, counting));
  }
  return { numbers, totals };
}

/** Entries with their types, in the order given. */
function typesOf(db: Database, numbers: readonly number[]): { entryNumber: number; type: EntryType }[] {
  return statement<{ entryNumber: number; type: EntryType }>(
    db,
    `SELECT entry_number AS entryNumber, search_entry.type FROM json_each(?) AS wanted
       JOIN search_entry ON entry_number = wanted.value ORDER BY wanted.key`,
  ).all(JSON.stringify(numbers));
}
