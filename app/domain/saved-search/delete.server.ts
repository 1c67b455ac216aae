import { statement } from "#db/open";
import { defineOperation } from "~/operations/operation.server";
import { notFound } from "~/values/errors";
import { recordSchema } from "~/values/text";

const DELETE = "DELETE FROM saved_search WHERE id = @id AND user_id = @userId";
const FORGET_WAITING = "DELETE FROM saved_search_match WHERE saved_search_id = ? AND notified_at IS NULL";

/** Deletes one of the caller's searches. Someone else's is not found. */
export const deleteSavedSearch = defineOperation({
  gate: "signed in",
  input: recordSchema,
  events: [],

  run({ db, actor }, { id }) {
    if (statement(db, DELETE).run({ id, userId: actor.id }).changes === 0) throw notFound();
    statement(db, FORGET_WAITING).run(id);
    return { id };
  },
});
