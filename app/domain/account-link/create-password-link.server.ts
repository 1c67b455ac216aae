import { defineOperation } from "~/operations/operation.server";
import { maySignInByPassword } from "~/operations/sign-in-methods";
import { DomainError } from "~/values/errors";
import { RATE_LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";
import { refuseWhileLocked } from "../account/lock.server";
import { linkableAccount } from "./linkable.server";
import { makeAccountLink } from "./links.server";

/**
 * Makes a one-time link with which another person sets a new password. Only the response has it, and the administrator
 * passes it on.
 */
export const createPasswordLink = defineOperation({
  gate: "account administration",
  input: recordSchema,
  refuses: {
    invalid_request: "the account is your own or deactivated, or may not sign in with a password",
    forbidden: "credentials are locked, or you may not administer this account",
  },
  limit: RATE_LIMITS.accountLink,
  events: ["password_link_created"],
  check: refuseWhileLocked,

  run(context, { id }) {
    const { actor, audit, settings } = context;
    const account = linkableAccount(context, id);
    if (!maySignInByPassword(settings, account)) {
      throw new DomainError("invalid_request", "Government users do not sign in with a password here");
    }
    const link = makeAccountLink(context, { purpose: "PASSWORD", account, createdBy: actor.id });
    audit("password_link_created", {
      targetType: "user",
      targetId: account.id,
      organizationId: account.organizationId,
      details: { expiresAt: link.expiresAt },
    });
    return { ...link, email: account.email };
  },
});
