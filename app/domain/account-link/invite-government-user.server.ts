import { defineOperation } from "~/operations/operation.server";
import { invalidField } from "~/values/errors";
import { requiredMessage } from "~/values/field-messages";
import { refuseAssignment, viewGovernmentUser } from "../government-user/assignment.server";
import { insertGovernmentUser } from "../government-user/insert.server";
import { invitedGovernmentUserSchema } from "../government-user/schema";
import { handOutLink } from "./links.server";

/** Bytes of a password that nobody knows, for an account whose owner has not chosen one yet. */
const UNKNOWN_PASSWORD_BYTES = 32;

/**
 * Creates a government user as the page does: with a first password, or with a one-time link to choose one. Only the first
 * response has the link.
 */
export const inviteGovernmentUser = defineOperation({
  gate: "user administration",
  input: invitedGovernmentUserSchema,
  events: ["gov_user_created", "password_link_created", "identity_link_created"],

  check({ db, actor, reach, settings }, { role, commandId = null, password }) {
    refuseAssignment(db, reach, actor, { role, commandId });
    if (!password && settings.credentialsLocked)
      throw invalidField("password", "required", requiredMessage("password"));
  },
  prepare: ({ passwords, randomBytes }, { password }) =>
    passwords.hash(password ?? randomBytes(UNKNOWN_PASSWORD_BYTES).toString("base64url")),

  run(context, { password, ...input }, passwordHash) {
    const created = insertGovernmentUser(context, input, { passwordHash, mustChangePassword: Boolean(password) });
    const user = viewGovernmentUser(created);
    if (password) return { user, isInvited: false, link: null };
    const [purpose, event] = context.settings.governmentPasswords
      ? (["PASSWORD", "password_link_created"] as const)
      : (["IDENTITY", "identity_link_created"] as const);
    return { user, isInvited: true, link: { purpose, ...handOutLink(context, purpose, created, event) } };
  },
  receipt: (result) => ({ ...result, link: null }),
});
