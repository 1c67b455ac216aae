import { eq } from "drizzle-orm";
import type * as z from "zod";
import type { MatchDelivery } from "#db/enumerations";
import { submission } from "#db/schema";
import { defineOperation, type WriteContext } from "~/operations/operation.server";
import { DomainError } from "~/values/errors";
import { deliverTo } from "../../routing/deliver.server";
import { LINK_TO } from "../../routing/links";
import { markSeen } from "../../routing/read-notifications.server";
import { routeToAssigned } from "../../routing/route-submission.server";
import { submissionInReview } from "../submission/in-review.server";
import { directs, findReviewer } from "./reviewers.server";
import { ownerSchema } from "./schema";

type Context = WriteContext<"gov write", "submission_owner_changed" | "submission_routed">;
type Row = ReturnType<typeof submissionInReview>;

/**
 * Takes a submission, hands it to a colleague or gives it back. A reviewer may take one without an owner, and hand on
 * their own. Leads do this for their command's people, and administrators for everyone. A submission that nobody had
 * been routed becomes ROUTED.
 */
export const setSubmissionOwner = defineOperation({
  gate: "gov write",
  input: ownerSchema,
  refuses: {
    invalid_request: "the submission is archived, or `ownerId` is not an active reviewer or recused themselves",
    forbidden: "you recused yourself, or the present or the new owner is someone that you cannot assign submissions to",
    conflict: "someone else owns it by now",
  },
  events: ["submission_owner_changed", "submission_routed"],

  run: changeOwner,
});

/** Changes the owner as `setSubmissionOwner` does, in the open transaction. */
export function changeOwner(context: Context, { id, ownerId, presentOwnerId }: z.output<typeof ownerSchema>) {
  const { db, actor } = context;
  const present = submissionInReview(context, id);
  if (present.ownerId === ownerId) return { id, ownerId };
  refuseOvertaken(present, { ownerId, presentOwnerId }, actor.id);
  refuseOutsideReach(context, present);
  if (ownerId !== null && ownerId !== actor.id) {
    const { name } = findReviewer(db, id, ownerId, "ownerId");
    if (present.ownerId !== actor.id && !directs(db, actor, ownerId)) {
      throw new DomainError("forbidden", `You cannot assign submissions to ${name}`);
    }
  }
  giveTo(context, present, ownerId);
  return { id, ownerId };
}

/** Of several people who take a submission at once, only the first gets it. */
function refuseOvertaken(
  { ownerId: present }: Row,
  { ownerId, presentOwnerId }: { ownerId: string | null; presentOwnerId?: string | null | undefined },
  actorId: string,
): void {
  const seen = presentOwnerId === undefined && ownerId === actorId ? null : presentOwnerId;
  if (seen === undefined || seen === present) return;
  throw new DomainError("conflict", present === null ? "Nobody owns this submission now" : "Someone else owns it now");
}

/** Everyone may take what nobody owns. Only its owner and who directs that person may give away what someone owns. */
function refuseOutsideReach({ db, actor }: Context, { ownerId }: Row): void {
  if (ownerId === null || ownerId === actor.id || directs(db, actor, ownerId)) return;
  throw new DomainError("forbidden", "Only its owner, their lead and administrators can change who owns it");
}

/** Changes the owner, in the open transaction, and tells the people it concerns. */
export function giveTo(context: Context, { id, title, organizationId, ownerId: before }: Row, ownerId: string | null) {
  const { db, actor, now, audit } = context;
  const target = { targetType: "submission", targetId: id, organizationId };
  // `updatedAt` stays: the submitter would see it.
  db.update(submission).set({ ownerId }).where(eq(submission.id, id)).run();
  const about = { kind: "SYSTEM", linkUrl: LINK_TO.reviewedSubmission(id), tags: [] } as const;
  if (before !== null && before !== actor.id) {
    const body = `${actor.name} gave it to someone else or back to the queue.`;
    deliverTo(db, [{ userId: before }], { ...about, title: `No longer yours: ${title}`, body }, now);
  }
  markSeen(db, actor.id, { submissionId: id });
  audit("submission_owner_changed", { ...target, details: { before: { ownerId: before }, after: { ownerId } } });
  if (ownerId === null) return;
  const isOwn = ownerId === actor.id;
  const news = { ...about, title: `Yours to review: ${title}`, body: `${actor.name} assigned this submission to you.` };
  const notified = !isOwn && deliverTo(db, [{ userId: ownerId }], news, now).size > 0;
  const delivery: MatchDelivery = isOwn ? "SELF" : notified ? "NOTIFIED" : "DISABLED";
  if (routeToAssigned(db, { submissionId: id, userId: ownerId, delivery }, now)) {
    audit("submission_routed", { ...target, details: { matches: 1 } });
  }
}
