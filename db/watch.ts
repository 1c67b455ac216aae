import type Sqlite from "better-sqlite3";
import { type Database, valueStatement } from "./open";

/** What of a table to watch. */
export interface Watched {
  /** An SQL expression over a row, with `ROW.` before its columns. */
  value: string;
  /** The same for a row that is deleted; as before, unless given. */
  deleted?: string;
  /** Only updates of this column count. Otherwise, all updates, insertions and deletions do. */
  column?: string;
}

/** How many times a connection's tables are watched. Each time has triggers and a function of its own. */
const watchers = new WeakMap<Sqlite.Database, number>();

const EVENTS = { insert: ["NEW"], update: ["OLD", "NEW"], delete: ["OLD"] } as const;

/**
 * Calls back when this connection writes a row of one of the tables, even if the transaction is rolled back later.
 * Temporary triggers do it: they belong to the connection, so nothing of them is in the file.
 * @param noteWrite gets the value of the row before and after the write
 */
export function watchTables(
  { $client }: Database,
  tables: Readonly<Record<string, Watched>>,
  noteWrite: (values: unknown[]) => void,
): void {
  const watcher = watchers.get($client) ?? 0;
  watchers.set($client, watcher + 1);
  const noted = `note_write_${watcher}`;
  $client.function(noted, { varargs: true }, (...values: unknown[]) => {
    noteWrite(values);
    return null;
  });
  for (const [table, { value, deleted = value, column }] of Object.entries(tables)) {
    for (const [event, rows] of Object.entries(EVENTS)) {
      if (column !== undefined && event !== "update") continue;
      const of = column === undefined ? "" : `OF ${column}`;
      const expression = event === "delete" ? deleted : value;
      const values = rows.map((row) => expression.replaceAll("ROW.", `${row}.`)).join(", ");
      $client.exec(
        `CREATE TEMP TRIGGER watch_${watcher}_${table}_${event} AFTER ${event} ${of} ON main.${table}
         BEGIN SELECT ${noted}(${values}); END`,
      );
    }
  }
}

/** A number that changes when another connection has written to the database (https://www.sqlite.org/pragma.html#pragma_data_version). */
export const foreignWrites = (db: Database): number => valueStatement<number>(db, "PRAGMA data_version").get() ?? 0;

/** A state of a database as one connection sees it. */
export interface DatabaseState {
  client: Sqlite.Database;
  /** How many rows this connection has written. */
  own: number | undefined;
  /** Changes when another connection commits. */
  others: number;
}

/** The present state. As long as it is the same, nothing was written. */
export const stateOf = (db: Database): DatabaseState => ({
  client: db.$client,
  own: valueStatement<number>(db, "SELECT total_changes()").get(),
  others: foreignWrites(db),
});

export const isSameState = (one: DatabaseState, other: DatabaseState | undefined): boolean =>
  one.client === other?.client && one.own === other.own && one.others === other.others;

/** Whether what this connection reads may be rolled back: in a transaction that may have written. */
export const mayRollBack = ({ $client }: Database): boolean => $client.inTransaction && !$client.readonly;

/**
 * Keeps what was read last, for each connection, until someone writes to one of the tables. For what takes milliseconds,
 * and changes rarely.
 * @param tables all that `read` reads from. It must depend on nothing else
 */
export function keptUntilWritten<Result>(
  tables: readonly string[],
  read: (db: Database) => Result,
): (db: Database) => Result {
  const keptBy = new WeakMap<Sqlite.Database, Kept<Result>>();
  const watched = Object.fromEntries(tables.map((table) => [table, { value: "1" }]));
  return (db) => {
    if (mayRollBack(db)) return read(db);
    let kept = keptBy.get(db.$client);
    if (!kept) {
      const made: Kept<Result> = { own: 0, latest: null };
      if (!db.$client.readonly) {
        watchTables(db, watched, () => {
          made.own += 1;
        });
      }
      keptBy.set(db.$client, made);
      kept = made;
    }
    const state = `${kept.own} ${foreignWrites(db)}`;
    if (kept.latest?.state !== state) kept.latest = { state, result: read(db) };
    return kept.latest.result;
  };
}

interface Kept<Result> {
  /** How many rows of the tables this connection has written. */
  own: number;
  latest: { state: string; result: Result } | null;
}
