import { SEARCH_TYPES } from "#db/enumerations";
import type { Database } from "#db/open";
import type { SimilarRecord } from "~/search/fuzzy.server";
import type { Found } from "~/search/search.server";
import { compareRecord, scanAll } from "./exact-scan";
import { GROUP_SIZE } from "./product";

/** How much of the ten best of each type, of all its records, is among what was found. */
export interface Recall {
  /** The very same records. */
  exact: number;
  /** Records as like as the tenth best: which of equals are shown is a matter of their order. */
  asGood: number;
}

/** The recall of queries, whose results are given, over the types that have any record like them. */
export async function recallOf(db: Database, results: readonly { text: string; found: Found }[]): Promise<Recall> {
  const exact: number[] = [];
  const asGood: number[] = [];
  for (const type of SEARCH_TYPES) {
    const found = results.map(({ text, found: { groups } }) => {
      const numbers = groups.find((group) => group.type === type)?.recordNumbers ?? [];
      return numbers.map((recordNumber) => compareRecord(db, type, text, recordNumber));
    });
    // The tenth best is at least as like as the tenth of what was found.
    const least = found.map((records) => (records.length < GROUP_SIZE ? 0 : Math.min(...records.map(similarityOf))));
    const texts = results.map(({ text }) => text);
    for (const [index, best] of (await scanAll(db, type, texts, least)).entries()) {
      const worst = best.at(-1);
      if (!worst) continue;
      const bestNumbers = new Set(best.map(({ recordNumber }) => recordNumber));
      const records = found[index] ?? [];
      exact.push(records.filter(({ recordNumber }) => bestNumbers.has(recordNumber)).length / best.length);
      asGood.push(records.filter(({ similarity }) => similarity >= worst.similarity).length / best.length);
    }
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { exact: mean(exact), asGood: mean(asGood) };
}

const similarityOf = ({ similarity }: SimilarRecord) => similarity;
