import { defineOperation } from "~/operations/operation.server";
import { refuseAssignment, viewGovernmentUser } from "./assignment.server";
import { insertGovernmentUser } from "./insert.server";
import { newGovernmentUserSchema } from "./schema";

/** Creates a government user, who must change the password that someone else chose. */
export const createGovernmentUser = defineOperation({
  gate: "user administration",
  input: newGovernmentUserSchema,
  refuses: {
    invalid_request: "`commandId` does not exist, or you may not assign this role or command",
    conflict: "an account with this email already exists",
    rate_limited: "the service is checking too many passwords",
  },
  events: ["gov_user_created"],

  check: ({ db, actor, reach }, { role, commandId = null }) => refuseAssignment(db, reach, actor, { role, commandId }),
  prepare: (context, { password }) => context.passwords.hash(password),

  run: (context, { password: _password, ...input }, passwordHash) =>
    viewGovernmentUser(insertGovernmentUser(context, input, { passwordHash, mustChangePassword: true })),
});
