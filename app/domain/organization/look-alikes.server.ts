import { type Database, immediateTransaction, statement } from "#db/open";
import { valuesById } from "~/lists/listing.server";
import { nameSkeleton } from "./skeleton";

/** How many look-alikes of one organization a reviewer sees. A single one is reason enough to look closer. */
const LOOK_ALIKES_SHOWN = 5;

const SELECT_ALIKE = `
  SELECT given.value AS id, (
    SELECT json_group_array(json_object('id', id, 'name', name)) FROM (
      SELECT other.id, other.name FROM organization AS own
      JOIN organization AS other ON other.name_skeleton = own.name_skeleton AND other.id <> own.id
      WHERE own.id = given.value ORDER BY other.name_key LIMIT ${LOOK_ALIKES_SHOWN})) AS value
  FROM json_each(?) AS given`;

interface Named {
  id: string;
  name: string;
}

/** Organizations whose names look like that of each of these, the first few by name. */
export function lookAlikesOf(db: Database, ids: readonly string[]): (id: string) => Named[] {
  const found = valuesById<string>(db, SELECT_ALIKE, ids);
  return (id) => JSON.parse(found[id] ?? "[]");
}

/** Setting a column to its own value counts as a change of the record: see the triggers of record_change. */
const TOUCH_ALIKE = `
  UPDATE organization SET name_skeleton = name_skeleton
  WHERE name_skeleton = (SELECT name_skeleton FROM organization WHERE id = @id) AND id <> @id`;

/**
 * Marks organizations as changed if they look like one with a new name, so that copies of the list get their new
 * `looksLike`.
 */
export function touchLookAlikes(db: Database, id: string): void {
  statement(db, TOUCH_ALIKE).run({ id });
}

const SELECT_NAMES = "SELECT id, name, name_skeleton AS skeleton FROM organization";
const SET_SKELETON = "UPDATE organization SET name_skeleton = @skeleton WHERE id = @id";

/**
 * Computes missing and outdated skeletons of organizations' names with this version's rules. Call it on start.
 * @returns how many changed
 */
export function fillSkeletons(db: Database): number {
  const names = statement<{ id: string; name: string; skeleton: string | null }>(db, SELECT_NAMES).all();
  const changed = names.flatMap(({ id, name, skeleton }) => {
    const present = nameSkeleton(name);
    return present === skeleton ? [] : [{ id, skeleton: present }];
  });
  if (changed.length === 0) return 0;
  immediateTransaction(db, () => {
    for (const row of changed) statement(db, SET_SKELETON).run(row);
  });
  return changed.length;
}
