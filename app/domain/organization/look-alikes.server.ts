import { type Database, immediateTransaction, statement } from "#db/open";
import { nameSkeleton } from "./skeleton";

/** How many look-alikes a reviewer sees of one organization: any is a reason to look closer. */
const LOOK_ALIKES_SHOWN = 5;

const SELECT_ALIKE = `
  SELECT other.id, other.name FROM organization AS own
  JOIN organization AS other ON other.name_skeleton = own.name_skeleton AND other.id <> own.id
  WHERE own.id = ? ORDER BY other.name_key LIMIT ${LOOK_ALIKES_SHOWN}`;

/** The organizations whose names look like that of this one, a few of them by name. */
export const lookAlikesOf = (db: Database, id: string): { id: string; name: string }[] =>
  statement<{ id: string; name: string }>(db, SELECT_ALIKE).all(id);

/** Setting a column to what it is counts as a change of the record: see the triggers of record_change. */
const TOUCH_ALIKE = `
  UPDATE organization SET name_skeleton = name_skeleton
  WHERE name_skeleton = (SELECT name_skeleton FROM organization WHERE id = @id) AND id <> @id`;

/** Lets the copies of the list of organizations hear of those that one with a new name looks like. */
export function touchLookAlikes(db: Database, id: string): void {
  statement(db, TOUCH_ALIKE).run({ id });
}

const SELECT_MISSING = "SELECT id, name FROM organization WHERE name_skeleton IS NULL";
const SET_SKELETON = "UPDATE organization SET name_skeleton = @skeleton WHERE id = @id";

/** Gives organizations from before there were skeletons theirs. Call it on start. @returns how many there were. */
export function fillSkeletons(db: Database): number {
  const missing = statement<{ id: string; name: string }>(db, SELECT_MISSING);
  if (!missing.get()) return 0;
  return immediateTransaction(db, () => {
    const rows = missing.all();
    for (const { id, name } of rows) statement(db, SET_SKELETON).run({ id, skeleton: nameSkeleton(name) });
    return rows.length;
  });
}
