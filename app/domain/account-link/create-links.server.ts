import { defineOperation } from "~/operations/operation.server";
import { maySignInByPassword } from "~/operations/sign-in-methods";
import { DomainError } from "~/values/errors";
import { RATE_LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";
import { refuseWhileLocked } from "../account/lock.server";
import { linkableAccount } from "./linkable.server";
import { handOutLink } from "./links.server";
import { newPasswordLinkSchema } from "./schema";

/* One-time links to another person's account. Only the response has one, and the administrator passes it on. */

const SHARED = {
  gate: "account administration",
  limit: RATE_LIMITS.accountLink,
  check: refuseWhileLocked,
} as const;
const FORBIDDEN = "credentials are locked, or you may not administer this account";

/**
 * Makes a link with which the person sets a new password. After a takeover it can also remove the second factors, which an
 * intruder may have added. Not unless the administrator asks for it: any link would otherwise be a way around a second factor.
 */
export const createPasswordLink = defineOperation({
  ...SHARED,
  input: newPasswordLinkSchema,
  refuses: {
    invalid_request: "the account is your own or deactivated, or may not sign in with a password",
    forbidden: FORBIDDEN,
  },
  events: ["password_link_created"],

  run(context, { id, removeSecondFactor = false }) {
    const account = linkableAccount(context, id);
    if (!maySignInByPassword(context.settings, account)) {
      throw new DomainError("invalid_request", "Government users do not sign in with a password here");
    }
    const link = handOutLink(context, "PASSWORD", account, "password_link_created", removeSecondFactor);
    return { ...link, email: account.email };
  },
});

/** Makes a link with which the person links their identity at the OpenID Connect provider. */
export const createIdentityLink = defineOperation({
  ...SHARED,
  input: recordSchema,
  refuses: {
    invalid_request: "the account is your own or deactivated, or the settings have no OpenID Connect provider",
    forbidden: FORBIDDEN,
  },
  events: ["identity_link_created"],

  run(context, { id }) {
    const account = linkableAccount(context, id);
    if (!context.settings.identityProvider)
      throw new DomainError("invalid_request", "There is no sign-in provider here");
    return { ...handOutLink(context, "IDENTITY", account, "identity_link_created"), email: account.email };
  },
});
