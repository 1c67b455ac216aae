import type { Database } from "#db/open";
import { quote, tokensOf } from "../query";
import { blockOf } from "./entry";
import { BLOCKS_AT_ONCE, countUpTo, newestEntry } from "./matches.server";
import type { LedgerTerm } from "./request.server";

/**
 * In how many entries one statement may look up the phrases of a query. It takes about 10 microseconds for each phrase and
 * entry, while other requests wait.
 */
const LOOK_UPS = 5_000;

/**
 * Whether so few entries of a large ledger have one of the terms that one statement finds those with all of them.
 * In block after block, most statements would find none.
 * @param code besides, entries count that have an identifier with this beginning. Null if there is none
 */
export function isNarrow(db: Database, terms: readonly LedgerTerm[], code: string | null): boolean {
  if (blockOf(newestEntry(db)) < BLOCKS_AT_ONCE) return false;
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
