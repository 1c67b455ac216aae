import { eq } from "drizzle-orm";
import type { ReviewDelivery } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { submission } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { DomainError } from "~/values/errors";
import { statusWords } from "~/values/labels";
import { deliverTo } from "../../routing/deliver.server";
import { LINK_TO } from "../../routing/links";
import { markSeen } from "../../routing/read-notices.server";
import { responsibleFor } from "../../routing/responsible";
import { findSubmission } from "./queries.server";
import { maySetStatus } from "./rules";
import { submissionStatusSchema } from "./schema";

/**
 * Archives a submission, or marks it reviewed and notifies its submitter if their settings allow it.
 * @returns its status, and whether the submitter was notified; null when it was archived
 */
export const setSubmissionStatus = defineOperation({
  gate: "gov write",
  input: submissionStatusSchema,
  refuses: { invalid_request: "the submission cannot change to this status" },
  events: ["submission_reviewed", "submission_archived"],

  run({ db, actor, now, audit }, { id, status }) {
    const present = findSubmission(db, id);
    if (!maySetStatus(present.status, status)) {
      throw new DomainError(
        "invalid_request",
        `A submission that is ${statusWords(present.status)} cannot become ${statusWords(status)}`,
      );
    }
    const at = now.toISOString();
    const reviewDelivery = status === "REVIEWED" ? notifySubmitter(db, present, now) : null;
    const columns =
      status === "REVIEWED" ? { reviewedAt: at, reviewedBy: actor.id, reviewDelivery } : { archivedAt: at };
    db.update(submission)
      .set({ status, ...columns, updatedAt: at })
      .where(eq(submission.id, id))
      .run();
    markSeen(db, actor.id, { submissionId: id });
    audit(status === "REVIEWED" ? "submission_reviewed" : "submission_archived", {
      targetType: "submission",
      targetId: id,
      organizationId: present.organizationId,
      details: { before: { status: present.status }, after: { status }, ...(reviewDelivery && { reviewDelivery }) },
    });
    return { id, status, reviewDelivery };
  },
});

const SELECT_SUBMITTER = `SELECT user.active, ${responsibleFor("user")} AS responsible FROM user WHERE id = ?`;

type Reviewed = Pick<typeof submission.$inferSelect, "id" | "title" | "submittedBy">;

/** The message has no tags, although the submission does, so no filter hides news about the reader's own record. */
function notifySubmitter(db: Database, { id, title, submittedBy }: Reviewed, now: Date): ReviewDelivery {
  const submitter = statement<{ active: 0 | 1; responsible: string | null }>(db, SELECT_SUBMITTER).get(submittedBy);
  const userId = submitter?.responsible ?? submittedBy;
  const whose = userId === submittedBy ? "your submission" : "a submission that you took over";
  const notice = {
    kind: "SYSTEM",
    title: `Reviewed: ${title}`,
    body: `A government reviewer read ${whose}.`,
    linkUrl: LINK_TO.ownSubmission(id),
    tags: [],
    submissionId: id,
  } as const;
  if (deliverTo(db, [{ userId }], notice, now).size > 0) return "NOTIFIED";
  return submitter?.active === 1 ? "DISABLED" : "DEACTIVATED";
}
