import { eq } from "drizzle-orm";
import { z } from "zod";
import { externalIdentity } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { endOtherSessionsOf } from "~/operations/session.server";
import { maySignInByPassword } from "~/operations/sign-in-methods";
import { DomainError, notFound } from "~/values/errors";
import { refuseWhileLocked } from "../account/lock.server";

/**
 * Unlinks the caller's identity. Their other sessions and half-finished sign-ins end, because one may have begun with the
 * identity.
 */
export const unlinkIdentity = defineOperation({
  gate: "signed in",
  input: z.object({}),
  events: ["identity_unlinked"],
  before: refuseWhileLocked,
  check({ settings, actor }) {
    if (!maySignInByPassword(settings, actor)) throw new DomainError("forbidden");
  },
  run({ db, actor, caller, audit }) {
    const removed = db.delete(externalIdentity).where(eq(externalIdentity.userId, actor.id)).returning().get();
    if (!removed) throw notFound();
    endOtherSessionsOf(db, actor.id, caller.sessionHash);
    audit("identity_unlinked", { targetType: "user", targetId: actor.id, details: { issuer: removed.issuer } });
    return { unlinked: true as const };
  },
});
