import { SEARCH_TYPES } from "#db/enumerations";
import type { Database } from "#db/open";
import type { SimilarRecord } from "~/search/fuzzy.server";
import type { Found } from "~/search/search.server";
import { compareRecord, scanAll } from "./exact-scan";
import { GROUP_SIZE } from "./product";

/** The share of the ten best records of each type that the search finds. */
export interface Recall {
  /** Exactly these records. */
  exact: number;
  /** Also counts other records that are as similar as the tenth best. */
  equallySimilar: number;
}

/** The mean recall of these results, over the types that have similar records. */
export async function recallOf(db: Database, results: readonly { text: string; found: Found }[]): Promise<Recall> {
  const exact: number[] = [];
  const equallySimilar: number[] = [];
  for (const type of SEARCH_TYPES) {
    const found = results.map(({ text, found: { groups } }) => {
      const numbers = groups.find((group) => group.type === type)?.recordNumbers ?? [];
      return numbers.map((recordNumber) => compareRecord(db, type, text, recordNumber));
    });
    // The tenth best is at least as similar as the tenth result.
    const lowerBounds = found.map((records) =>
      records.length < GROUP_SIZE ? 0 : Math.min(...records.map(similarityOf)),
    );
    const texts = results.map(({ text }) => text);
    for (const [index, best] of (await scanAll(db, type, texts, lowerBounds)).entries()) {
      const worst = best.at(-1);
      if (!worst) continue;
      const bestNumbers = new Set(best.map(({ recordNumber }) => recordNumber));
      const records = found[index] ?? [];
      exact.push(records.filter(({ recordNumber }) => bestNumbers.has(recordNumber)).length / best.length);
      equallySimilar.push(records.filter(({ similarity }) => similarity >= worst.similarity).length / best.length);
    }
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { exact: mean(exact), equallySimilar: mean(equallySimilar) };
}

const similarityOf = ({ similarity }: SimilarRecord) => similarity;
