import type { EntryType } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { quote } from "../query";
import { SCOPE } from "./entry";
import { countInTurns, newestEntry, numbersOf, within } from "./matches.server";
import type { LedgerReader } from "./request.server";

/** The most entries that a search ranks. A word that is in more of them says too little to rank the rest. */
export const ENTRIES_RANKED = 2_000;
/** If there are more, how many of each type a search considers: those that match best by the place of the words. */
const ENTRIES_OF_TYPE = 100;
/**
 * BM25 must know how common each phrase is, and FTS5 reads all entries of a phrase to find out. Above this many possible
 * reads, the place of the words and then the age decide.
 */
const READS_FOR_RELEVANCE = 300_000;
const RELEVANCE = "bm25(search_ledger, 10, 10, 4, 3, 2, 1, 1, 0.5, 0)";

/** The numbers of entries, best first. */
interface RankedNumbers {
  numbers: number[];
  /** How many of each type there are if there are too many to rank (`LedgerFound.totals`). */
  totals: ReadonlyMap<EntryType, number> | null;
  isTruncated: boolean;
}

/**
 * The entries that meet the last of some expressions, in the order of the first that they meet, with turns for other
 * requests.
 */
export async function rankedNumbers(
  db: Database,
  levels: readonly string[],
  scope: string,
  reader: LedgerReader,
): Promise<RankedNumbers> {
  const last = levels.at(-1);
  const all = last === undefined ? [] : await numbersOf(db, within(scope, last), ENTRIES_RANKED + 1);
  if (last === undefined || all.length <= 1) return { numbers: all, totals: null, isTruncated: false };
  if (all.length > ENTRIES_RANKED) return someOfEachType(db, levels, scope, reader);

  const relevanceOf = relevances(db, last, scope);
  const levelOf = new Map<number, number>();
  for (const [level, expression] of levels.slice(0, -1).entries()) {
    for (const entryNumber of await numbersOf(db, within(scope, expression), ENTRIES_RANKED)) {
      if (!levelOf.has(entryNumber)) levelOf.set(entryNumber, level);
    }
    if (levelOf.size >= all.length) break;
  }
  const levelIn = (entryNumber: number) => levelOf.get(entryNumber) ?? levels.length;
  const numbers = all.sort(
    (one, other) =>
      levelIn(one) - levelIn(other) || (relevanceOf.get(one) ?? 0) - (relevanceOf.get(other) ?? 0) || other - one,
  );
  return { numbers, totals: null, isTruncated: false };
}

/** The relevance of the entries that meet an expression, smaller is better. Empty if finding out costs too much. */
function relevances(db: Database, expression: string, scope: string): Map<number, number> {
  const phrases = expression.split('"').length / 2;
  if (phrases * newestEntry(db) > READS_FOR_RELEVANCE) return new Map();
  const rows = statement<{ entryNumber: number; relevance: number }>(
    db,
    `SELECT rowid AS entryNumber, ${RELEVANCE} AS relevance FROM search_ledger WHERE search_ledger MATCH ?`,
  ).all(within(scope, expression));
  return new Map(rows.map(({ entryNumber, relevance }) => [entryNumber, relevance]));
}

/** The newest entries of each type, level by level, with the number of all of that type. */
async function someOfEachType(
  db: Database,
  levels: readonly string[],
  scope: string,
  { types, isGovernment }: LedgerReader,
): Promise<RankedNumbers> {
  const last = levels.at(-1) ?? "";
  // A level without entries is looked up once, and not for every type: to find nothing, FTS5 reads all of a common word.
  const met: { level: number; expression: string }[] = [];
  for (const [level, expression] of levels.entries()) {
    if ((await countInTurns(db, within(scope, expression), 1)) > 0) met.push({ level, expression });
  }
  const totals = new Map<EntryType, number>();
  const best: { entryNumber: number; level: number }[] = [];
  for (const type of types) {
    const ofType = (expression: string) => within(scope, `(${expression}) AND (scope : ${quote(SCOPE.type(type))})`);
    const total = await countInTurns(db, ofType(last), ENTRIES_RANKED);
    if (total === 0) continue;
    totals.set(type, total);
    const seen = new Set<number>();
    for (const { level, expression } of met) {
      for (const entryNumber of await numbersOf(db, ofType(expression), ENTRIES_OF_TYPE)) {
        if (seen.has(entryNumber) || seen.size >= ENTRIES_OF_TYPE) continue;
        seen.add(entryNumber);
        best.push({ entryNumber, level });
      }
      if (seen.size >= ENTRIES_OF_TYPE) break;
    }
  }
  best.sort((one, other) => one.level - other.level || other.entryNumber - one.entryNumber);
  const numbers = best.map(({ entryNumber }) => entryNumber);
  return { numbers, totals: isGovernment ? totals : null, isTruncated: true };
}
