import type { ReviewDelivery } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import type { submission } from "#db/schema";
import { deliverTo } from "../../routing/deliver.server";
import { LINK_TO } from "../../routing/links";
import { responsibleFor } from "../../routing/responsible";

const SELECT_SUBMITTER = `SELECT user.active, ${responsibleFor("user")} AS responsible FROM user WHERE id = ?`;

type Submitted = Pick<typeof submission.$inferSelect, "id" | "submittedBy">;

interface News {
  title: string;
  /** @param whose "your submission", or "a submission that you took over" */
  body: (whose: string) => string;
  /** There is at most one such notification for each person and submission. */
  isOnce?: true;
}

/**
 * Notifies the person who submitted a submission, or took over their work, if their settings allow it. The message has no
 * tags, although the submission does, so no filter hides news about the reader's own record.
 * @returns whether they were notified, or why not
 */
export function notifySubmitter(
  db: Database,
  { id, submittedBy }: Submitted,
  { title, body, isOnce }: News,
  now: Date,
): ReviewDelivery {
  const submitter = statement<{ active: 0 | 1; responsible: string | null }>(db, SELECT_SUBMITTER).get(submittedBy);
  const userId = submitter?.responsible ?? submittedBy;
  const notification = {
    kind: "SYSTEM",
    title,
    body: body(userId === submittedBy ? "your submission" : "a submission that you took over"),
    linkUrl: LINK_TO.ownSubmission(id),
    tags: [],
    ...(isOnce && { submissionId: id }),
  } as const;
  if (deliverTo(db, [{ userId }], notification, now).size > 0) return "NOTIFIED";
  return submitter?.active === 1 ? "DISABLED" : "DEACTIVATED";
}
