import { type Database, statement } from "#db/open";
import type { submission } from "#db/schema";
import { LIMITS } from "~/values/limits";
import { deliverTo } from "../../routing/deliver.server";
import { LINK_TO } from "../../routing/links";
import { responsibleFor } from "../../routing/responsible";
import { MESSAGE, QUESTION } from "./titles";

type Discussed = Pick<typeof submission.$inferSelect, "id" | "title" | "organizationId" | "submittedBy">;

/** The submitter, or the person who took over their work, and colleagues who wrote in the thread. */
const SELECT_INDUSTRY = `
  SELECT user.id AS userId FROM user
  WHERE user.active = 1 AND user.role = 'INDUSTRY' AND user.organization_id = @organizationId AND user.id IN (
    SELECT ${responsibleFor("submitter")} FROM user AS submitter WHERE submitter.id = @submittedBy
    UNION
    SELECT author_id FROM submission_message WHERE submission_id = @id AND side = 'INDUSTRY')
  ORDER BY user.id <> @submittedBy, user.id LIMIT ${LIMITS.messageNotifications}`;

/**
 * Notifies the organization of a message of the government, without saying who wrote it.
 * @returns how many people were notified
 */
export function notifyOrganization(
  db: Database,
  { id, title, organizationId, submittedBy }: Discussed,
  asksAnswer: boolean,
  now: Date,
): number {
  const people = statement<{ userId: string }>(db, SELECT_INDUSTRY).all({ id, organizationId, submittedBy });
  const notification = {
    kind: "SYSTEM",
    title: `${asksAnswer ? QUESTION : MESSAGE}${title}`,
    body: asksAnswer
      ? "The government asks a question about your organization's submission, and waits for an answer."
      : "The government wrote a message about your organization's submission.",
    linkUrl: LINK_TO.ownMessages(id),
    // Without tags, so that no filter hides news about the reader's own record.
    tags: [],
  } as const;
  return deliverTo(db, people, notification, now).size;
}

/**
 * The owner and reviewers who wrote in the thread. Without an owner, also the people that the submission was routed to.
 * Nobody who recused themselves.
 */
const SELECT_REVIEWERS = `
  SELECT user.id AS userId FROM (
    SELECT owner_id AS id, 0 AS place FROM submission WHERE id = @id
    UNION ALL SELECT author_id, 1 FROM submission_message WHERE submission_id = @id AND side = 'GOVERNMENT'
    UNION ALL SELECT match.user_id, 2 FROM submission JOIN submission_match AS match ON match.submission_id = submission.id
      WHERE submission.id = @id AND submission.owner_id IS NULL
  ) AS involved JOIN user ON user.id = involved.id
  WHERE user.active = 1 AND user.role <> 'INDUSTRY'
    AND NOT EXISTS (SELECT 1 FROM review_recusal WHERE submission_id = @id AND user_id = user.id)
  GROUP BY user.id ORDER BY min(involved.place), user.id LIMIT ${LIMITS.messageNotifications}`;

/** Notifies the reviewers of a message of the organization. @returns how many people were notified */
export function notifyReviewers(
  db: Database,
  { id, title }: Pick<Discussed, "id" | "title">,
  authorName: string,
  now: Date,
): number {
  const notification = {
    kind: "SYSTEM",
    title: `${MESSAGE}${title}`,
    body: `${authorName} wrote a message about this submission.`,
    linkUrl: LINK_TO.reviewedMessages(id),
    // Without the submission's tags: its reviewers get the message, whatever tags they follow.
    tags: [],
  } as const;
  return deliverTo(db, statement<{ userId: string }>(db, SELECT_REVIEWERS).all({ id }), notification, now).size;
}
