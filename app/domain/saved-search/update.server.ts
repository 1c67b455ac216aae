import { statement } from "#db/open";
import { defineOperation } from "~/operations/operation.server";
import { notFound, takenFields } from "~/values/errors";
import { comparisonKey } from "~/values/text";
import { dueAt } from "./due";
import { findSavedSearch } from "./queries.server";
import { NAME_TAKEN } from "./save.server";
import { savedSearchChangesSchema } from "./schema";

const SELECT_TAKEN = "SELECT 1 FROM saved_search WHERE user_id = @userId AND name_key = @nameKey AND id <> @id";
const UPDATE = `
  UPDATE saved_search SET name = @name, name_key = @nameKey, notify = @notify, updated_at = @now,
    since = CASE WHEN notify = 'NONE' AND @notify <> 'NONE' THEN @now ELSE since END
  WHERE id = @id AND user_id = @userId`;
const RESCHEDULE = "UPDATE saved_search_match SET due_at = @due WHERE saved_search_id = @id AND notified_at IS NULL";
const FORGET_WAITING = "DELETE FROM saved_search_match WHERE saved_search_id = ? AND notified_at IS NULL";

/** Renames one of the caller's searches, or changes how they are notified of new records. Someone else's is not found. */
export const updateSavedSearch = defineOperation({
  gate: "signed in",
  input: savedSearchChangesSchema,
  refuses: { conflict: "you have a search of this name" },
  events: [],

  run({ db, actor, now }, { id, ...changes }) {
    const before = findSavedSearch(db, id, actor);
    if (!before) throw notFound();
    const { name, notify } = { ...before, ...changes };
    if (name === before.name && notify === before.notify) return before;
    const written = { id, userId: actor.id, name, nameKey: comparisonKey(name), notify };
    if (statement(db, SELECT_TAKEN).get(written)) throw takenFields({ name: NAME_TAKEN });
    const updatedAt = now.toISOString();
    statement(db, UPDATE).run({ ...written, now: updatedAt });
    if (notify === "NONE") statement(db, FORGET_WAITING).run(id);
    else if (notify !== before.notify) statement(db, RESCHEDULE).run({ id, due: dueAt(notify, now) });
    return { ...before, name, notify, updatedAt };
  },
});
