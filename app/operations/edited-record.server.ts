import { type Database, statement } from "#db/open";
import { DomainError } from "~/values/errors";

/** A record that several people may have open to edit at once. */
export interface EditedRecord {
  table: "announcement" | "call" | "engagement" | "organization";
  id: string;
}

/**
 * When a record was last changed; null if it does not exist. An edit uses this to notice changes made since it read the
 * record.
 */
export function lastChangeOf(db: Database, { table, id }: EditedRecord): string | null {
  const row = statement<{ updatedAt: string }>(db, `SELECT updated_at AS updatedAt FROM ${table} WHERE id = ?`).get(id);
  return row?.updatedAt ?? null;
}

/**
 * Refuses an edit that began before someone else's was saved, because it would undo theirs unseen. Call it inside the
 * edit's transaction.
 * @param readAt what `lastChangeOf` returned when the record was read for the edit
 * @throws DomainError conflict
 */
export function refuseOvertakenEdit(db: Database, record: EditedRecord, readAt: string): void {
  const changedAt = lastChangeOf(db, record);
  if (changedAt === null || changedAt === readAt) return;
  throw new DomainError(
    "conflict",
    "Someone else changed this after you opened it. We kept what you typed. See their changes in another tab, then save again to replace them",
  );
}
