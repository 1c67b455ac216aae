import { asc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import * as z from "zod";
import { type Database, statement } from "#db/open";
import { reviewOpinion, reviewRecusal, submission, user } from "#db/schema";
import { idsOnPage } from "~/lists/listing.server";
import { versionOf } from "~/operations/edited-record.server";
import { defineQuery } from "~/operations/operation.server";
import { reachesCommand, reachThrough } from "~/policy/policy";
import { notFound } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";
import { IS_REVIEWER } from "../../routing/reviewers";
import { directs, type Reviewer } from "./reviewers.server";

const person = { id: user.id, name: user.name };

/** GET /api/gov/submissions/<id>/review: who owns a submission, who is asked, who recused themselves, and its tags. */
export const submissionReview = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run({ db }, { id }) {
    const found = db
      .select({ id: submission.id, governmentTags: submission.governmentTags, owner: person })
      .from(submission)
      .leftJoin(user, eq(user.id, submission.ownerId))
      .where(eq(submission.id, id))
      .get();
    if (!found) throw notFound();
    return { ...found, opinions: opinionsOn(db, id), recusals: recusalsFrom(db, id) };
  },
});

function opinionsOn(db: Database, id: string) {
  const asker = alias(user, "asker");
  const given = sql<0 | 1>`EXISTS (SELECT 1 FROM assessment
    WHERE submission_id = ${reviewOpinion.submissionId} AND author_id = ${reviewOpinion.userId} AND is_conclusion = 0)`;
  return db
    .select({ user: person, askedBy: { id: asker.id, name: asker.name }, askedAt: reviewOpinion.askedAt, given })
    .from(reviewOpinion)
    .innerJoin(user, eq(user.id, reviewOpinion.userId))
    .innerJoin(asker, eq(asker.id, reviewOpinion.askedBy))
    .where(eq(reviewOpinion.submissionId, id))
    .orderBy(asc(reviewOpinion.askedAt), asc(user.id))
    .limit(LIMITS.opinionsPerSubmission)
    .all()
    .map(({ given, ...opinion }) => ({ ...opinion, isGiven: given === 1 }));
}

function recusalsFrom(db: Database, id: string) {
  const { reason, createdAt } = reviewRecusal;
  return db
    .select({ user: person, reason, createdAt })
    .from(reviewRecusal)
    .innerJoin(user, eq(user.id, reviewRecusal.userId))
    .where(eq(reviewRecusal.submissionId, id))
    .orderBy(asc(createdAt), asc(user.id))
    .limit(LIMITS.unpagedRows)
    .all();
}

const SELECT_CHOICES = `
  SELECT user.id, user.name, user.command_id AS commandId FROM user
  WHERE ${IS_REVIEWER} AND NOT EXISTS (
    SELECT 1 FROM review_recusal WHERE submission_id = @id AND user_id = user.id)
  ORDER BY user.name COLLATE NOCASE, user.id LIMIT ${LIMITS.unpagedRows}`;

/** The same for the submission's page: also the colleagues to choose from, and what the caller may do with its owner. */
export const reviewForPage = defineQuery({
  gate: "gov read",
  input: recordSchema,
  async run(context, { id }) {
    const { db, actor } = context;
    const review = await submissionReview.run(context, { id });
    const reviewers = statement<Reviewer>(db, SELECT_CHOICES).all({ id });
    const { owner } = review;
    const isOwn = owner?.id === actor.id;
    const reach = reachThrough("review assignment", actor);
    return {
      ...review,
      readerId: actor.id,
      tagsReadAt: versionOf(db, { kind: "governmentTags", id }),
      isOwn,
      isRecused: review.recusals.some(({ user: { id: userId } }) => userId === actor.id),
      /** Whether the caller may change who owns it. */
      mayGive: isOwn || (owner === null ? false : directs(db, actor, owner.id)),
      reviewers: reviewers.map(({ id: value, name }) => ({ value, label: name })),
      /** The people that the caller may give it to. */
      owners: reviewers
        .filter((one) => one.id !== actor.id && (isOwn || reachesCommand(reach, actor, one.commandId)))
        .map(({ id: value, name }) => ({ value, label: name })),
    };
  },
});

/** The first condition is that of the index `user_government`, which has them in order. */
const SELECT_REVIEWERS = `
  SELECT user.id AS value, user.name AS label FROM user
  WHERE user.role <> 'INDUSTRY' AND ${IS_REVIEWER} AND user.id <> ?
  ORDER BY user.name COLLATE NOCASE, user.id LIMIT ${LIMITS.unpagedRows}`;

/** The caller's colleagues who review, to choose from. */
export const colleaguesToAssign = defineQuery({
  gate: "gov write",
  input: z.object({}),
  run: ({ db, actor }) => statement<{ value: string; label: string }>(db, SELECT_REVIEWERS).all(actor.id),
});

const SELECT_JUDGED = `
  SELECT submission.id, submission.owner_id AS ownerId, user.name AS owner, submission.government_tags AS governmentTags
  FROM json_each(?) AS given CROSS JOIN submission ON submission.id = given.value
  LEFT JOIN user ON user.id = submission.owner_id`;

interface Judged {
  id: string;
  ownerId: string | null;
  owner: string | null;
  governmentTags: string;
}

/** The owners and the government's tags of some submissions, for a page of a list. */
export const reviewsOfSubmissions = defineQuery({
  gate: "gov read",
  input: idsOnPage,
  run: ({ db }, { ids }) => statement<Judged>(db, SELECT_JUDGED).all(JSON.stringify(ids)),
});
