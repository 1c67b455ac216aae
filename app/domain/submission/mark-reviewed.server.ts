import { eq } from "drizzle-orm";
import type { ReviewDelivery } from "#db/enumerations";
import { submission } from "#db/schema";
import type { WriteContext } from "~/operations/operation.server";
import type { Gate } from "../../policy/policy";

type Reviewing = Pick<WriteContext<Gate, "submission_reviewed">, "db" | "now" | "audit"> & { actor: { id: string } };

/**
 * Marks a ROUTED submission reviewed by the caller, in the open transaction. The caller has checked the status.
 * @param reviewDelivery whether the submitter was notified of the review
 */
export function markReviewed(
  { db, actor, now, audit }: Reviewing,
  { id, organizationId }: Pick<typeof submission.$inferSelect, "id" | "organizationId">,
  reviewDelivery: ReviewDelivery,
): void {
  const at = now.toISOString();
  db.update(submission)
    .set({ status: "REVIEWED", reviewedAt: at, reviewedBy: actor.id, reviewDelivery, updatedAt: at })
    .where(eq(submission.id, id))
    .run();
  audit("submission_reviewed", {
    targetType: "submission",
    targetId: id,
    organizationId,
    details: { before: { status: "ROUTED" }, after: { status: "REVIEWED" }, reviewDelivery },
  });
}
