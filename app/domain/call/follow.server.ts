import * as z from "zod";
import { type Database, statement } from "#db/open";
import { defineOperation, defineQuery } from "~/operations/operation.server";
import { notFound } from "~/values/errors";
import { identifier, recordSchema } from "~/values/text";
import { findCall } from "./queries.server";
import { isPublic, remindsOf } from "./rules";

const SELECT_FOLLOW = "SELECT 1 FROM call_follow WHERE user_id = ? AND call_id = ?";
const INSERT_FOLLOW = `
  INSERT INTO call_follow (user_id, call_id, created_at, reminded_at) VALUES (@userId, @id, @now, @remindedAt)
  ON CONFLICT DO NOTHING`;
const DELETE_FOLLOW = "DELETE FROM call_follow WHERE user_id = @userId AND call_id = @id";

const isFollowing = (db: Database, userId: string, id: string) =>
  statement(db, SELECT_FOLLOW).get(userId, id) !== undefined;

/** @throws DomainError not_found for a call that the public may not see */
function publicCallOf(db: Database, id: string, now: Date) {
  const found = findCall(db, id);
  if (!isPublic(found, now)) throw notFound();
  return found;
}

/** Whether the caller follows a call. */
export const callFollowed = defineQuery({
  gate: "industry",
  input: recordSchema,
  run({ db, actor, now }, { id }) {
    publicCallOf(db, id, now);
    return { following: isFollowing(db, actor.id, id) };
  },
});

/**
 * Follows a call, or stops following it. This is not audited, because it changes no record. Someone who follows a call in its
 * last days knows its deadline, so no reminder follows.
 */
export const followCall = defineOperation({
  gate: "industry",
  input: z
    .object({
      id: identifier(),
      following: z.boolean("Send true or false").meta({ description: "Whether you follow the call." }),
    })
    .meta({ examples: [{ following: true }] }),
  events: [],
  run({ db, actor, now }, { id, following }) {
    const call = publicCallOf(db, id, now);
    const at = now.toISOString();
    const isLate = call.closesAt !== null && !remindsOf(call, now);
    if (following) {
      statement(db, INSERT_FOLLOW).run({ userId: actor.id, id, now: at, remindedAt: isLate ? at : null });
    } else {
      statement(db, DELETE_FOLLOW).run({ userId: actor.id, id });
    }
    return { following };
  },
});
