import type { EntryType } from "#db/enumerations";
import { cannotWriteNow, type Database, immediateTransaction, isOfValues, statement, withLockWait } from "#db/open";
import { readPages } from "~/storage/document-text/pages.server";
import { yieldDuringLongTask } from "~/values/event-loop";
import { blockOf, type EntryText, entryText, SCOPE, scopeText, TEXT_COLUMNS, type Wording } from "./entry";
import { partsOf } from "./file-parts";
import { isWordedAs, renewSome, WHOLE_RENEWAL } from "./renew.server";
import { documentSourceOf, ENTRY_SOURCES, readSource, type SourceRow } from "./sources.server";
import { learnWords } from "./words.server";

/**
 * Stale records that one transaction indexes, and how many of them may be files. It takes a few milliseconds, while one for
 * each would write the same pages, and flush them, every time.
 */
const RECORDS_AT_ONCE = 20;
const FILES_AT_ONCE = 4;
/** The same where nobody waits. Larger transactions cost less for each record. */
const RECORDS_AT_ONCE_ALONE = 1_000;
/** Records that one transaction of a renewal marks stale. */
const RECORDS_MARKED_AT_ONCE = 500;
/** After this many transactions a search stops waiting. The rest is indexed in the background. */
const STEPS_AWAITED = 50;

interface Stale {
  staleNumber: number;
  source: string;
  sourceId: string;
  part: number;
}

interface Stored {
  entryNumber: number;
  part: number;
  heading: string;
  reach: string;
}

/** Keeps the index of the ledger's search current. */
interface LedgerIndex {
  /** Resolves when every committed change is indexed, or soon if there are very many. */
  upToDate(): Promise<void>;
  /**
   * The same, however many there are.
   * @param isAlone whether no other request waits, as in a program
   */
  catchUp(isAlone?: boolean): Promise<void>;
}

/** Told of a record that cannot be indexed, and why. Its entries stay as they are until it changes. */
export type ReportUnindexed = (record: { source: string; sourceId: string }, error: unknown) => void;

/** Creates the upkeep of a database's index. Calls at the same time share the work. */
export function createLedgerIndex(db: Database, wording: Wording, reportUnindexed: ReportUnindexed): LedgerIndex {
  let running: Promise<void> | null = null;
  let steps = 0;
  let wake: (() => void)[] = [];
  /** What is left of a renewal, if entries have to be written again. */
  let renewal = isWordedAs(db, wording.version) ? null : WHOLE_RENEWAL;

  /** @returns whether something was marked */
  const continueRenewal = (): boolean => {
    const begun = renewal;
    if (begun === null) return false;
    const written = writeIfPossible(db, () => ({
      rest: renewSome(db, begun, wording.version, RECORDS_MARKED_AT_ONCE),
    }));
    if (written) renewal = written.rest;
    return written !== false;
  };

  /* One record that cannot be read must not keep all others from the index, nor everyone from searching. */
  const indexOrSetAside = (most: number): boolean => {
    try {
      return indexSome(db, wording, most);
    } catch (error) {
      if (!isOfValues(error)) throw error;
      return most > 1 ? indexOrSetAside(1) : setAside(db, (record) => reportUnindexed(record, error));
    }
  };
  const run = async (recordsAtOnce: number) => {
    const yieldIfDue = yieldDuringLongTask();
    steps = 0;
    while (db.$client.open && (continueRenewal() || indexOrSetAside(recordsAtOnce))) {
      steps += 1;
      if (steps === STEPS_AWAITED) for (const resume of wake.splice(0)) resume();
      await yieldIfDue();
    }
  };
  const catchUp = (isAlone = false) => {
    running ??= run(isAlone ? RECORDS_AT_ONCE_ALONE : RECORDS_AT_ONCE).finally(() => {
      running = null;
      for (const resume of wake.splice(0)) resume();
    });
    return running;
  };
  return {
    catchUp,
    async upToDate() {
      if (running === null && renewal === null && !hasStale(db)) return;
      const enough = new Promise<void>((resolve) => {
        wake = [...wake, resolve];
      });
      await Promise.race([catchUp(), enough]);
    },
  };
}

const hasStale = (db: Database) => statement(db, "SELECT 1 FROM search_stale LIMIT 1").get() !== undefined;

/** Indexes some stale records and files. @returns whether there were any */
function indexSome(db: Database, wording: Wording, most: number): boolean {
  if (!hasStale(db)) return false;
  return writeIfPossible(db, () => {
    const stale = firstStale(db, most);
    const records = stale.filter((each) => !isFile(each));
    const changes = indexTaken(db, records, wording, 0);
    // The whole text of a file is read for each of its parts.
    for (const file of stale.filter(isFile).slice(0, FILES_AT_ONCE)) {
      changes.push(...indexTaken(db, [file], wording, file.part));
    }
    writeTexts(db, changes);
    return stale.length > 0;
  });
}

const isFile = ({ source }: Stale) => documentSourceOf(source) !== null;

/** Lets the next stale record wait no longer. @returns whether there was one */
function setAside(db: Database, report: (record: Stale) => void): boolean {
  return writeIfPossible(db, () => {
    const stale = firstStale(db, 1);
    take(db, stale);
    stale.forEach(report);
    return stale.length > 0;
  });
}

/** Writes in one transaction. @returns false if nothing was written */
function writeIfPossible<Result>(db: Database, write: () => Result): Result | false {
  try {
    return withLockWait(db, 0, () => immediateTransaction(db, write));
  } catch (error) {
    // Another process writes, or nothing can be written now. The search finds what is indexed, and the rest later.
    if (cannotWriteNow(error)) return false;
    throw error;
  }
}

/** The stale records that wait longest. */
function firstStale(db: Database, most: number): Stale[] {
  return statement<Stale>(
    db,
    `SELECT stale_number AS staleNumber, source, source_id AS sourceId, part FROM search_stale
       ORDER BY stale_number LIMIT +?`,
  ).all(most);
}

/** Lets records no longer be stale. */
function take(db: Database, stale: readonly Stale[]): void {
  const numbers = JSON.stringify(stale.map(({ staleNumber }) => staleNumber));
  statement(db, "DELETE FROM search_stale WHERE stale_number IN (SELECT value FROM json_each(?))").run(numbers);
}

/**
 * Takes stale records and writes their entries. Nothing is stale anymore before it is indexed, because indexing a record may
 * make others stale, even one of these.
 */
function indexTaken(db: Database, stale: readonly Stale[], wording: Wording, part: number): TextChange[] {
  if (stale.length === 0) return [];
  take(db, stale);
  return [...bySource(stale)].flatMap(([source, ids]) => indexRecords(db, source, ids, wording, part));
}

function bySource(stale: readonly Stale[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { source, sourceId } of stale) groups.set(source, [...(groups.get(source) ?? []), sourceId]);
  return groups;
}

/** Writes the entries of records. @returns what their text is now, which the caller writes after them */
function indexRecords(
  db: Database,
  name: string,
  ids: readonly string[],
  wording: Wording,
  part: number,
): TextChange[] {
  const source = ENTRY_SOURCES[name];
  if (!source) return [];
  const changes: TextChange[] = [];
  const rowById = new Map(readSource(db, name, ids).map((row) => [row.sourceId, row]));
  for (const sourceId of ids) {
    const row = rowById.get(sourceId);
    const heading = row ? headingOf(row) : null;
    const stored = storedEntries(db, name, sourceId);
    const [before] = stored;
    const parts = row ? partsOfRecord(db, name, row) : [];
    const text = parts[part];
    const current = stored.find((entry) => entry.part === part);
    if (row && heading !== null && text !== undefined) {
      const entry = { ...row, source: name, part, type: source.type, heading };
      const entryNumber = writeEntry(db, current?.entryNumber ?? null, entry);
      const now = {
        ...entryText({ ...row, body: text }, source, wording),
        scope: scopeText(entry, source.type, wording),
      };
      changes.push({ entryNumber, isNew: current === undefined, now });
      noteArrival(db, entry, current?.reach === "GOVERNMENT" && row.reach === "PUBLIC");
      if (part + 1 < parts.length) markPartStale(db, name, sourceId, part + 1);
    } else if (current) changes.push(removeEntry(db, current.entryNumber));
    for (const { entryNumber } of stored.filter((entry) => entry.part >= parts.length && entry !== current)) {
      changes.push(removeEntry(db, entryNumber));
    }
    if (source.dependents && heading !== (before?.heading ?? null)) markStale(db, source.dependents, sourceId);
  }
  return changes;
}

/** What the entries of other records may repeat of this one. */
export const headingOf = ({ title, identifiers, names, reach }: SourceRow): string =>
  [title, identifiers, names, reach].join("\n");

/** The text of each of a record's entries. Only a long file has several. */
export function partsOfRecord(db: Database, name: string, row: SourceRow): string[] {
  const documentSource = documentSourceOf(name);
  if (documentSource === null) return [row.body];
  const parts = partsOf(readPages(db, documentSource, row.sourceId) ?? []);
  // A file without text is found by its name.
  return parts.length === 0 ? [""] : parts.map((pieces) => pieces.map(({ text }) => text).join("\n"));
}

/** The entries of a record, in the order of their parts. */
function storedEntries(db: Database, source: string, sourceId: string): Stored[] {
  return statement<Stored>(
    db,
    `SELECT entry_number AS entryNumber, part, heading, reach FROM search_entry WHERE source = +? AND source_id = +? ORDER BY part`,
  ).all(source, sourceId);
}

/** After the part before it, so that other records have their turn in between. */
function markPartStale(db: Database, source: string, sourceId: string, part: number): void {
  statement(db, "INSERT INTO search_stale (source, source_id, part) VALUES (?, ?, ?) ON CONFLICT DO NOTHING").run(
    source,
    sourceId,
    part,
  );
}

/**
 * Has an entry compared with saved searches (app/domain/saved-search), in the transaction that writes it. A search that is
 * saved later finds only records that appear later, which a public one may do long after it is written.
 */
function noteArrival(db: Database, { source, sourceId, part, reach }: Entry, becamePublic: boolean): void {
  statement(
    db,
    `INSERT OR REPLACE INTO search_arrival (source, source_id, part, became_public)
       SELECT @source, @sourceId, @part, max(@becamePublic, coalesce((SELECT became_public FROM search_arrival
         WHERE source = @source AND source_id = @sourceId AND part = @part), 0))
       WHERE @reach = 'PUBLIC' OR EXISTS (SELECT 1 FROM saved_search WHERE notify <> 'NONE')`,
  ).run({ source, sourceId, part, reach, becamePublic: becamePublic ? 1 : 0 });
}

/** What `search_entry` has of an entry. */
interface Entry
  extends Omit<
    SourceRow,
    "identifiers" | "codes" | "names" | "places" | "body" | "internal" | "labels" | "dates" | "parentId" | "parentTitle"
  > {
  source: string;
  part: number;
  type: EntryType;
  heading: string;
}

/** Writes an entry. @returns its number */
function writeEntry(db: Database, entryNumber: number | null, entry: Entry): number {
  const { lastInsertRowid } = statement(
    db,
    `INSERT INTO search_entry (entry_number, source, source_id, part, type, reach, organization_id, title, heading, date,
         status, tech_tags, command_id)
       VALUES (@entryNumber, @source, @sourceId, @part, @type, @reach, @organizationId, @title, @heading, @date, @status,
         @tags, @commandId)
       ON CONFLICT (entry_number) DO UPDATE SET reach = excluded.reach, organization_id = excluded.organization_id,
         title = excluded.title, heading = excluded.heading, date = excluded.date, status = excluded.status,
         tech_tags = excluded.tech_tags, command_id = excluded.command_id`,
  ).run({ ...entry, entryNumber });
  return entryNumber ?? Number(lastInsertRowid);
}

function removeEntry(db: Database, entryNumber: number): TextChange {
  statement(db, "DELETE FROM search_entry WHERE entry_number = ?").run(entryNumber);
  return { entryNumber, isNew: false, now: null };
}

/** The text of an entry as it is now. Null if the entry was removed. */
interface TextChange {
  entryNumber: number;
  isNew: boolean;
  now: (EntryText & { scope: string }) | null;
}

/**
 * Writes the text of entries, after everything else of a transaction: FTS5 keeps the words of a transaction in memory, but
 * writes them out before each statement that SQLite may have to undo alone, such as an INSERT from a SELECT.
 */
function writeTexts(db: Database, changes: readonly TextChange[]): void {
  const remove = statement(db, "DELETE FROM search_ledger WHERE rowid = ?");
  const insert = statement(
    db,
    `INSERT INTO search_ledger (rowid, ${TEXT_COLUMNS.join(", ")}, scope)
       VALUES (@rowid, ${TEXT_COLUMNS.map((name) => `@${name}`).join(", ")}, @scope)`,
  );
  for (const { entryNumber, isNew, now } of changes) {
    if (!isNew) remove.run(entryNumber);
    if (!now) continue;
    const scope = `${now.scope} ${SCOPE.block(blockOf(entryNumber))}`;
    insert.run({ ...now, scope, rowid: BigInt(entryNumber) });
  }
  for (const { now } of changes)
    if (now)
      learnWords(
        db,
        TEXT_COLUMNS.map((name) => now[name]),
      );
}

/** Marks the records stale that `select` names. */
function markStale(db: Database, select: string, id: string): void {
  statement(
    db,
    `INSERT INTO search_stale (source, source_id) SELECT source, sourceId FROM (${select}) WHERE TRUE ON CONFLICT DO NOTHING`,
  ).run({ id });
}
