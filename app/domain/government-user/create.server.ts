import { user } from "#db/schema";
import { DomainError } from "../../errors";
import { refuseKnownEmail } from "../account/email.server";
import { defineOperation } from "../operation.server";
import { refuseMissingCommand, refuseOutsideReach, viewGovernmentUser } from "./administer.server";
import { mayAssign } from "./rules";
import { newGovernmentUserSchema } from "./schema";

/** Creates a government user, who must change the password that somebody else chose. */
export const createGovernmentUser = defineOperation({
  gate: "user administration",
  input: newGovernmentUserSchema,
  events: ["gov_user_created"],

  check({ db, actor, reach }, { role, commandId = null }) {
    if (!mayAssign(actor.role, role)) throw new DomainError("forbidden", "You may not assign this role");
    refuseMissingCommand(db, commandId);
    refuseOutsideReach(reach, actor, commandId);
  },
  prepare: (context, { password }) => context.passwords.hash(password),

  run({ db, newId, now, audit }, { password: _password, commandId = null, title = null, ...input }, passwordHash) {
    refuseMissingCommand(db, commandId);
    refuseKnownEmail(db, input.email);
    const created = db
      .insert(user)
      .values({
        ...input,
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
      details: { after: { ...input, commandId, title } },
    });
    return viewGovernmentUser(created);
  },
});
