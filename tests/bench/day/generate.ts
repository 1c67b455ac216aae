import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  closeDatabase,
  type Database,
  migrateDatabase,
  migrationStatements,
  openDatabase,
  refreshStatistics,
} from "#db/open";
import { rebuildSearchIndex } from "~/search/check.server";
import { rebuildLedgerIndex } from "~/search/ledger/check.server";
import { createLedgerSearch } from "~/search/ledger/ledger-search.server";
import { readSettings } from "~/settings.server";
import { appendHistory, TRAFFIC_STATEMENTS } from "./audit";
import { addFunctions } from "./functions";
import { recordStatements } from "./records";
import { sizesOf } from "./sizes";

const CACHE_KILOBYTES = 2_000_000;

/**
 * Generates the ledger of a large agency in a folder: `ledger.sqlite` and `uploads`. Tables are filled without their
 * indexes and triggers, which are made again at the end.
 */
export async function generateLedger(folder: string, records: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "ledger.sqlite");
  const db = openDatabase(path);
  migrateDatabase(db);
  const { $client } = db;
  const sizes = sizesOf(records);
  const end = Date.now() - 60_000;
  // Safe, because only a power failure could damage the file.
  for (const pragma of ["synchronous = OFF", "foreign_keys = OFF", `cache_size = -${CACHE_KILOBYTES}`])
    $client.pragma(pragma);
  addFunctions(db, end, sizes);
  const whole = setAside(db, "audit_event_chain");
  for (const [what, statement] of recordStatements(sizes)) await timed(what, () => $client.exec(statement));
  await timed("audit log", () => appendHistory(db, end, sizes));
  await timed("traffic", () => $client.exec(TRAFFIC_STATEMENTS.join(";")));
  await timed("totals and log of changes", () => fillDerived(db));
  await timed("indexes and triggers", () => $client.exec(whole.join(";")));
  await timed("check of references", () => requireReferences(db));
  await timed("search of the API", () => rebuildSearchIndex(db));
  await timed("search of the ledger", () => indexLedger(db, path));
  refreshStatistics(db);
  closeDatabase(db);
}

async function timed(what: string, work: () => unknown): Promise<void> {
  const started = performance.now();
  await work();
  process.stdout.write(`  ${what}: ${((performance.now() - started) / 1_000).toFixed(1)} s\n`);
}

/** Drops triggers and indexes, except one index. @returns the statements that make them again */
function setAside({ $client }: Database, kept: string): string[] {
  const parts = $client
    .prepare<[string], { type: string; name: string; sql: string }>(
      `SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL AND name <> ?
         AND tbl_name NOT GLOB 'search_*' AND tbl_name NOT GLOB '*_trigrams*'`,
    )
    .all(kept);
  for (const { type, name } of parts) $client.exec(`DROP ${type} "${name}"`);
  return parts.sort((one, other) => (one.type < other.type ? -1 : 1)).map(({ sql }) => sql);
}

/** Tables that triggers keep, which were filled from the records that existed when they were added. */
const DERIVED = ["record_change", "submission_total", "submission_listing", "submission_title_trigrams", "audit_total"];

function fillDerived({ $client }: Database): void {
  for (const table of DERIVED) {
    $client.exec(`DELETE FROM ${table}`);
    const beginning = new RegExp(`^\\s*INSERT INTO ${table} `);
    for (const statement of migrationStatements()) if (beginning.test(statement)) $client.exec(statement);
  }
}

function requireReferences({ $client }: Database): void {
  const faults = $client.pragma("foreign_key_check") as unknown[];
  if (faults.length > 0)
    throw new Error(`${faults.length} references lead nowhere: ${JSON.stringify(faults.slice(0, 3))}`);
}

async function indexLedger(db: Database, path: string): Promise<void> {
  rebuildLedgerIndex(db);
  const settings = readSettings({ DATABASE_PATH: path, LOG_LEVEL: "silent" });
  const ledger = createLedgerSearch(db, { ...settings, codeTables: { NAICS: null, PSC: null } }, (_record, error) => {
    throw error;
  });
  await ledger.catchUp(true);
}
