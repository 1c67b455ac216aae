import { setImmediate as nextTurn } from "node:timers/promises";
import type { SearchType } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { bestRecordFirst, type SimilarRecord } from "~/search/fuzzy.server";
import { fold, similarityTo } from "~/search/similarity";
import { SEARCHED_COLUMNS, type SearchedColumn, SOURCES } from "~/search/sources";
import { GROUP_SIZE, THRESHOLD } from "./product";

type Row = Record<SearchedColumn, string> & { recordNumber: number };

const ROWS_AT_ONCE = 500;
const ROUNDING = 1e-9;

const selectRows = (type: SearchType, condition: string) => {
  const { table, title, tags, body } = SOURCES[type];
  return `SELECT record_number AS recordNumber, ${title} AS title, ${tags} AS tags, ${body} AS body FROM "${table}" WHERE ${condition}`;
};

/** A record's similarity to a text, in its most similar column. */
export function compareRecord(db: Database, type: SearchType, text: string, recordNumber: number): SimilarRecord {
  const similarityOf = similarityTo(text);
  const row = statement<Row>(db, selectRows(type, "record_number = ?")).get(recordNumber) as Row;
  const similarities = SEARCHED_COLUMNS.map((name) => similarityOf(fold(row[name])));
  const similarity = Math.max(...similarities);
  return { recordNumber, similarity, column: similarities.indexOf(similarity) };
}

/** One query's scan of every record. */
class Scan {
  /** The ten best so far, best first. */
  readonly best: SimilarRecord[] = [];
  private readonly similarityOf: (folded: string) => number;
  private readonly asked: Uint8Array;
  private readonly size: number;

  constructor(
    text: string,
    /** A lower bound for the similarity of the ten best. */
    private lowerBound: number,
    readonly trigrams: readonly number[],
    idLimit: number,
  ) {
    this.similarityOf = similarityTo(text);
    this.size = trigrams.length;
    this.asked = new Uint8Array(idLimit);
    for (const id of trigrams) this.asked[id] = 1;
  }

  /** A field's similarity is at most the share of the query's trigrams that it has. */
  isWithin(shared: number): boolean {
    return shared >= this.lowerBound * this.size - ROUNDING;
  }

  /**
   * Whether some part of the field may be similar enough. Its similarity is shared / (size + different - shared). To miss
   * none, this counts a repeated trigram as shared each time, but as different only once in the field.
   */
  mayReach({ ids, isFirst }: Field): boolean {
    const wanted = this.lowerBound * this.size - ROUNDING;
    let sum = 0;
    for (let index = 0; index < ids.length; index += 1) {
      if (this.asked[ids[index] as number] === 1) sum += 1 + this.lowerBound;
      if (isFirst[index]) sum -= this.lowerBound;
      if (sum < 0) sum = 0;
      else if (sum >= wanted) return true;
    }
    return false;
  }

  compare(folded: string): number {
    return this.similarityOf(folded);
  }

  keep(record: SimilarRecord): void {
    this.best.push(record);
    this.best.sort(bestRecordFirst);
    if (this.best.length > GROUP_SIZE) this.best.pop();
    this.lowerBound = Math.max(this.lowerBound, this.best[GROUP_SIZE - 1]?.similarity ?? 0);
  }
}

/** The ids of a field's trigrams in order, and whether each is its first occurrence. */
interface Field {
  ids: readonly number[];
  isFirst: readonly boolean[];
}

/** Gives each trigram an id, and caches the ids of each word. */
class TrigramIds {
  private readonly ids = new Map<string, number>();
  private readonly words = new Map<string, number[]>();

  /** More than the number of trigrams of letters, digits and spaces. */
  readonly limit = 65_536;

  /** The ids of a word's trigrams, including repeated ones. */
  private trigramsOf(word: string): number[] {
    let ids = this.words.get(word);
    if (!ids) {
      const padded = `  ${word} `;
      ids = Array.from({ length: padded.length - 2 }, (_unused, start) => {
        const trigram = padded.slice(start, start + 3);
        const id = this.ids.get(trigram) ?? this.ids.size;
        this.ids.set(trigram, id);
        return id;
      });
      this.words.set(word, ids);
    }
    return ids;
  }

  read(folded: string): Field {
    const ids = (folded.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => this.trigramsOf(word));
    const seen = new Set<number>();
    return { ids, isFirst: ids.map((id) => seen.size < seen.add(id).size) };
  }
}

/**
 * Finds the ten best records of a type for each text by looking at every record. Counts the shared trigrams for all texts
 * in one pass, and compares a record only if it shares enough of them close together.
 * @param lowerBounds for each text, a similarity that the tenth best has at least
 */
export async function scanAll(
  db: Database,
  type: SearchType,
  texts: readonly string[],
  lowerBounds: readonly number[],
): Promise<SimilarRecord[][]> {
  const numbering = new TrigramIds();
  const scansByTrigram: number[][] = [];
  const scans = texts.map((text, index) => {
    const trigrams = [...new Set(numbering.read(fold(text)).ids)];
    for (const id of trigrams) scansByTrigram[id] = [...(scansByTrigram[id] ?? []), index];
    return new Scan(text, Math.max(THRESHOLD, lowerBounds[index] ?? 0), trigrams, numbering.limit);
  });
  const select = statement<Row>(
    db,
    `${selectRows(type, "record_number > ?")} ORDER BY record_number LIMIT ${ROWS_AT_ONCE}`,
  );
  for (let rows = select.all(0); rows.length > 0; rows = select.all(rows.at(-1)?.recordNumber)) {
    for (const row of rows) compareAll(row, scans, scansByTrigram, numbering);
    // Lets the process handle an interrupt.
    await nextTurn();
  }
  return scans.map(({ best }) => best);
}

function compareAll(
  row: Row,
  scans: readonly Scan[],
  scansByTrigram: readonly (readonly number[] | undefined)[],
  numbering: TrigramIds,
): void {
  const candidates = new Map<Scan, SimilarRecord>();
  for (const [column, name] of SEARCHED_COLUMNS.entries()) {
    const folded = fold(row[name]);
    const field = numbering.read(folded);
    const shared = new Uint16Array(scans.length);
    for (const [index, id] of field.ids.entries()) {
      if (!field.isFirst[index]) continue;
      for (const scan of scansByTrigram[id] ?? []) shared[scan] = (shared[scan] as number) + 1;
    }
    for (const [index, scan] of scans.entries()) {
      if (!scan.isWithin(shared[index] as number) || !scan.mayReach(field)) continue;
      const similarity = scan.compare(folded);
      if (similarity < THRESHOLD || similarity <= (candidates.get(scan)?.similarity ?? 0)) continue;
      candidates.set(scan, { recordNumber: row.recordNumber, similarity, column });
    }
  }
  for (const [scan, record] of candidates) scan.keep(record);
}
