import { type Database, statement } from "#db/open";
import { DomainError } from "~/values/errors";

/** A record that several people may have open to edit at once. */
export interface EditedRecord {
  /** "conclusion": the one of the submission with this id. */
  table: "announcement" | "call" | "conclusion" | "engagement" | "organization";
  id: string;
}

/** For a conclusion that nobody has written yet. Someone may, while another person writes it, too. */
export const NOT_YET = "not yet";

const SELECT_CONCLUSION =
  "SELECT updated_at AS updatedAt FROM assessment WHERE submission_id = ? AND is_conclusion = 1";

/**
 * When a record was last changed; null if it does not exist. An edit uses this to notice changes made since it read the
 * record.
 */
export function lastChangeOf(db: Database, { table, id }: EditedRecord): string | null {
  const isConclusion = table === "conclusion";
  const select = isConclusion ? SELECT_CONCLUSION : `SELECT updated_at AS updatedAt FROM ${table} WHERE id = ?`;
  const row = statement<{ updatedAt: string }>(db, select).get(id);
  return row?.updatedAt ?? (isConclusion ? NOT_YET : null);
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
