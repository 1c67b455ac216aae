import { eq } from "drizzle-orm";
import { z } from "zod";
import { user } from "#db/schema";
import { defineOperation, Refusal } from "~/operations/operation.server";
import { maySignInByPassword } from "~/operations/sign-in-methods";
import { DomainError, notFound } from "~/values/errors";
import { RATE_LIMITS } from "~/values/limits";
import { identifier, presentPassword } from "~/values/text";
import { refuseWhileLocked } from "../account/lock.server";
import { findAccountLink } from "../account-link/links.server";
import { openVisit, prepareVisit } from "./visits.server";

/**
 * Begins linking an identity to the caller's account. The password proves that it is not only someone with the session:
 * an identity is a lasting way in.
 */
export const beginIdentityLink = defineOperation({
  gate: "signed in",
  input: z.object({ currentPassword: presentPassword }),
  limit: RATE_LIMITS.passwordChange,
  events: ["password_change_failure"],
  check({ settings, actor }) {
    refuseWhileLocked({ settings });
    if (!maySignInByPassword(settings, actor)) throw new DomainError("forbidden");
  },
  async prepare(context, { currentPassword }) {
    const { db, actor, passwords } = context;
    const row = db.select({ hash: user.passwordHash }).from(user).where(eq(user.id, actor.id)).get();
    const hash = row?.hash ?? null;
    return (await passwords.verify(currentPassword, hash)) ? { hash, visit: await prepareVisit(context) } : null;
  },
  run(context, _input, prepared) {
    const { db, actor, audit } = context;
    const row = db.select().from(user).where(eq(user.id, actor.id)).get();
    if (!row || !prepared || row.passwordHash !== prepared.hash) {
      audit("password_change_failure", {
        ...{ targetType: "user", targetId: actor.id },
        details: { reason: "current password mismatch while linking an identity" },
      });
      const message = "The current password is wrong. Enter it again";
      return new Refusal(
        new DomainError("forbidden", message, { fields: { currentPassword: [{ code: "invalid", message }] } }),
      );
    }
    return openVisit(context, prepared.visit, { account: row });
  },
});

/** Begins linking an identity to the account of a one-time link. It uses the link up only when the person comes back. */
export const beginInvitedIdentityLink = defineOperation({
  gate: "public",
  input: z.object({ token: identifier() }),
  limit: RATE_LIMITS.accountLinkUse,
  events: [],
  check({ settings, db, now }, { token }) {
    refuseWhileLocked({ settings });
    if (!findAccountLink(db, "IDENTITY", token, now)) throw notFound();
  },
  prepare: (context) => prepareVisit(context),
  run(context, { token }, visit) {
    const link = findAccountLink(context.db, "IDENTITY", token, context.now);
    if (!link) throw notFound();
    return openVisit(context, visit, { account: link.account, linkHash: link.tokenHash });
  },
});
