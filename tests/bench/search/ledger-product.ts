import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ENTRY_TYPES } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { createLedgerSearch, type LedgerSearch } from "~/search/ledger/ledger-search.server";
import type { LedgerFilters, LedgerReader } from "~/search/ledger/request.server";

/** Government's reader, who finds most. */
const READER: LedgerReader = { types: ENTRY_TYPES, isGovernment: true, organizationId: null };
const NOW = new Date("2026-06-01T12:00:00Z");

export function openLedger(db: Database): LedgerSearch {
  const deployment = {
    searchBackend: "hybrid",
    timeZone: { id: "America/New_York" },
    codeTables: { NAICS: null, PSC: null },
  } as const;
  return createLedgerSearch(db, deployment, throwError);
}

function throwError(_record: unknown, error: unknown): never {
  throw error;
}

export const findInLedger = (ledger: LedgerSearch, text: string, filters: LedgerFilters = {}) =>
  ledger.find({ text, reader: READER, filters, readable: (entries) => entries, hidden: () => [] }, NOW);

export const countEntries = (db: Database) =>
  statement<{ count: number }>(db, "SELECT count(*) AS count FROM search_entry").get()?.count ?? 0;

/** The pages of the tables that only the ledger's search has. */
export function indexBytes(db: Database): number {
  const tables = statement<{ name: string }>(
    db,
    `SELECT name FROM sqlite_schema WHERE rootpage > 0
       AND (tbl_name GLOB 'search_ledger*' OR tbl_name IN ('search_entry', 'search_stale') OR tbl_name GLOB 'search_word*')`,
  ).all();
  const bytesOf = statement<{ bytes: number }>(
    db,
    "SELECT sum(pgsize) AS bytes FROM dbstat WHERE name = ? AND aggregate = TRUE",
  );
  return tables.reduce((sum, { name }) => sum + (bytesOf.get(name)?.bytes ?? 0), 0);
}

export interface LedgerTimes {
  milliseconds: number[];
  /** How many entries each query found. */
  found: number[];
  /** The longest time without a turn for other requests. */
  longestHold: number;
}

/** Runs queries one after another, twice, and measures the second run. */
export async function timeLedger(
  ledger: LedgerSearch,
  queries: readonly { text: string; filters?: LedgerFilters }[],
): Promise<LedgerTimes> {
  const times: LedgerTimes = { milliseconds: [], found: [], longestHold: 0 };
  for (const { text, filters } of queries) await findInLedger(ledger, text, filters);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (const { text, filters } of queries) {
    await nextTurn();
    const started = performance.now();
    const { entries } = await findInLedger(ledger, text, filters);
    times.milliseconds.push(performance.now() - started);
    times.found.push(entries.length);
  }
  await nextTurn();
  delay.disable();
  times.longestHold = delay.max / 1e6;
  return times;
}
