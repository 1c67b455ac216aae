import { type Database, statement } from "#db/open";
import { DomainError } from "~/values/errors";

/** A record that several people may have open to edit at once. */
export interface EditedRecord {
  table: "announcement" | "call" | "engagement" | "organization";
  id: string;
}

/** When a record was last changed: by this an edit tells whether it was changed since it was read. Null where it is not there. */
export function lastChangeOf(db: Database, { table, id }: EditedRecord): string | null {
  const row = statement<{ updatedAt: string }>(db, `SELECT updated_at AS updatedAt FROM ${table} WHERE id = ?`).get(id);
  return row?.updatedAt ?? null;
}

/**
 * Refuses an edit that was begun before somebody else's was saved: it would undo it unseen. Inside the edit's transaction.
 * @param readAt what `lastChangeOf` said when the record was read for the edit.
 * @throws DomainError conflict
 */
export function refuseOvertakenEdit(db: Database, record: EditedRecord, readAt: string): void {
  const changedAt = lastChangeOf(db, record);
  if (changedAt === null || changedAt === readAt) return;
  throw new DomainError(
    "conflict",
    "This was changed after you opened it. What you typed is kept: look at it in another tab, then save again to replace it",
  );
}
