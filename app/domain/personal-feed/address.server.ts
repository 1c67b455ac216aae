import * as z from "zod";
import { type Database, statement } from "#db/open";
import { defineOperation, defineQuery } from "~/operations/operation.server";
import { hashToken, newToken } from "~/operations/session.server";
import type { Actor } from "~/policy/policy";

/* The secret address at which programs read a person's calendar and feed. See docs/decisions/0045-personal-feeds.md. */

// Like every other token, it is good only until the person's sessions are ended.
const IS_GOOD = `
  FROM feed_address JOIN user ON user.id = feed_address.user_id
    AND user.session_version = feed_address.session_version AND user.active = 1`;
const SELECT_OWNER = `
  SELECT user.id, user.industry_role AS industryRole ${IS_GOOD} WHERE feed_address.token_hash = ?`;
const SELECT_OWN = `SELECT feed_address.created_at AS createdAt ${IS_GOOD} WHERE feed_address.user_id = ?`;
const SET_ADDRESS = `
  INSERT INTO feed_address (user_id, token_hash, session_version, created_at)
  SELECT id, @tokenHash, session_version, @now FROM user WHERE id = @userId
  ON CONFLICT (user_id) DO UPDATE
  SET token_hash = excluded.token_hash, session_version = excluded.session_version, created_at = excluded.created_at`;
const DELETE_ADDRESS = "DELETE FROM feed_address WHERE user_id = ?";

export type FeedOwner = Pick<Actor, "id" | "industryRole">;

/** The person whose calendar and feed a token opens; undefined for an invalid token. */
export const feedOwner = (db: Database, token: string) => statement<FeedOwner>(db, SELECT_OWNER).get(hashToken(token));

const ownAddress = (db: Database, userId: string) => statement<{ createdAt: string }>(db, SELECT_OWN).get(userId);

/** Since when the caller has an address; null without one. Nobody can read the address itself again. */
export const ownFeedAddress = defineQuery({
  gate: "signed in",
  input: z.object({}),
  run: ({ db, actor }) => ({ createdAt: ownAddress(db, actor.id)?.createdAt ?? null }),
});

/** Makes the caller's address, in place of an earlier one. Only the response has it. */
export const createFeedAddress = defineOperation({
  gate: "signed in",
  input: z.object({}),
  events: ["feed_address_created"],
  run({ db, actor, caller, now, randomBytes, audit }) {
    const token = newToken({ randomBytes });
    const replacesEarlier = ownAddress(db, actor.id) !== undefined;
    statement(db, SET_ADDRESS).run({ userId: actor.id, tokenHash: hashToken(token), now: now.toISOString() });
    audit("feed_address_created", { targetType: "user", targetId: actor.id, details: { replacesEarlier } });
    const base = `${caller.origin}/api/feeds/personal/${token}`;
    return { calendarUrl: `${base}/calendar.ics`, notificationsUrl: `${base}/notifications.atom` };
  },
});

/** Revokes the caller's address. Without one, nothing changes. */
export const revokeFeedAddress = defineOperation({
  gate: "signed in",
  input: z.object({}),
  events: ["feed_address_revoked"],
  run({ db, actor, audit }) {
    const isRevoked = ownAddress(db, actor.id) !== undefined;
    statement(db, DELETE_ADDRESS).run(actor.id);
    if (isRevoked) audit("feed_address_revoked", { targetType: "user", targetId: actor.id });
    return { revoked: isRevoked };
  },
});
