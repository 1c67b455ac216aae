import type { EntryType } from "#db/enumerations";
import { cannotWriteNow, type Database, immediateTransaction, statement, withLockWait } from "#db/open";
import { yieldDuringLongTask } from "~/values/event-loop";
import { type EntryText, entryText, scopeText, TEXT_COLUMNS, type Wording } from "./entry";
import { ENTRY_SOURCES, readSource, type SourceRow } from "./sources.server";
import { learnWords } from "./words.server";

/** Stale records that one transaction indexes. It takes a few milliseconds. */
const RECORDS_AT_ONCE = 20;
/** After this many transactions a search stops waiting. The rest is indexed in the background. */
const STEPS_AWAITED = 50;

interface Stale {
  staleNumber: number;
  source: string;
  sourceId: string;
}

interface Stored {
  entryNumber: number;
  heading: string;
}

/** Keeps the index of the ledger's search current. */
export interface LedgerIndex {
  /** Resolves when every committed change is indexed, or soon if there are very many. */
  upToDate(): Promise<void>;
  /** The same, however many there are. */
  catchUp(): Promise<void>;
}

/** Creates the upkeep of a database's index. Calls at the same time share the work. */
export function createLedgerIndex(db: Database, wording: Wording): LedgerIndex {
  let running: Promise<void> | null = null;
  let steps = 0;
  let wake: (() => void)[] = [];

  const run = async () => {
    const yieldIfDue = yieldDuringLongTask();
    steps = 0;
    while (db.$client.open && indexSome(db, wording)) {
      steps += 1;
      if (steps === STEPS_AWAITED) for (const resume of wake.splice(0)) resume();
      await yieldIfDue();
    }
  };
  const catchUp = () => {
    running ??= run().finally(() => {
      running = null;
      for (const resume of wake.splice(0)) resume();
    });
    return running;
  };
  return {
    catchUp,
    async upToDate() {
      if (running === null && !hasStale(db)) return;
      const enough = new Promise<void>((resolve) => {
        wake = [...wake, resolve];
      });
      await Promise.race([catchUp(), enough]);
    },
  };
}

const hasStale = (db: Database) => statement(db, "SELECT 1 FROM search_stale LIMIT 1").get() !== undefined;

/** Indexes some stale records. @returns whether there were any */
function indexSome(db: Database, wording: Wording): boolean {
  if (!hasStale(db)) return false;
  try {
    return withLockWait(db, 0, () =>
      immediateTransaction(db, () => {
        const stale = statement<Stale>(
          db,
          `SELECT stale_number AS staleNumber, source, source_id AS sourceId FROM search_stale
             ORDER BY stale_number LIMIT ${RECORDS_AT_ONCE}`,
        ).all();
        // First, because indexing a record may make others stale, even one of these.
        const numbers = JSON.stringify(stale.map(({ staleNumber }) => staleNumber));
        statement(db, "DELETE FROM search_stale WHERE stale_number IN (SELECT value FROM json_each(?))").run(numbers);
        for (const [source, ids] of bySource(stale)) indexRecords(db, source, ids, wording);
        return stale.length > 0;
      }),
    );
  } catch (error) {
    // Another process writes, or nothing can be written now. The search finds what is indexed, and the rest later.
    if (cannotWriteNow(error)) return false;
    throw error;
  }
}

function bySource(stale: readonly Stale[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { source, sourceId } of stale) groups.set(source, [...(groups.get(source) ?? []), sourceId]);
  return groups;
}

function indexRecords(db: Database, sourceName: string, ids: readonly string[], wording: Wording): void {
  const source = ENTRY_SOURCES[sourceName];
  if (!source) return;
  const rowById = new Map(readSource(db, sourceName, ids).map((row) => [row.sourceId, row]));
  for (const sourceId of ids) {
    const row = rowById.get(sourceId);
    const heading = row ? `${row.title}\n${row.names}` : null;
    const [stored] = storedEntries(db, sourceName, sourceId);
    if (stored) removeText(db, stored.entryNumber);
    if (row && heading !== null) {
      const entry = { ...row, source: sourceName, part: 0, type: source.type, heading };
      writeEntry(db, stored?.entryNumber ?? null, entry, entryText(row, source, wording));
    } else if (stored) removeEntry(db, stored.entryNumber);
    if (source.dependents && heading !== (stored?.heading ?? null)) markStale(db, source.dependents, sourceId);
  }
}

/** The entries of a record, in the order of their parts. */
export function storedEntries(db: Database, source: string, sourceId: string): Stored[] {
  return statement<Stored>(
    db,
    "SELECT entry_number AS entryNumber, heading FROM search_entry WHERE source = ? AND source_id = ? ORDER BY part",
  ).all(source, sourceId);
}

/** What `search_entry` has of an entry. */
export interface Entry
  extends Omit<
    SourceRow,
    "identifiers" | "codes" | "names" | "places" | "body" | "internal" | "labels" | "dates" | "parentId" | "parentTitle"
  > {
  source: string;
  part: number;
  type: EntryType;
  heading: string;
}

/** Writes an entry and its text: a new one, or one whose text was removed. */
export function writeEntry(db: Database, entryNumber: number | null, entry: Entry, text: EntryText): void {
  const { lastInsertRowid } = statement(
    db,
    `INSERT INTO search_entry (entry_number, source, source_id, part, type, reach, organization_id, title, heading, date,
         status, tech_tags, command_id)
       VALUES (@entryNumber, @source, @sourceId, @part, @type, @reach, @organizationId, @title, @heading, @date, @status,
         @tags, @commandId)
       ON CONFLICT (entry_number) DO UPDATE SET reach = excluded.reach, organization_id = excluded.organization_id,
         title = excluded.title, heading = excluded.heading, date = excluded.date, status = excluded.status,
         tech_tags = excluded.tech_tags, command_id = excluded.command_id`,
  ).run({ ...fieldsOf(entry), entryNumber });
  statement(
    db,
    `INSERT INTO search_ledger (rowid, ${TEXT_COLUMNS.join(", ")}, scope)
       VALUES (@rowid, ${TEXT_COLUMNS.map((name) => `@${name}`).join(", ")}, @scope)`,
  ).run({ ...text, rowid: BigInt(entryNumber ?? lastInsertRowid), scope: scopeText(entry, entry.type) });
  learnWords(db, Object.values(text));
}

const fieldsOf = ({
  source,
  sourceId,
  part,
  type,
  reach,
  organizationId,
  title,
  heading,
  date,
  status,
  tags,
  commandId,
}: Entry) => ({
  source,
  sourceId,
  part,
  type,
  reach,
  organizationId,
  title,
  heading,
  date,
  status,
  tags,
  commandId,
});

const removeText = (db: Database, entryNumber: number) =>
  statement(db, "DELETE FROM search_ledger WHERE rowid = ?").run(entryNumber);

/** Removes an entry whose text was removed. */
const removeEntry = (db: Database, entryNumber: number) =>
  statement(db, "DELETE FROM search_entry WHERE entry_number = ?").run(entryNumber);

/** Marks the records stale that `select` names. */
function markStale(db: Database, select: string, id: string): void {
  statement(
    db,
    `INSERT INTO search_stale (source, source_id) SELECT source, sourceId FROM (${select}) WHERE TRUE ON CONFLICT DO NOTHING`,
  ).run({ id });
}
