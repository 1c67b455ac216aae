import { and, eq } from "drizzle-orm";
import { invitation } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { hashToken, newToken } from "~/operations/session.server";
import { isMailOn, queueAccountMail } from "~/routing/outbox.server";
import { DAY_MILLISECONDS } from "~/values/days";
import { LIMITS, RATE_LIMITS } from "~/values/limits";
import { organizationOf } from "../../policy/policy";
import { refuseKnownEmail } from "../account/email.server";
import { invitationToken } from "./invitation-mail.server";
import { isPending } from "./queries.server";
import { newInvitationSchema } from "./schema";

/**
 * Invites someone to join the caller's organization. Only the response has the token, and the organization passes it
 * on. With mail on, it is also mailed. This withdraws an open invitation for the same email.
 */
export const createInvitation = defineOperation({
  gate: "industry admin",
  input: newInvitationSchema,
  refuses: { conflict: "an account with this email already exists" },
  limit: RATE_LIMITS.invitation,
  events: ["industry_user_invited", "industry_user_invitation_withdrawn"],

  run({ db, actor, caller, newId, randomBytes, now, audit }, { email, industryRole }) {
    refuseKnownEmail(db, email);
    const organizationId = organizationOf(actor);
    const at = now.toISOString();
    const replaced = db
      .update(invitation)
      .set({ withdrawnAt: at })
      .where(and(eq(invitation.organizationId, organizationId), eq(invitation.email, email), isPending))
      .returning()
      .get();
    // An expired invitation was already invalid.
    if (replaced && replaced.expiresAt > at) {
      audit("industry_user_invitation_withdrawn", {
        targetType: "invitation",
        targetId: replaced.id,
        details: { before: { email, industryRole: replaced.industryRole }, reason: "replaced by another" },
      });
    }
    const id = newId();
    const mailId = newId();
    const token = isMailOn(db) ? invitationToken(db, mailId) : newToken({ randomBytes });
    const expiresAt = new Date(now.getTime() + LIMITS.invitationDays * DAY_MILLISECONDS).toISOString();
    db.insert(invitation)
      .values({
        id,
        organizationId,
        email,
        industryRole,
        tokenHash: hashToken(token),
        invitedBy: actor.id,
        expiresAt,
        createdAt: at,
      })
      .run();
    queueAccountMail(db, { id: mailId, kind: "INVITATION", address: email, details: { invitationId: id } }, now);
    audit("industry_user_invited", {
      targetType: "invitation",
      targetId: id,
      details: { after: { email, industryRole, expiresAt } },
    });
    return { id, email, industryRole, url: `${caller.origin}/invitations/${token}`, expiresAt };
  },
});
