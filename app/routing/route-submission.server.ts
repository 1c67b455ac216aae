import type { MatchDelivery } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { tagsOf } from "~/values/tags";
import { deliverPlanned, previewDeliveries } from "./deliver.server";
import { LINK_TO } from "./links";
import { type Follower, type Match, matchSubmission } from "./match";
import { responsibleFor } from "./responsible";

interface SubmissionToRoute {
  id: string;
  title: string;
  organizationId: string;
  organizationName: string;
  techTags: string;
  callTags: string | null;
  /** Who is responsible for its call now: the author or, if that account is inactive, the successor. */
  callAuthorId: string | null;
  /** Who wrote its call. */
  callWriterId: string | null;
}

/** A reviewer for a submission, why, and whether they will be notified. */
export interface PlannedMatch extends Match {
  delivery: MatchDelivery;
}

/** The outcome of routing one submission. */
export interface RoutingPlan {
  submission: SubmissionToRoute;
  /** Its own tags and those of its call, each once. */
  tags: string[];
  matches: PlannedMatch[];
}

/** The kind of notification that reviewers get. */
export const KIND = "SUBMISSION_MATCH";

const SELECT_SUBMISSIONS = `
  SELECT submission.id, submission.title, organization.id AS organizationId, organization.name AS organizationName,
         submission.tech_tags AS techTags, call.tech_tags AS callTags, responsible.id AS callAuthorId,
         call.author_id AS callWriterId
  FROM json_each(?) AS given
  CROSS JOIN submission ON submission.id = given.value AND submission.status = 'SUBMITTED'
  JOIN organization ON organization.id = submission.organization_id
  LEFT JOIN call ON call.id = submission.call_id
  LEFT JOIN user AS author ON author.id = call.author_id
  LEFT JOIN user AS responsible ON responsible.id = ${responsibleFor("author")} AND responsible.active = 1
  ORDER BY given.key`;

const SELECT_FOLLOWERS = `
  SELECT user.id AS userId, setting.tech_tags AS techTags
  FROM notification_setting AS setting JOIN user ON user.id = setting.user_id
  WHERE setting.kind = '${KIND}' AND setting.tech_tags <> '' AND user.role <> 'INDUSTRY' AND user.active = 1
  ORDER BY user.id`;

const INSERT_MATCHES = `
  INSERT INTO submission_match (submission_id, user_id, reason, matched_tags, delivery, created_at)
  SELECT @submissionId, match.value ->> 'userId', match.value ->> 'reason', match.value -> 'matchedTags',
         match.value ->> 'delivery', @now
  FROM json_each(@matches) AS match`;

/** Active government users with interests: the tags of their SUBMISSION_MATCH setting. */
export function listFollowers(db: Database): Follower[] {
  const rows = statement<{ userId: string; techTags: string }>(db, SELECT_FOLLOWERS).all();
  return rows.map(({ userId, techTags }) => ({ userId, interests: tagsOf(techTags) }));
}

/** The tags that route a submission: its own and those of its call, each once. */
export function tagsToRouteBy({ techTags, callTags }: Pick<SubmissionToRoute, "techTags" | "callTags">): string[] {
  return [...new Set([...tagsOf(techTags), ...tagsOf(callTags ?? "")])];
}

/**
 * Plans the routing of those of some submissions that are still SUBMITTED: who gets each, why, and whether they will be
 * notified. It writes nothing. Routing carries out this plan, and previews show it.
 */
export function planRouting(db: Database, submissionIds: readonly string[], followers: Follower[]): RoutingPlan[] {
  const found = statement<SubmissionToRoute>(db, SELECT_SUBMISSIONS).all(JSON.stringify(submissionIds));
  const matched = found.map((submission) => {
    const tags = tagsToRouteBy(submission);
    return { submission, tags, matches: matchSubmission(tags, submission.callAuthorId, followers) };
  });
  const deliveries = previewDeliveries(
    db,
    KIND,
    matched.map(({ submission: { id }, tags, matches }) => ({
      submissionId: id,
      tags,
      userIds: matches.map(({ userId }) => userId),
    })),
  );
  return matched.map(({ matches, ...plan }, index) => ({
    ...plan,
    // Every match is an existing user, so it has a delivery.
    matches: matches.map((match) => ({ ...match, delivery: deliveries[index]?.get(match.userId) as MatchDelivery })),
  }));
}

/**
 * Routes one submission that is still SUBMITTED, in the open transaction, as `planRouting` says. Replaces its matches,
 * notifies people, and sets ROUTED if anyone matched.
 * @returns the matches; none if the submission is not SUBMITTED
 */
export function routeSubmission(db: Database, submissionId: string, followers: Follower[], now: Date): Match[] {
  const [plan] = planRouting(db, [submissionId], followers);
  if (!plan) return [];
  statement(db, "DELETE FROM submission_match WHERE submission_id = ?").run(submissionId);
  if (plan.matches.length === 0) return [];

  notifyReviewers(db, plan, now);
  statement(db, INSERT_MATCHES).run({ submissionId, matches: JSON.stringify(plan.matches), now: now.toISOString() });
  statement(db, "UPDATE submission SET status = 'ROUTED', routed_at = @now, updated_at = @now WHERE id = @id").run({
    id: submissionId,
    now: now.toISOString(),
  });
  return plan.matches;
}

/** Notifies the reviewers of a submission that its plan marks NOTIFIED. */
export function notifyReviewers(db: Database, { submission, tags, matches }: RoutingPlan, now: Date): void {
  const reached = matches.filter(({ delivery }) => delivery === "NOTIFIED");
  const addressees = reached.map((match) => ({
    userId: match.userId,
    body: `${submission.organizationName} sent a submission ${reasonInWords(match, submission.callWriterId)}.`,
  }));
  const notice = {
    kind: KIND,
    title: `New submission: ${submission.title}`,
    body: `${submission.organizationName} sent a submission.`,
    linkUrl: LINK_TO.routedSubmission(submission.organizationId, submission.id),
    tags,
    submissionId: submission.id,
  } as const;
  if (addressees.length > 0) deliverPlanned(db, addressees, notice, now);
}

/** Why a reviewer gets a submission: only the tags that they follow, or that they wrote its call or took it over. */
function reasonInWords({ userId, reason, matchedTags }: Match, callWriterId: string | null): string {
  const followed = `tags that you follow: ${matchedTags.join(", ")}`;
  if (reason === "TAG") return `that matches ${followed}`;
  const call = `to a call that you ${userId === callWriterId ? "wrote" : "took over"}`;
  return matchedTags.length === 0 ? call : `${call}. It matches ${followed}`;
}
