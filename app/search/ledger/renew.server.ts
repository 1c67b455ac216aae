import { createHash } from "node:crypto";
import { type Database, statement } from "#db/open";
import { documentSourceOf, ENTRY_SOURCES } from "./sources.server";

/** Increase it when entries get other text from the same records: other words for a value, other stems, other parts. */
const TEXT_RULES = 2;
const RULES = createHash("sha256")
  .update(JSON.stringify([TEXT_RULES, ENTRY_SOURCES]))
  .digest("hex");

/** @param deployment what entries repeat of the settings, such as the time zone of their days */
export const wordingVersion = (deployment: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify([RULES, ...deployment]))
    .digest("hex");

/** Whether entries were written with this version. */
export const isWordedAs = (db: Database, version: string): boolean =>
  statement(db, "SELECT 1 FROM search_wording WHERE version = ?").get(version) !== undefined;

/** What a renewal has yet to mark stale: sources, of the first one only records after this id. */
export interface Renewal {
  sources: readonly string[];
  after: string;
}

export const WHOLE_RENEWAL: Renewal = { sources: Object.keys(ENTRY_SOURCES), after: "" };

/**
 * Marks some records stale, so that their entries are written again, and after the last one remembers the version. Run it
 * in a transaction, and continue with the rest only after its commit. If the process ends before, all are marked again.
 * @returns the rest, or null
 */
export function renewSome(db: Database, { sources, after }: Renewal, version: string, most: number): Renewal | null {
  const [source, ...others] = sources;
  if (source === undefined) {
    statement(db, "DELETE FROM search_wording").run();
    statement(db, "INSERT INTO search_wording (version) VALUES (?)").run(version);
    return null;
  }
  const ids = idsAfter(db, source, after, most);
  statement(
    db,
    `INSERT INTO search_stale (source, source_id) SELECT ?, value FROM json_each(?) WHERE TRUE ON CONFLICT DO NOTHING`,
  ).run(source, JSON.stringify(ids));
  const last = ids.length === most ? ids.at(-1) : undefined;
  if (last !== undefined) return { sources, after: last };
  // Small sources together, so that a search need not wait for many transactions.
  return renewSome(db, { sources: others, after: "" }, version, most - ids.length);
}

/** Empties the index, with its words, and marks every record stale. */
export function emptyLedgerIndex(db: Database): void {
  for (const table of ["search_ledger", "search_word_trigrams"]) {
    statement(db, `INSERT INTO ${table} (${table}) VALUES ('delete-all')`).run();
  }
  for (const table of ["search_entry", "search_word", "search_stale"]) statement(db, `DELETE FROM ${table}`).run();
  for (const source of Object.keys(ENTRY_SOURCES)) {
    statement(db, `INSERT INTO search_stale (source, source_id) ${idsOf(source)}`).run();
  }
}

/** The next records of a source that exist or have entries, by id. */
export function idsAfter(db: Database, source: string, after: string, most: number): string[] {
  // Each side has its own limit, or SQLite would sort all records each time.
  return statement<{ id: string }>(
    db,
    `SELECT source_id AS id FROM (
       SELECT * FROM (SELECT source_id FROM (${idsOf(source)}) WHERE source_id > @after ORDER BY source_id LIMIT @most)
       UNION SELECT * FROM (SELECT DISTINCT source_id FROM search_entry WHERE source = @source AND source_id > @after
         ORDER BY source_id LIMIT @most))
       ORDER BY source_id LIMIT @most`,
  )
    .all({ source, after, most })
    .map(({ id }) => id);
}

/** The records of a source in SQL: `source` and `source_id`. */
export const idsOf = (source: string): string => {
  const file = documentSourceOf(source);
  return file === null
    ? `SELECT '${source}' AS source, id AS source_id FROM "${source}"`
    : `SELECT '${source}' AS source, source_id FROM (SELECT source_id FROM document_text WHERE source = '${file}')`;
};
