import type { Database } from "#db/open";
import { numbersOf, type Reach } from "./matches.server";
import { HEAD, inReach, type LedgerReader, type LedgerTerm } from "./request.server";

/** How many of the newest entries with a term count. A term that more have says little. */
const ENTRIES_OF_TERM = 2_000;
/**
 * How much of what a query says an entry must have, by the rarity of its terms: with several of them, with
 * only one, and with only one that names a tag, because that says what the query is about.
 * Chosen by the judged questions (tests/pages/search-questions): below, questions without an answer get results.
 */
const LEAST_COVERED = { bySeveral: 0.34, byOne: 0.55, byTag: 0.3 };
/** A term with fewer entries says no more: it may be a misspelling. */
const RAREST = 4;
/** How much more a term counts in the head of an entry. */
const IN_HEAD = 1.5;
const ENTRIES_KEPT = 100;

/** The entries that have most of the terms, where rare terms count more, and more in the head of an entry. Best first. */
export async function mostOf(
  db: Database,
  terms: readonly LedgerTerm[],
  reach: Reach,
  reader: LedgerReader,
): Promise<number[]> {
  if (terms.length < 2) return [];
  const scores = new Map<number, { covered: number; score: number; least: number }>();
  let whole = 0;
  for (const { wide, namesTag } of terms) {
    const lookUp = (columns: string | null) => numbersOf(db, reach, inReach(reader, wide, columns), ENTRIES_OF_TERM);
    const anywhere = await lookUp(null);
    const inHead = new Set(await lookUp(HEAD));
    const weight = Math.log((2 * ENTRIES_OF_TERM) / (Math.max(anywhere.length, RAREST) + 1));
    whole += weight;
    for (const entryNumber of anywhere) {
      const before = scores.get(entryNumber);
      const { covered, score } = before ?? { covered: 0, score: 0 };
      const byOne = namesTag && inHead.has(entryNumber) ? LEAST_COVERED.byTag : LEAST_COVERED.byOne;
      scores.set(entryNumber, {
        covered: covered + weight,
        least: before === undefined ? byOne : Math.min(before.least, LEAST_COVERED.bySeveral),
        score: score + weight * (inHead.has(entryNumber) ? IN_HEAD : 1),
      });
    }
  }
  return [...scores]
    .filter(([, { covered, least }]) => covered >= least * whole)
    .sort(([one, { score }], [other, { score: otherScore }]) => otherScore - score || other - one)
    .slice(0, ENTRIES_KEPT)
    .map(([entryNumber]) => entryNumber);
}
