import { and, eq } from "drizzle-orm";
import { invitation } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { notFound } from "~/values/errors";
import { recordSchema } from "~/values/text";
import { organizationOf } from "../../policy/policy";
import { isOpen } from "./queries.server";

/** Withdraws an open invitation of the caller's organization. Its link stops working. */
export const withdrawInvitation = defineOperation({
  gate: "industry admin",
  input: recordSchema,
  events: ["industry_user_invitation_withdrawn"],

  run({ db, actor, now, audit }, { id }) {
    const { email, industryRole, organizationId } = invitation;
    const withdrawn = db
      .update(invitation)
      .set({ withdrawnAt: now.toISOString() })
      .where(and(eq(invitation.id, id), eq(organizationId, organizationOf(actor)), isOpen(now)))
      .returning({ email, industryRole })
      .get();
    if (!withdrawn) throw notFound();
    audit("industry_user_invitation_withdrawn", {
      targetType: "invitation",
      targetId: id,
      details: { before: withdrawn },
    });
    return { id };
  },
});
