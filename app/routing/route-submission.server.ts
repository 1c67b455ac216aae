import type { MatchDelivery } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { deliverTo } from "./deliver.server";
import { type Follower, type Match, matchSubmission } from "./match";
import { tagsOf } from "./tags";

interface SubmissionToRoute {
  id: string;
  title: string;
  organizationId: string;
  organizationName: string;
  techTags: string;
  callTags: string | null;
  callAuthorId: string | null;
}

const SELECT_SUBMISSION = `
  SELECT submission.id, submission.title, organization.id AS organizationId, organization.name AS organizationName,
         submission.tech_tags AS techTags, call.tech_tags AS callTags, call.author_id AS callAuthorId
  FROM submission
  JOIN organization ON organization.id = submission.organization_id
  LEFT JOIN call ON call.id = submission.call_id
  WHERE submission.id = ? AND submission.status = 'SUBMITTED'`;

const SELECT_FOLLOWERS = `
  SELECT user.id AS userId, setting.tech_tags AS techTags
  FROM notification_setting AS setting JOIN user ON user.id = setting.user_id
  WHERE setting.kind = 'SUBMISSION_MATCH' AND setting.tech_tags <> '' AND user.role <> 'INDUSTRY'
  ORDER BY user.id`;

const INSERT_MATCHES = `
  INSERT INTO submission_match (submission_id, user_id, reason, matched_tags, delivery, created_at)
  SELECT @submissionId, match.value ->> 'userId', match.value ->> 'reason', match.value -> 'matchedTags',
         match.value ->> 'delivery', @now
  FROM json_each(@matches) AS match`;

/** Government users with interests: the tags of their SUBMISSION_MATCH setting. */
export function listFollowers(db: Database): Follower[] {
  const rows = statement<{ userId: string; techTags: string }>(db, SELECT_FOLLOWERS).all();
  return rows.map(({ userId, techTags }) => ({ userId, interests: tagsOf(techTags) }));
}

/**
 * Routes one submission that is still SUBMITTED, inside the caller's transaction: replaces its matches, notifies those
 * who want it and were not notified before, and sets ROUTED when anybody matched.
 * @returns the matches; none when the submission is not SUBMITTED (any more).
 */
export function routeSubmission(db: Database, submissionId: string, followers: Follower[], now: Date): Match[] {
  const submission = statement<SubmissionToRoute>(db, SELECT_SUBMISSION).get(submissionId);
  if (!submission) return [];
  const tags = [...new Set([...tagsOf(submission.techTags), ...tagsOf(submission.callTags ?? "")])];
  const matches = matchSubmission(tags, submission.callAuthorId, followers);
  statement(db, "DELETE FROM submission_match WHERE submission_id = ?").run(submissionId);
  if (matches.length === 0) return [];

  const deliveries = notify(db, submission, tags, matches, now);
  statement(db, INSERT_MATCHES).run({
    submissionId,
    matches: JSON.stringify(matches.map((match) => ({ ...match, delivery: deliveries(match.userId) }))),
    now: now.toISOString(),
  });
  statement(db, "UPDATE submission SET status = 'ROUTED', routed_at = @now, updated_at = @now WHERE id = @id").run({
    id: submissionId,
    now: now.toISOString(),
  });
  return matches;
}

const SELECT_UNSENT = `
  SELECT user.id AS userId,
    EXISTS (SELECT 1 FROM notification AS sent WHERE sent.user_id = user.id AND sent.kind = 'SUBMISSION_MATCH'
            AND sent.submission_id = @submissionId) AS sent,
    coalesce(setting.enabled, 1) AS enabled
  FROM json_each(@userIds) AS matched JOIN user ON user.id = matched.value
  LEFT JOIN notification_setting AS setting ON setting.user_id = user.id AND setting.kind = 'SUBMISSION_MATCH'`;

/** Notifies the matched users, and tells for each what became of it. */
function notify(
  db: Database,
  submission: SubmissionToRoute,
  tags: string[],
  matches: Match[],
  now: Date,
): (userId: string) => MatchDelivery {
  const userIds = matches.map((match) => match.userId);
  const notice = {
    kind: "SUBMISSION_MATCH",
    title: `New submission: ${submission.title}`,
    body: `${submission.organizationName} sent a submission that concerns you${tags.length > 0 ? `: ${tags.join(", ")}` : ""}.`,
    linkUrl: `/gov/organizations/${submission.organizationId}?submission=${submission.id}`,
    tags,
    submissionId: submission.id,
  } as const;
  const notified = deliverTo(db, userIds, notice, now);
  const unsent = new Map(
    statement<{ userId: string; sent: number; enabled: number }>(db, SELECT_UNSENT)
      .all({ submissionId: submission.id, userIds: JSON.stringify(userIds.filter((id) => !notified.has(id))) })
      .map((row) => [row.userId, row.sent ? "ALREADY_NOTIFIED" : row.enabled ? "TAG_FILTER" : "DISABLED"] as const),
  );
  return (userId) => unsent.get(userId) ?? "NOTIFIED";
}
