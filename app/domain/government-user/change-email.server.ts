import { eq } from "drizzle-orm";
import { user } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation } from "~/operations/operation.server";
import { endSessionsOf } from "~/operations/session.server";
import { mailAccountChange } from "../account/account-mail.server";
import { refuseKnownEmail } from "../account/email.server";
import { viewGovernmentUser } from "./assignment.server";
import { findGovernmentUser } from "./queries.server";
import { governmentEmailSchema } from "./schema";

/** Changes a government user's email. This frees the old one, which may belong to someone else. */
export const changeGovernmentEmail = defineOperation({
  gate: "system admin",
  input: governmentEmailSchema,
  refuses: { conflict: "an account with this email already exists" },
  events: ["gov_user_updated"],

  run({ db, now, audit }, { id, email }) {
    const present = findGovernmentUser(db, id);
    const changes = changesBetween(present, { email });
    if (!changes) return viewGovernmentUser(present);
    refuseKnownEmail(db, email);
    const updated = db
      .update(user)
      .set({ email, updatedAt: now.toISOString() })
      .where(eq(user.id, id))
      .returning()
      .get();
    endSessionsOf(db, id);
    mailAccountChange({ db, now }, { email: present.email }, "email changed");
    audit("gov_user_updated", { targetType: "user", targetId: id, details: changes });
    return viewGovernmentUser(updated);
  },
});
