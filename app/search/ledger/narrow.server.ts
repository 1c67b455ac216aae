import type { Database } from "#db/open";
import { yieldDuringLongTask } from "~/values/event-loop";
import { quote, tokensOf } from "../query";
import { blockOf } from "./entry";
import {
  BLOCKS_AT_ONCE,
  countUpTo,
  LOOK_UPS,
  type Narrowed,
  newestEntry,
  type Reach,
  readNarrowed,
  scoped,
} from "./matches.server";
import type { LedgerTerm } from "./request.server";

/** A scope with more entries than this is not narrow: counting so many takes 15 ms, and reading them up to 40. */
const MOST_IN_NARROW = 20_000;

/** The same place to look in, with its entries if they are few. */
export async function narrowed(db: Database, reach: Reach): Promise<Reach> {
  const yieldIfDue = yieldDuringLongTask();
  const narrowest = narrowestOf(db, reach.scope.words);
  await yieldIfDue();
  return narrowest === null ? reach : { ...reach, narrowed: await readNarrowed(db, reach, narrowest) };
}

/** The condition of a scope that the fewest entries of a large ledger meet. Null if they are many, or the ledger is small. */
function narrowestOf(db: Database, conditions: readonly (readonly string[])[]): Omit<Narrowed, "numbers"> | null {
  let narrowest: Omit<Narrowed, "numbers"> | null = null;
  for (const words of isSmall(db) ? [] : conditions) {
    const bound: number = narrowest?.most ?? MOST_IN_NARROW;
    let most = 0;
    for (const word of words) if (most < bound) most += countUpTo(db, scoped([word]), bound - most);
    if (most < bound) narrowest = { expression: scoped(words), most };
  }
  return narrowest;
}

const isSmall = (db: Database) => blockOf(newestEntry(db)) < BLOCKS_AT_ONCE;

/**
 * Whether so few entries of a large ledger have one of the terms that one statement finds those with all of them.
 * In block after block, most statements would find none.
 * @param code besides, entries count that have an identifier with this beginning. Null if there is none
 */
export function isNarrow(db: Database, terms: readonly LedgerTerm[], code: string | null): boolean {
  if (isSmall(db)) return false;
  const phrases = terms.reduce((sum, term) => sum + term.phrases.length, 0);
  const most = Math.floor(LOOK_UPS / Math.max(1, phrases));
  const count = (expression: string) => countUpTo(db, expression, most);
  if (code !== null && count(`identifiers : ${quote(code, true)}`) === most) return false;
  return terms.some((term) => {
    let entries = 0;
    for (const phrase of term.phrases) {
      if (entries < most) entries += Math.min(...wordsOf(phrase).map(count));
    }
    return entries < most;
  });
}

/** The whole words of a phrase, as expressions. Words side by side would have to be read until there are enough. */
function wordsOf(phrase: string): string[] {
  const words = tokensOf(phrase);
  if (words.length === 1) return [phrase];
  return (phrase.endsWith("*") ? words.slice(0, -1) : words).map((word) => quote(word));
}
