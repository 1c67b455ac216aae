import type { MatchReason } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { IS_REVIEWER } from "./reviewers";
import {
  addReviewers,
  COLUMNS_TO_ROUTE,
  JOINS_TO_ROUTE,
  planDeliveries,
  type SubmissionToRoute,
  tagsToRouteBy,
} from "./route-submission.server";

interface OpenReview extends SubmissionToRoute {
  reason: MatchReason;
  /** JSON. */
  matchedTags: string;
}

/** The submissions that one person could review and another is not matched to yet, oldest first. */
const SELECT_REVIEWS = `
  SELECT ${COLUMNS_TO_ROUTE}, present.reason, present.matched_tags AS matchedTags
  FROM submission_match AS present
  JOIN submission ON submission.id = present.submission_id AND submission.status = 'ROUTED'
  ${JOINS_TO_ROUTE}
  WHERE present.user_id = @from AND NOT EXISTS (
    SELECT 1 FROM submission_match AS other WHERE other.submission_id = submission.id AND other.user_id = @to)
    AND NOT EXISTS (SELECT 1 FROM review_recusal WHERE submission_id = submission.id AND user_id = @to)
  ORDER BY submission.created_at, submission.id`;

/**
 * Matches a successor to every submission without a review that an account is matched to, for the same reason, with the
 * usual notification. The account's own matches stay, as a record.
 * @returns how many submissions that is
 */
export function handOverReviews(db: Database, from: string, to: string, now: Date): number {
  const reviews = statement<OpenReview>(db, SELECT_REVIEWS).all({ from, to });
  const matched = reviews.map(({ reason, matchedTags, ...submission }) => ({
    submission,
    tags: tagsToRouteBy(submission),
    matches: [{ userId: to, reason, matchedTags: JSON.parse(matchedTags) as string[] }],
  }));
  addReviewers(db, planDeliveries(db, matched), now);
  return reviews.length;
}

const GIVE_OWNED = `
  UPDATE submission SET owner_id = (
    SELECT user.id FROM user WHERE user.id = @to AND ${IS_REVIEWER} AND NOT EXISTS (
      SELECT 1 FROM review_recusal WHERE submission_id = submission.id AND user_id = user.id))
  WHERE owner_id = @from AND status <> 'ARCHIVED'`;

/**
 * Gives the submissions that someone owns to a successor, or back to the queue if there is none or the successor does not
 * review. Someone who may no longer review owns nothing. Archived ones keep their owner, as a record.
 * @returns how many submissions that is
 */
export const handOverOwned = (db: Database, from: string, to: string | null): number =>
  statement(db, GIVE_OWNED).run({ from, to }).changes;
