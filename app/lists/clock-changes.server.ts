import { and, asc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Database, immediateTransaction, statement, writeIfPossible } from "#db/open";
import { recordChange } from "#db/schema";
import type { LoggedList } from "./change-log.server";
import { tableOf } from "./listing.server";

/** What time changes in a record without a write, such as the release of a scheduled call. */
export interface ClockChange {
  /** Whether it has happened. */
  where: SQL | undefined;
  /** When it happens. */
  at: SQLiteColumn;
}

const LOG_AGAIN = `
  INSERT INTO record_change (type, record_id, organization_id, changed_at)
  SELECT @type, value ->> 'id', value ->> 'organizationId', value ->> 'at' FROM json_each(@records) ORDER BY key`;

/** Gives a new number to each record that time has changed since it was last in the log. */
export function logClockChanges(
  db: Database,
  { type, id }: Pick<LoggedList, "type" | "id">,
  { where, at }: ClockChange,
): void {
  const { recordId, organizationId, changedAt } = recordChange;
  const select = () =>
    db
      .select({ id: recordId, organizationId, at })
      .from(recordChange)
      .innerJoin(tableOf(id), eq(id, recordId))
      .where(and(eq(recordChange.type, type), where, lt(changedAt, at)))
      .orderBy(asc(at), asc(recordId))
      .all();
  if (select().length === 0) return;
  const log = () => {
    const records = select();
    const ids = JSON.stringify(records.map((record) => record.id));
    const isOne = sql`${recordId} IN (SELECT value FROM json_each(${ids}))`;
    db.delete(recordChange)
      .where(and(eq(recordChange.type, type), isOne))
      .run();
    statement(db, LOG_AGAIN).run({ type, records: JSON.stringify(records) });
  };
  // If the database is locked, the next request logs them.
  writeIfPossible(db, () => immediateTransaction(db, log));
}
