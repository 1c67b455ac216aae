import type { SearchType } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { SOURCES } from "./sources";

/** What of a record is searched. */
export interface RecordText {
  recordNumber: number;
  title: string;
  tags: string;
  body: string;
}

const columnsOf = ({ title, tags, body }: { title: string; tags: string; body: string }) =>
  `record_number AS recordNumber, ${title} AS title, coalesce(${tags}, '') AS tags, coalesce(${body}, '') AS body`;

/** The searched text of records by their numbers; those that are not to be found are left out. */
export function readTexts(db: Database, type: SearchType, recordNumbers: readonly number[]): RecordText[] {
  const source = SOURCES[type];
  return statement<RecordText>(
    db,
    `SELECT ${columnsOf(source)} FROM "${source.table}"
       WHERE record_number IN (SELECT value FROM json_each(?)) AND ${source.where ?? "TRUE"}`,
  ).all(JSON.stringify(recordNumbers));
}

/** How many texts are read before a caller may give other requests a turn. */
const TEXTS_AT_ONCE = 100;

/** The searched text of every record of a type, read as far as it is gone through. */
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

/** Whether a type has more records than `bound`. */
export function hasMoreThan(db: Database, type: SearchType, bound: number): boolean {
  const counted = statement<{ total: number }>(
    db,
    `SELECT count(*) AS total FROM (SELECT 1 FROM "${SOURCES[type].table}" LIMIT ?)`,
  ).get(bound + 1);
  return (counted?.total ?? 0) > bound;
}
