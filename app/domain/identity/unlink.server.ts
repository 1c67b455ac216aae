import { eq } from "drizzle-orm";
import { z } from "zod";
import { statement } from "#db/open";
import { externalIdentity } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { maySignInByPassword } from "~/operations/sign-in-methods";
import { DomainError, notFound } from "~/values/errors";
import { LOCK_MESSAGE } from "../account/rules";

/** Unlinks the caller's identity. Their other sessions end, because one may belong to the identity. */
export const unlinkIdentity = defineOperation({
  gate: "signed in",
  input: z.object({}),
  events: ["identity_unlinked"],
  check({ settings, actor }) {
    if (settings.credentialsLocked) throw new DomainError("forbidden", LOCK_MESSAGE);
    if (!maySignInByPassword(settings, actor)) throw new DomainError("forbidden");
  },
  run({ db, actor, caller, audit }) {
    const removed = db.delete(externalIdentity).where(eq(externalIdentity.userId, actor.id)).returning().get();
    if (!removed) throw notFound();
    statement(db, "DELETE FROM session WHERE user_id = ? AND token_hash IS NOT ?").run(actor.id, caller.sessionHash);
    audit("identity_unlinked", { targetType: "user", targetId: actor.id, details: { issuer: removed.issuer } });
    return { unlinked: true as const };
  },
});
