import { and, asc, count, desc, eq, inArray, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import * as z from "zod";
import type { Database } from "#db/open";
import { call, organization, submission, submissionMatch, submissionOutcome, user } from "#db/schema";
import { type ListInPieces, listInPieces, PIECE_ROWS } from "~/lists/list-in-pieces";
import { hasTag, hasTrigram, orderedBy, readPage, rowsByKey, withoutCase } from "~/lists/listing.server";
import { type Changes, changesOnly, type Paged } from "~/lists/paging";
import { readChanges } from "~/lists/read-changes.server";
import { readList } from "~/lists/read-list.server";
import { defineQuery, type ReadContext } from "~/operations/operation.server";
import { DAY_MILLISECONDS } from "~/values/days";
import { invalidField, notFound } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";
import { organizationOf } from "../../policy/policy";
import { inScope, scopeOf } from "../promise/due-scope";
import { hasOpenQuestion } from "../promise/open-question";
import { clockOf, isDueCondition, readDue } from "../promise/queries.server";
import { IS_UNASSIGNED, type Listed, longList, titleContains, totalsByStatus } from "./long-lists.server";
import type { Submission } from "./responses";
import { defaultSortOf, VIEWS_OF_REVIEW } from "./rules";
import { ownSubmissionListSchema, submissionListSchema } from "./schema";

/**
 * A submission's whole row.
 * @throws DomainError not_found
 */
export function findSubmission(db: Database, id: string): typeof submission.$inferSelect {
  const found = db.select().from(submission).where(eq(submission.id, id)).get();
  if (!found) throw notFound();
  return found;
}

/** What every reader of a list of submissions sees. */
const sharedColumns = {
  id: submission.id,
  type: submission.type,
  status: submission.status,
  title: submission.title,
  summary: submission.summary,
  fileName: submission.fileName,
  techTags: submission.techTags,
  callId: submission.callId,
  answerBy: submission.answerBy,
  createdAt: submission.createdAt,
  updatedAt: submission.updatedAt,
};

/** A submission as its own organization sees it (GET /api/portal/submissions): never who answered. */
const ownColumns = {
  ...sharedColumns,
  answerNeeded: hasOpenQuestion,
  outcome: { outcome: submissionOutcome.outcome, body: submissionOutcome.body, sentAt: submissionOutcome.sentAt },
};

const isItsOutcome = eq(submissionOutcome.id, submission.outcomeId);

const ofOrganization = (organizationId: string) =>
  and(eq(submission.organizationId, organizationId), ne(submission.status, "ARCHIVED"));

const newestFirst = [desc(submission.createdAt), desc(submission.id)];

const isOlder = ({ createdAt, id }: { createdAt: string; id: string }) =>
  sql`(${submission.createdAt}, ${submission.id}) < (${createdAt}, ${id})`;

const selectOwn = (db: Database) => db.select(ownColumns).from(submission).leftJoin(submissionOutcome, isItsOutcome);
const ownRows = rowsByKey(submission.recordNumber, selectOwn);

const readOwn = (db: Database, where: SQL | undefined, limit: number) =>
  selectOwn(db)
    .where(where)
    .orderBy(...newestFirst)
    .limit(limit)
    .all();
type OwnItem = ReturnType<typeof readOwn>[number];

/** The caller's organization's submissions, newest first, without archived ones. */
export const listOwnSubmissions = defineQuery({
  gate: "industry",
  input: z.object(changesOnly),
  run({ db, actor }, { updatedSince, ...size }): ListInPieces<OwnItem> | Changes<OwnItem> {
    const organizationId = organizationOf(actor);
    const where = ofOrganization(organizationId);
    if (updatedSince) {
      const list = { type: "submission", id: submission.id, where, organizationId } as const;
      return readChanges(db, { ...size, updatedSince }, list, (chosen) => readOwn(db, chosen, size.pageSize));
    }
    return listInPieces(
      (last: OwnItem | null) => readOwn(db, and(where, last === null ? undefined : isOlder(last)), PIECE_ROWS),
      (item) => item,
    );
  },
});

/** By what lists of submissions can be ordered. */
export const SORT_COLUMNS = {
  createdAt: submission.createdAt,
  updatedAt: submission.updatedAt,
  title: withoutCase(submission.title),
  status: [submission.status, submission.createdAt],
  answerBy: submission.answerBy,
} as const;

type SubmissionFilter = Partial<z.output<typeof submissionListSchema>>;

type Sorting = Pick<z.output<typeof submissionListSchema>, "sort" | "view">;

/** By what government's list is ordered, as in `sort`. */
export const sortOf = ({ sort, view }: Sorting) => (sort.isRequested ? sort.by : defaultSortOf(view));

/** The order of government's list. Submissions without a promised day come last. */
export function orderOfSubmissions({ sort, view }: Sorting) {
  const by = sortOf({ sort, view });
  if (by === "answerBy") return [sql`${submission.answerBy} ASC NULLS LAST`, asc(submission.id)];
  return orderedBy(by, SORT_COLUMNS, submission.id);
}

/** The filters that every list of submissions has. Archived ones appear only on request. */
function meetsFilters({ status, type, q }: Pick<SubmissionFilter, "status" | "type" | "q">) {
  return and(
    status ? eq(submission.status, status) : ne(submission.status, "ARCHIVED"),
    type ? eq(submission.type, type) : undefined,
    q ? titleContains(q) : undefined,
  );
}

/** The same for their page: in pages, with filters. */
export const browseOwnSubmissions = defineQuery({
  gate: "industry",
  input: ownSubmissionListSchema,
  run({ db, actor }, { page, pageSize, sort, tag, ...filter }): Paged<OwnItem> {
    const hasItsTag = tag ? hasTag(submission.techTags, tag) : undefined;
    const where = and(eq(submission.organizationId, organizationOf(actor)), meetsFilters(filter), hasItsTag);
    const order = orderedBy(sort.by, SORT_COLUMNS, submission.id);
    const list = { key: submission.recordNumber, where, order };
    return readPage(db, { page, pageSize }, list, { rows: ownRows });
  },
});

const LATEST_SHOWN = 5;

/** The newest of them, for the dashboard. */
export const latestOwnSubmissions = defineQuery({
  gate: "industry",
  input: z.object({}),
  run: ({ db, actor }) => readOwn(db, ofOrganization(organizationOf(actor)), LATEST_SHOWN),
});

const QUESTIONS_SHOWN = 5;

/** Those with a question that the organization has not answered, newest first, for the dashboard. */
export const ownSubmissionsToAnswer = defineQuery({
  gate: "industry",
  input: z.object({}),
  run: ({ db, actor }) =>
    db
      .select({ id: submission.id, title: submission.title })
      .from(submission)
      .where(and(ofOrganization(organizationOf(actor)), hasOpenQuestion))
      .orderBy(...newestFirst)
      .limit(QUESTIONS_SHOWN)
      .all(),
});

/** One submission of the caller's organization, with its dates and the clock of its promise. Another organization's is not found. */
export const ownSubmission = defineQuery({
  gate: "industry",
  input: recordSchema,
  run({ db, actor, settings, now }, { id }) {
    const { sizeBytes, routedAt, reviewedAt, archivedAt } = submission;
    const found = db
      .select({
        ...ownColumns,
        sizeBytes,
        routedAt,
        reviewedAt,
        archivedAt,
        callTitle: call.title,
        submittedBy: user.name,
      })
      .from(submission)
      .innerJoin(user, eq(user.id, submission.submittedBy))
      .leftJoin(call, eq(call.id, submission.callId))
      .leftJoin(submissionOutcome, isItsOutcome)
      .where(and(eq(submission.id, id), eq(submission.organizationId, organizationOf(actor))))
      .get();
    if (!found) throw notFound();
    return { ...found, promise: clockOf(db, settings.workingCalendar, now, found) };
  },
});

const listColumns = { ...sharedColumns, organization: { id: organization.id, name: organization.name } };

const selectListed = (db: Database) =>
  db.select(listColumns).from(submission).innerJoin(organization, eq(organization.id, submission.organizationId));
const listedRows = rowsByKey(submission.recordNumber, selectListed);

const isAsked = (actorId: string) =>
  sql`${submission.id} IN (SELECT asked.submission_id FROM review_opinion AS asked WHERE asked.user_id = ${actorId}
    AND NOT EXISTS (SELECT 1 FROM assessment WHERE assessment.submission_id = asked.submission_id
      AND assessment.author_id = asked.user_id AND assessment.is_conclusion = 0))`;

type Reading = Pick<ReadContext<"gov read">, "db" | "settings" | "actor" | "now">;

const isDueFor = ({ db, settings, actor, now }: Reading) =>
  and(isDueCondition(readDue(db, settings.workingCalendar, now)), inScope(scopeOf(actor)));

const daysAgo = (now: Date, days: string) => new Date(now.getTime() - Number(days) * DAY_MILLISECONDS).toISOString();

/** What a list of these filters shows. */
export const listedBy = ({ now }: Reading, { olderThan, ...filter }: SubmissionFilter): Listed => ({
  ...filter,
  before: olderThan && daysAgo(now, olderThan),
});

/** The condition for submissions that meet the filters of government's list, for one reader. */
export function submissionsThatFit(context: Reading, { view, ...filter }: SubmissionFilter) {
  const { db, now } = context;
  const { id: actorId } = context.actor;
  const mine = db
    .select({ id: submissionMatch.submissionId })
    .from(submissionMatch)
    .where(eq(submissionMatch.userId, actorId));
  return and(
    meetsFilters(filter),
    filter.tag ? hasEitherTag(filter.tag, filter.updatedSince !== undefined) : undefined,
    filter.olderThan ? lt(submission.createdAt, daysAgo(now, filter.olderThan)) : undefined,
    filter.organizationId ? eq(submission.organizationId, filter.organizationId) : undefined,
    filter.callId ? eq(submission.callId, filter.callId) : undefined,
    view === "mine" ? inArray(submission.id, mine) : undefined,
    view === "unrouted" ? eq(submission.status, "SUBMITTED") : undefined,
    view === "due" ? isDueFor(context) : undefined,
    view === "owned" ? eq(submission.ownerId, actorId) : undefined,
    view === "opinion" ? isAsked(actorId) : undefined,
    view === "unassigned" ? IS_UNASSIGNED : undefined,
  );
}

/** Copies do not get changes of the government's tags. */
const hasEitherTag = (tag: string, isCopied: boolean) =>
  isCopied
    ? hasTag(submission.techTags, tag)
    : or(hasTag(submission.techTags, tag), hasTag(submission.governmentTags, tag));

/** GET /api/gov/submissions: those of every organization, with filters. Archived ones appear only on request. */
export const listSubmissions = defineQuery({
  gate: "gov read",
  input: submissionListSchema,
  run(context, { page, pageSize, sort, ...filter }): Paged<Submission> {
    const { db } = context;
    const { updatedSince, view, olderThan } = filter;
    if (updatedSince && VIEWS_OF_REVIEW.includes(view)) {
      throw invalidField("view", "not_allowed", "Leave out `updatedSince` with this view");
    }
    if (updatedSince && olderThan) {
      throw invalidField("olderThan", "not_allowed", "Leave out `updatedSince` with this filter");
    }
    const where = submissionsThatFit(context, filter);
    const order = orderOfSubmissions({ sort, view });
    const { id, recordNumber: key, updatedAt } = submission;
    const long = updatedSince ? {} : longList(db, listedBy(context, filter), context.actor.id, sortOf({ sort, view }));
    const readsAll = filter.q !== undefined && hasTrigram(filter.q);
    const list = { type: "submission", id, key, updatedAt, where, order, rows: listedRows, readsAll, ...long } as const;
    return readList(db, { page, pageSize, sort, updatedSince }, list, (chosen) =>
      selectListed(db)
        .where(chosen)
        .orderBy(...order)
        .all(),
    );
  },
});

/** GET /api/gov/submissions/<id>: the record, its reviewers and why they got it, and whether they were notified. */
export const submissionRecord = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run({ db }, { id }) {
    const reviewer = alias(user, "reviewer");
    const { contentType, sizeBytes, sha256, routedAt, reviewedAt, reviewDelivery, archivedAt } = submission;
    const found = db
      .select({
        ...listColumns,
        contentType,
        sizeBytes,
        sha256,
        routedAt,
        reviewedAt,
        reviewDelivery,
        archivedAt,
        submittedBy: { id: user.id, name: user.name, email: user.email },
        reviewedBy: { id: reviewer.id, name: reviewer.name },
        call: { id: call.id, title: call.title },
      })
      .from(submission)
      .innerJoin(organization, eq(organization.id, submission.organizationId))
      .innerJoin(user, eq(user.id, submission.submittedBy))
      .leftJoin(reviewer, eq(reviewer.id, submission.reviewedBy))
      .leftJoin(call, eq(call.id, submission.callId))
      .where(eq(submission.id, id))
      .get();
    if (!found) throw notFound();
    return { ...found, matches: listMatches(db, id) };
  },
});

function listMatches(db: Database, id: string) {
  const { reason, matchedTags, delivery, createdAt } = submissionMatch;
  return db
    .select({ user: { id: user.id, name: user.name, email: user.email }, reason, matchedTags, delivery, createdAt })
    .from(submissionMatch)
    .innerJoin(user, eq(user.id, submissionMatch.userId))
    .where(eq(submissionMatch.submissionId, id))
    .orderBy(asc(user.name), asc(user.id))
    .limit(LIMITS.unpagedRows)
    .all();
}

/** How many submissions have each status, for the dashboards: of all organizations, or of one. */
export const countSubmissions = defineQuery({
  gate: "submission read",
  input: z.object({}),
  run: ({ db, reach, actor }) =>
    reach === "any"
      ? totalsByStatus(db)
      : db
          .select({ status: submission.status, total: count() })
          .from(submission)
          .where(eq(submission.organizationId, organizationOf(actor)))
          .groupBy(submission.status)
          .all(),
});
