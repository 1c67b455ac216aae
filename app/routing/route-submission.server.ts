import type { MatchDelivery, SubmissionStatus } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { tagsOf } from "~/values/tags";
import { deliverPlanned, previewDeliveries } from "./deliver.server";
import { LINK_TO } from "./links";
import { type Follower, type Match, matchSubmission } from "./match";
import { responsibleFor } from "./responsible";
import { sameTagsIn } from "./tag-groups.server";

export interface SubmissionToRoute {
  id: string;
  title: string;
  organizationId: string;
  organizationName: string;
  techTags: string;
  callTags: string | null;
  governmentTags: string;
  /** Who wrote its call. */
  callWriterId: string | null;
}

interface Found extends SubmissionToRoute {
  status: SubmissionStatus;
  /** Who is responsible for its call now: the author or, if that account is inactive, the successor. */
  responsibleId: string | null;
}

/** A reviewer for a submission, why, and whether they will be notified. */
export interface PlannedMatch extends Match {
  delivery: MatchDelivery;
}

/** The outcome of routing one submission. */
export interface RoutingPlan<Reviewer = PlannedMatch> {
  submission: SubmissionToRoute;
  /** Its own tags and those of its call, each once. */
  tags: string[];
  matches: Reviewer[];
}

/** The kind of notification that reviewers get. */
const KIND = "SUBMISSION_MATCH";

/** SQL of the columns of `SubmissionToRoute`. */
export const COLUMNS_TO_ROUTE = `
  submission.id, submission.title, organization.id AS organizationId, organization.name AS organizationName,
  submission.tech_tags AS techTags, call.tech_tags AS callTags, submission.government_tags AS governmentTags,
  call.author_id AS callWriterId`;

/** SQL that joins a submission to the other tables of these columns. */
export const JOINS_TO_ROUTE = `
  JOIN organization ON organization.id = submission.organization_id
  LEFT JOIN call ON call.id = submission.call_id`;

const SELECT_SUBMISSIONS = `
  SELECT ${COLUMNS_TO_ROUTE}, submission.status, responsible.id AS responsibleId
  FROM json_each(?) AS given
  CROSS JOIN submission ON submission.id = given.value AND submission.status <> 'ARCHIVED'
  ${JOINS_TO_ROUTE}
  LEFT JOIN user AS author ON author.id = call.author_id
  LEFT JOIN user AS responsible ON responsible.id = ${responsibleFor("author")} AND responsible.active = 1
  ORDER BY given.key`;

const SELECT_FOLLOWERS = `
  SELECT user.id AS userId, setting.tech_tags AS techTags
  FROM notification_setting AS setting JOIN user ON user.id = setting.user_id
  WHERE setting.kind = '${KIND}' AND setting.tech_tags <> '' AND user.role <> 'INDUSTRY' AND user.active = 1
  ORDER BY user.id`;

const SELECT_RECUSED = `
  SELECT submission_id AS submissionId, user_id AS userId FROM review_recusal
  WHERE submission_id IN (SELECT value FROM json_each(?))`;

const SELECT_MATCHED = "SELECT user_id AS userId FROM submission_match WHERE submission_id = ?";

const INSERT_MATCHES = `
  INSERT INTO submission_match (submission_id, user_id, reason, matched_tags, delivery, created_at)
  SELECT match.value ->> 'submissionId', match.value ->> 'userId', match.value ->> 'reason', match.value -> 'matchedTags',
         match.value ->> 'delivery', @now
  FROM json_each(@matches) AS match`;

/** Active government users with interests: the tags of their SUBMISSION_MATCH setting. */
export function listFollowers(db: Database): Follower[] {
  const rows = statement<{ userId: string; techTags: string }>(db, SELECT_FOLLOWERS).all();
  return rows.map(({ userId, techTags }) => ({ userId, interests: tagsOf(techTags) }));
}

type Tagged = Pick<SubmissionToRoute, "techTags" | "callTags" | "governmentTags">;

/** The tags that route a submission: its own, its call's and the government's, each once. */
export function tagsToRouteBy({ techTags, callTags, governmentTags }: Tagged): string[] {
  return [...new Set([techTags, callTags ?? "", governmentTags].flatMap(tagsOf))];
}

/** Who each submission should have, except people who recused themselves. */
function matchAll(db: Database, submissionIds: readonly string[], followers: Follower[]) {
  const ids = JSON.stringify(submissionIds);
  const recused = statement<{ submissionId: string; userId: string }>(db, SELECT_RECUSED).all(ids);
  const withSameTags = sameTagsIn(db);
  return statement<Found>(db, SELECT_SUBMISSIONS)
    .all(ids)
    .map(({ responsibleId, status, ...submission }) => {
      const tags = tagsToRouteBy(submission);
      const isOut = (userId: string) =>
        recused.some((one) => one.submissionId === submission.id && one.userId === userId);
      const matches = matchSubmission(withSameTags(tags), responsibleId, followers).filter(
        ({ userId }) => !isOut(userId),
      );
      return { status, plan: { submission, tags, matches } };
    });
}

/**
 * Plans the routing of those of some submissions that are still SUBMITTED: who gets each, why, and whether they will be
 * notified. It writes nothing. Routing carries out this plan, and previews show it.
 */
export function planRouting(db: Database, submissionIds: readonly string[], followers: Follower[]): RoutingPlan[] {
  const waiting = matchAll(db, submissionIds, followers).filter(({ status }) => status === "SUBMITTED");
  return planDeliveries(
    db,
    waiting.map(({ plan }) => plan),
  );
}

/**
 * Adds the people who match a submission that already has reviewers, and are not among them, in the open transaction.
 * @returns the matches added
 */
export function routeFurther(db: Database, submissionId: string, followers: Follower[], now: Date): Match[] {
  const present = statement<{ userId: string }>(db, SELECT_MATCHED).all(submissionId);
  const isNew = ({ userId }: Match) => !present.some((match) => match.userId === userId);
  const plans = matchAll(db, [submissionId], followers).map(({ plan }) => ({
    ...plan,
    matches: plan.matches.filter(isNew),
  }));
  addReviewers(db, planDeliveries(db, plans), now);
  return plans.flatMap(({ matches }) => matches);
}

const INSERT_ASSIGNED = `
  INSERT INTO submission_match (submission_id, user_id, reason, matched_tags, delivery, created_at)
  VALUES (@submissionId, @userId, 'ASSIGNED', '[]', @delivery, @now) ON CONFLICT DO NOTHING`;
const SET_ROUTED = `
  UPDATE submission SET status = 'ROUTED', routed_at = @now, updated_at = @now WHERE id = @submissionId AND status = 'SUBMITTED'`;

/**
 * Makes a person one of a submission's reviewers because they took it or were given it, in the open transaction. Someone
 * who is one already keeps the reason. A submission that is SUBMITTED becomes ROUTED.
 * @param delivery whether they were notified; SELF if they took it
 * @returns whether the submission became ROUTED
 */
export function routeToAssigned(
  db: Database,
  assigned: { submissionId: string; userId: string; delivery: MatchDelivery },
  now: Date,
): boolean {
  statement(db, INSERT_ASSIGNED).run({ ...assigned, now: now.toISOString() });
  const { submissionId } = assigned;
  return statement(db, SET_ROUTED).run({ submissionId, now: now.toISOString() }).changes > 0;
}

/** Adds to submissions and their reviewers whether each will be notified. It writes nothing. */
export function planDeliveries(db: Database, matched: readonly RoutingPlan<Match>[]): RoutingPlan[] {
  const withSameTags = sameTagsIn(db);
  const deliveries = previewDeliveries(
    db,
    KIND,
    matched.map(({ submission: { id }, tags, matches }) => ({
      submissionId: id,
      tags: withSameTags(tags),
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

  addReviewers(db, [plan], now);
  statement(db, "UPDATE submission SET status = 'ROUTED', routed_at = @now, updated_at = @now WHERE id = @id").run({
    id: submissionId,
    now: now.toISOString(),
  });
  return plan.matches;
}

/** Adds the reviewers of submissions, and notifies those that the plans mark NOTIFIED, in the open transaction. */
export function addReviewers(db: Database, plans: readonly RoutingPlan[], now: Date): void {
  const matches = plans.flatMap((plan) =>
    plan.matches.map((match) => ({ submissionId: plan.submission.id, ...match })),
  );
  const notifications = plans.flatMap(({ submission, matches }) =>
    matches
      .filter(({ delivery }) => delivery === "NOTIFIED")
      .map((match) => ({
        userId: match.userId,
        title: `New submission: ${submission.title}`,
        body: `${submission.organizationName} sent a submission ${reasonInWords(match, submission.callWriterId)}.`,
        linkUrl: LINK_TO.routedSubmission(submission.organizationId, submission.id),
        submissionId: submission.id,
      })),
  );
  deliverPlanned(db, KIND, notifications, now);
  statement(db, INSERT_MATCHES).run({ matches: JSON.stringify(matches), now: now.toISOString() });
}

/** Why a reviewer gets a submission: only the tags that they follow, or that they wrote its call or took it over. */
function reasonInWords({ userId, reason, matchedTags }: Match, callWriterId: string | null): string {
  const followed = `tags that you follow: ${matchedTags.join(", ")}`;
  if (reason === "TAG") return `that matches ${followed}`;
  if (reason === "ASSIGNED") return "that a colleague had, whose work you took over";
  const call = `to a call that you ${userId === callWriterId ? "wrote" : "took over"}`;
  return matchedTags.length === 0 ? call : `${call}. It matches ${followed}`;
}
