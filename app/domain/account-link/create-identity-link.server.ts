import { defineOperation } from "~/operations/operation.server";
import { DomainError } from "~/values/errors";
import { RATE_LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";
import { refuseWhileLocked } from "../account/lock.server";
import { linkableAccount } from "./linkable.server";
import { makeAccountLink } from "./links.server";

/** Makes a one-time link with which another person links their identity at the OpenID Connect provider to their account. */
export const createIdentityLink = defineOperation({
  gate: "account administration",
  input: recordSchema,
  refuses: {
    invalid_request: "the account is your own or deactivated, or the settings have no OpenID Connect provider",
    forbidden: "credentials are locked, or you may not administer this account",
  },
  limit: RATE_LIMITS.accountLink,
  events: ["identity_link_created"],
  check: refuseWhileLocked,

  run(context, { id }) {
    const { actor, audit, settings } = context;
    const account = linkableAccount(context, id);
    if (!settings.identityProvider) throw new DomainError("invalid_request", "There is no sign-in provider here");
    const link = makeAccountLink(context, { purpose: "IDENTITY", account, createdBy: actor.id });
    audit("identity_link_created", {
      targetType: "user",
      targetId: account.id,
      organizationId: account.organizationId,
      details: { expiresAt: link.expiresAt },
    });
    return { ...link, email: account.email };
  },
});
