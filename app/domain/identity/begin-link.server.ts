import { eq } from "drizzle-orm";
import * as z from "zod";
import { user } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { maySignInByPassword } from "~/operations/sign-in-methods";
import { DomainError, notFound } from "~/values/errors";
import { RATE_LIMITS } from "~/values/limits";
import { identifier, presentPassword } from "~/values/text";
import { refuseWhileLocked } from "../account/lock.server";
import { comparePassword, refuseWrongPassword } from "../account/password-proof.server";
import { findAccountLink } from "../account-link/links.server";
import { openRequest, prepareRequest } from "./requests.server";

/**
 * Begins linking an identity to the caller's account. The password proves that it is not only someone with the session:
 * an identity is a lasting way in.
 */
export const beginIdentityLink = defineOperation({
  gate: "signed in",
  input: z.object({ currentPassword: presentPassword }),
  limit: RATE_LIMITS.passwordChange,
  events: ["identity_link_failure"],
  before: refuseWhileLocked,
  check({ settings, actor }) {
    if (!maySignInByPassword(settings, actor)) throw new DomainError("forbidden");
  },
  async prepare(context, { currentPassword }) {
    const compared = await comparePassword(context, currentPassword);
    return { compared, request: compared.matches ? await prepareRequest(context) : null };
  },
  run(context, _input, { compared, request }) {
    const { db, actor } = context;
    const refusal = refuseWrongPassword(context, compared, "identity_link_failure");
    if (refusal) return refusal;
    const account = db.select().from(user).where(eq(user.id, actor.id)).get();
    if (!account || !request) throw new DomainError("unauthorized");
    return openRequest(context, request, { account });
  },
});

/** Begins linking an identity to the account of a one-time link. It uses the link up only when the person comes back. */
export const beginInvitedIdentityLink = defineOperation({
  gate: "public",
  input: z.object({ token: identifier() }),
  limit: RATE_LIMITS.accountLinkUse,
  events: [],
  before: refuseWhileLocked,
  check({ db, now }, { token }) {
    if (!findAccountLink(db, "IDENTITY", token, now)) throw notFound();
  },
  prepare: (context) => prepareRequest(context),
  run(context, { token }, request) {
    const link = findAccountLink(context.db, "IDENTITY", token, context.now);
    if (!link) throw notFound();
    return openRequest(context, request, { account: link.account, linkHash: link.tokenHash });
  },
});
