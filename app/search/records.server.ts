import type { SearchType } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { SOURCES } from "./sources";

/** The searched text of a record. */
export interface RecordText {
  recordNumber: number;
  title: string;
  tags: string;
  body: string;
}

const columnsOf = ({ title, tags, body }: { title: string; tags: string; body: string }) =>
  `record_number AS recordNumber, ${title} AS title, coalesce(${tags}, '') AS tags, coalesce(${body}, '') AS body`;

/** Reads the searched text of records by number. Leaves out records that the search must not find. */
export function readTexts(db: Database, type: SearchType, recordNumbers: readonly number[]): RecordText[] {
  const source = SOURCES[type];
  return statement<RecordText>(
    db,
    `SELECT ${columnsOf(source)} FROM "${source.table}"
       WHERE record_number IN (SELECT value FROM json_each(?)) AND ${source.where ?? "TRUE"}`,
  ).all(JSON.stringify(recordNumbers));
}

/** How many texts to read at once, before the caller can give other requests a turn. */
const TEXTS_AT_ONCE = 100;

/** Reads the searched text of every record of a type, a batch at a time as the caller iterates. */
export function* readAllTexts(db: Database, type: SearchType): Generator<RecordText, void, void> {
  const source = SOURCES[type];
  const select = statement<RecordText>(
    db,
    `SELECT ${columnsOf(source)} FROM "${source.table}"
       WHERE record_number > ? AND ${source.where ?? "TRUE"} ORDER BY record_number LIMIT ${TEXTS_AT_ONCE}`,
  );
  for (let last = -1; ; ) {
    const texts = select.all(last);
    yield* texts;
    if (texts.length < TEXTS_AT_ONCE) return;
    last = texts.at(-1)?.recordNumber ?? last;
  }
}

export function hasMoreThan(db: Database, type: SearchType, bound: number): boolean {
  const counted = statement<{ total: number }>(
    db,
    `SELECT count(*) AS total FROM (SELECT 1 FROM "${SOURCES[type].table}" LIMIT ?)`,
  ).get(bound + 1);
  return (counted?.total ?? 0) > bound;
}
