import { type Database, immediateTransaction, statement } from "#db/open";
import { type Definition, faultOf, readDefinitions, recreate, structuralFaults } from "../check.server";
import { headingOf } from "./index-entries.server";
import { emptyLedgerIndex, idsAfter } from "./renew.server";
import { ENTRY_SOURCES, readSource, type SourceRow } from "./sources.server";

/** How the index of the ledger's search differs from the records. */
export interface LedgerIndexReport {
  entries: number;
  /** Records that changed and are still to be indexed. Neither they nor the records that repeat them are in another number. */
  waiting: number;
  /** What is wrong with the index itself or its triggers. */
  faults: string[];
  /** The first few of each, as the table and the ID. */
  missing: Named;
  /** Entries without a record that anyone finds. */
  orphaned: Named;
  /** Entries with another heading, reach, status, date or tags than their record has. */
  differing: Named;
}

interface Named {
  count: number;
  first: string[];
}

const NAMED = 5;
const RECORDS_AT_ONCE = 500;
const TABLES = ["search_ledger", "search_word_trigrams"];

export function isLedgerWhole({ faults, missing, orphaned, differing }: LedgerIndexReport): boolean {
  return faults.length + missing.count + orphaned.count + differing.count === 0;
}

/**
 * Compares each entry with its record, at one moment, and the triggers with those of the migrations. It does not compare
 * the words of bodies: only a missing trigger could make them differ. It writes nothing, and blocks its process for
 * seconds per 100,000 records, so use it in programs and threads.
 */
export function checkLedgerIndex(db: Database): LedgerIndexReport {
  return db.$client.transaction(() => readReport(db)).deferred();
}

/** Makes the tables and triggers again, without entries, and marks every record stale. The server must not be running. */
export function rebuildLedgerIndex(db: Database): void {
  immediateTransaction(db, () => {
    recreate(db, ownDefinitions());
    emptyLedgerIndex(db);
  });
}

/** The full-text tables and the triggers that keep them, in the order of creation. */
const ownDefinitions = (): Definition[] =>
  [...readDefinitions().values()].filter(({ text }) => /\bsearch_(ledger|stale|word_trigrams)\b/.test(text));

function readReport(db: Database): LedgerIndexReport {
  const count = (table: string) =>
    statement<{ total: number }>(db, `SELECT count(*) AS total FROM ${table}`).get()?.total;
  const report: LedgerIndexReport = {
    entries: count("search_entry") ?? 0,
    waiting: count("search_stale") ?? 0,
    faults: ownDefinitions().flatMap((definition) => faultOf(db, definition)),
    missing: { count: 0, first: [] },
    orphaned: { count: 0, first: [] },
    differing: { count: 0, first: [] },
  };
  if (report.faults.length > 0) return report;
  report.faults.push(...TABLES.flatMap((table) => structuralFaults(db, table)), ...unmatchedText(db));
  const later = staleLater(db);
  for (const source of Object.keys(ENTRY_SOURCES)) compareSource(db, source, later, report);
  return report;
}

/** FTS5 keeps one row for each text here. Every entry has exactly one. */
function unmatchedText(db: Database): string[] {
  const differs = (one: string, other: string) => statement(db, `${one} EXCEPT ${other} LIMIT 1`).get() !== undefined;
  const [entries, texts] = ["SELECT entry_number FROM search_entry", "SELECT id FROM search_ledger_docsize"] as const;
  return [
    ...(differs(entries, texts) ? ["entries without text"] : []),
    ...(differs(texts, entries) ? ["text without an entry"] : []),
  ];
}

/** What an entry repeats of its record. */
interface Repeated {
  sourceId: string;
  heading: string;
  reach: string;
  date: string | null;
  status: string | null;
  tags: string;
  commandId: string | null;
}

/**
 * Records that become stale when those that wait are indexed, because their entries repeat these: if an organization that was
 * renamed waits, its submissions do not wait yet.
 */
function staleLater(db: Database): Set<string> {
  const later = new Set<string>();
  const follow = (source: string, ids: readonly string[]): void => {
    const dependents = ENTRY_SOURCES[source]?.dependents;
    if (dependents === undefined || ids.length === 0) return;
    const found = statement<{ source: string; id: string }>(
      db,
      `SELECT source, sourceId AS id FROM (${dependents.replaceAll("= @id", "IN (SELECT value FROM json_each(@ids))")})
         WHERE (source, sourceId) NOT IN (SELECT source, source_id FROM search_stale)`,
    ).all({ ids: JSON.stringify(ids) });
    const others = found.filter((record) => !later.has(nameOf(record.source, record.id)));
    for (const record of others) later.add(nameOf(record.source, record.id));
    for (const [next, records] of Map.groupBy(others, (record) => record.source)) {
      follow(
        next,
        records.map(({ id }) => id),
      );
    }
  };
  const waiting = statement<{ id: string }>(
    db,
    "SELECT DISTINCT source_id AS id FROM search_stale WHERE source = ? AND source_id > ? ORDER BY source_id LIMIT ?",
  );
  for (const source of Object.keys(ENTRY_SOURCES)) {
    for (let after: string | undefined = ""; after !== undefined; ) {
      const ids: string[] = waiting.all(source, after, RECORDS_AT_ONCE).map(({ id }) => id);
      follow(source, ids);
      after = ids.at(-1);
    }
  }
  return later;
}

const nameOf = (source: string, id: string) => `${source} ${id}`;

function compareSource(db: Database, source: string, later: ReadonlySet<string>, report: LedgerIndexReport): void {
  const waiting = statement<{ id: string }>(
    db,
    "SELECT source_id AS id FROM search_stale WHERE source = ? AND source_id IN (SELECT value FROM json_each(?))",
  );
  const entries = statement<Repeated>(
    db,
    `SELECT source_id AS sourceId, heading, reach, date, status, tech_tags AS tags, command_id AS commandId
       FROM search_entry WHERE source = ? AND part = 0 AND source_id IN (SELECT value FROM json_each(?))`,
  );
  const add = (kind: "missing" | "orphaned" | "differing", id: string) => {
    report[kind].count += 1;
    if (report[kind].first.length < NAMED) report[kind].first.push(nameOf(source, id));
  };
  for (let after = ""; ; ) {
    const ids = idsAfter(db, source, after, RECORDS_AT_ONCE);
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
    const stale = new Set(waiting.all(source, JSON.stringify(ids)).map(({ id }) => id));
    const some = ids.filter((id) => !stale.has(id) && !later.has(nameOf(source, id)));
    const stored = new Map(entries.all(source, JSON.stringify(some)).map((entry) => [entry.sourceId, entry]));
    const rows = new Map(readSource(db, source, some).map((row) => [row.sourceId, row]));
    for (const id of some) {
      const [entry, row] = [stored.get(id), rows.get(id)];
      if (row && !entry) add("missing", id);
      if (entry && !row) add("orphaned", id);
      if (entry && row && !repeats(entry, row)) add("differing", id);
    }
  }
}

const repeats = (entry: Repeated, row: SourceRow): boolean =>
  entry.heading === headingOf(row) &&
  entry.reach === row.reach &&
  entry.date === row.date &&
  entry.status === row.status &&
  entry.tags === row.tags &&
  entry.commandId === row.commandId;
