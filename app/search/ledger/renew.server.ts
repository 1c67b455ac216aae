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

/** Marks every record stale, so that its entries are written again, and remembers the version. Run it in a transaction. */
export function renewEntries(db: Database, version: string): void {
  markEverythingStale(db);
  statement(db, "DELETE FROM search_wording").run();
  statement(db, "INSERT INTO search_wording (version) VALUES (?)").run(version);
}

/** Empties the index, with its words, and marks every record stale. */
export function emptyLedgerIndex(db: Database): void {
  for (const table of ["search_ledger", "search_word_trigrams"]) {
    statement(db, `INSERT INTO ${table} (${table}) VALUES ('delete-all')`).run();
  }
  for (const table of ["search_entry", "search_word", "search_stale"]) statement(db, `DELETE FROM ${table}`).run();
  markEverythingStale(db);
}

/** Every record that may have entries, and every entry, in case its record is gone. */
function markEverythingStale(db: Database): void {
  const mark = (select: string) =>
    statement(db, `INSERT INTO search_stale (source, source_id) ${select} WHERE TRUE ON CONFLICT DO NOTHING`).run();
  for (const source of Object.keys(ENTRY_SOURCES)) mark(idsOf(source));
  mark("SELECT DISTINCT source, source_id FROM search_entry");
}

/** The records of a source in SQL: `source` and `source_id`. */
export const idsOf = (source: string): string => {
  const file = documentSourceOf(source);
  return file === null
    ? `SELECT '${source}' AS source, id AS source_id FROM "${source}"`
    : `SELECT '${source}' AS source, source_id FROM (SELECT source_id FROM document_text WHERE source = '${file}')`;
};
