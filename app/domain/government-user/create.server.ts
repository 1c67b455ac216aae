import { user } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { refuseKnownEmail } from "../account/email.server";
import { refuseAssignment, viewGovernmentUser } from "./assignment.server";
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

  run({ db, actor, reach, newId, now, audit }, { password: _password, ...input }, passwordHash) {
    const { commandId = null, title = null, ...given } = input;
    // Again under the write lock: the command may have been deleted while the password was hashed.
    refuseAssignment(db, reach, actor, { role: given.role, commandId });
    refuseKnownEmail(db, given.email);
    const created = db
      .insert(user)
      .values({
        ...given,
        id: newId(),
        commandId,
        title,
        passwordHash,
        mustChangePassword: true,
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
      })
      .returning()
      .get();
    audit("gov_user_created", {
      targetType: "user",
      targetId: created.id,
      details: { after: { ...given, commandId, title } },
    });
    return viewGovernmentUser(created);
  },
});
