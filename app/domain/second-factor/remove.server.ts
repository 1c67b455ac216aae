import { defineOperation } from "~/operations/operation.server";
import { endSessionsOf } from "~/operations/session.server";
import { DomainError } from "~/values/errors";
import { recordSchema } from "~/values/text";
import { refuseWhileLocked } from "../account/lock.server";
import { administeredAccount } from "../account-administration/administered.server";
import { tellOwner } from "./notifications.server";
import { deleteFactors } from "./records.server";

/**
 * Removes another person's second factors, passkeys included, after they lost their devices and recovery codes. Ends their sessions, so
 * that they sign in with their password. Nobody removes their own this way, because that needs the password or a code.
 */
export const removeSecondFactor = defineOperation({
  gate: "account administration",
  input: recordSchema,
  refuses: {
    forbidden: "you may not administer this account, or it is your own",
    conflict: "the account has no second factor",
  },
  events: ["second_factor_removed"],
  before: refuseWhileLocked,
  run(context, { id }) {
    const { db, actor, audit } = context;
    const account = administeredAccount(context, id);
    if (id === actor.id) throw new DomainError("forbidden", "Turn off your own second factor on your account page");
    if (!deleteFactors(context, id)) throw new DomainError("conflict", "This account has no second factor");
    endSessionsOf(db, id);
    audit("second_factor_removed", { targetType: "user", targetId: id, organizationId: account.organizationId });
    tellOwner(context, id, "removed");
    return { id };
  },
});
