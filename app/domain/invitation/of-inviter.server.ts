import { and, eq } from "drizzle-orm";
import { invitation } from "#db/schema";
import type { WriteContext } from "~/operations/operation.server";
import { isOpen } from "./queries.server";

/**
 * Withdraws every open invitation of someone who may no longer invite, in the open transaction. There may be thousands,
 * so one event reports their number.
 */
export function withdrawInvitationsOf(
  { db, now, audit }: Pick<WriteContext<never, "industry_user_invitation_withdrawn">, "db" | "now" | "audit">,
  inviter: { id: string; organizationId: string | null },
): void {
  const { changes } = db
    .update(invitation)
    .set({ withdrawnAt: now.toISOString() })
    .where(and(eq(invitation.invitedBy, inviter.id), isOpen(now)))
    .run();
  if (changes === 0) return;
  audit("industry_user_invitation_withdrawn", {
    targetType: "user",
    targetId: inviter.id,
    organizationId: inviter.organizationId,
    details: { reason: "its sender may no longer invite", withdrawn: changes },
  });
}
