import type { MatchReason } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { tagsOf } from "~/values/tags";
import { previewDeliveries } from "./deliver.server";
import { KIND, notifyReviewers, tagsToRouteBy } from "./route-submission.server";

interface OpenReview {
  id: string;
  title: string;
  organizationId: string;
  organizationName: string;
  techTags: string;
  callTags: string | null;
  callAuthorId: string | null;
  callWriterId: string | null;
  reason: MatchReason;
  matchedTags: string;
}

/** The submissions that one person could review and another is not matched to yet, oldest first. */
const SELECT_REVIEWS = `
  SELECT submission.id, submission.title, organization.id AS organizationId, organization.name AS organizationName,
         submission.tech_tags AS techTags, call.tech_tags AS callTags, NULL AS callAuthorId,
         call.author_id AS callWriterId, present.reason, present.matched_tags AS matchedTags
  FROM submission_match AS present
  JOIN submission ON submission.id = present.submission_id AND submission.status = 'ROUTED'
  JOIN organization ON organization.id = submission.organization_id
  LEFT JOIN call ON call.id = submission.call_id
  WHERE present.user_id = @from AND NOT EXISTS (
    SELECT 1 FROM submission_match AS other WHERE other.submission_id = submission.id AND other.user_id = @to)
  ORDER BY submission.created_at, submission.id`;

const INSERT_MATCH = `
  INSERT INTO submission_match (submission_id, user_id, reason, matched_tags, delivery, created_at)
  VALUES (@submissionId, @userId, @reason, @matchedTags, @delivery, @now)`;

/**
 * Matches a successor to every submission without a review that an account is matched to, for the same reason, with the
 * usual notification. The account's own matches stay, as a record.
 * @returns how many submissions that is
 */
export function handOverReviews(db: Database, from: string, to: string, now: Date): number {
  const reviews = statement<OpenReview>(db, SELECT_REVIEWS).all({ from, to });
  const tags = reviews.map(tagsToRouteBy);
  const deliveries = previewDeliveries(
    db,
    KIND,
    reviews.map(({ id }, index) => ({ submissionId: id, tags: tags[index] ?? [], userIds: [to] })),
  );
  for (const [index, { reason, matchedTags, ...submission }] of reviews.entries()) {
    const delivery = deliveries[index]?.get(to) ?? "DISABLED";
    const match = {
      userId: to,
      reason,
      matchedTags: tagsOf((JSON.parse(matchedTags) as string[]).join(",")),
      delivery,
    };
    notifyReviewers(db, { submission, tags: tags[index] ?? [], matches: [match] }, now);
    statement(db, INSERT_MATCH).run({
      ...{ submissionId: submission.id, userId: to, reason, matchedTags, delivery },
      now: now.toISOString(),
    });
  }
  return reviews.length;
}
