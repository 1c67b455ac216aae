import { and, asc, count, desc, eq, gte, inArray, ne } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { Database } from "#db/open";
import { call, organization, submission, submissionMatch, user } from "#db/schema";
import { notFound } from "../../errors";
import { LIMITS } from "../../limits";
import { organizationOf } from "../../policy/policy";
import { contains, hasTag, orderedBy, readPage, withoutCase } from "../listing.server";
import { defineQuery } from "../operation.server";
import type { Paged } from "../paging";
import { recordSchema } from "../text";
import type { Submission } from "./answers";
import { submissionListSchema } from "./schema";

/**
 * A submission's whole row.
 * @throws DomainError not_found
 */
export function findSubmission(db: Database, id: string): typeof submission.$inferSelect {
  const found = db.select().from(submission).where(eq(submission.id, id)).get();
  if (!found) throw notFound();
  return found;
}

/** What an organization reads of its own submissions (specification, GET /api/portal/submissions). */
const ownColumns = {
  id: submission.id,
  type: submission.type,
  status: submission.status,
  title: submission.title,
  summary: submission.summary,
  fileName: submission.fileName,
  techTags: submission.techTags,
  callId: submission.callId,
  createdAt: submission.createdAt,
  updatedAt: submission.updatedAt,
};

const readOwn = (db: Database, organizationId: string, limit: number) =>
  db
    .select(ownColumns)
    .from(submission)
    .where(and(eq(submission.organizationId, organizationId), ne(submission.status, "ARCHIVED")))
    .orderBy(desc(submission.createdAt), desc(submission.id))
    .limit(limit)
    .all();

/** The submissions of the caller's organization, newest first; archived ones leave the list. */
export const listOwnSubmissions = defineQuery({
  gate: "industry",
  input: z.object({}),
  run: ({ db, actor }) => readOwn(db, organizationOf(actor), LIMITS.unpagedRows),
});

const LATEST_SHOWN = 5;

/** The newest of them, for the dashboard. */
export const latestOwnSubmissions = defineQuery({
  gate: "industry",
  input: z.object({}),
  run: ({ db, actor }) => readOwn(db, organizationOf(actor), LATEST_SHOWN),
});

/** One submission of the caller's organization, with the times of its path; another organization's is 404. */
export const ownSubmission = defineQuery({
  gate: "industry",
  input: recordSchema,
  run({ db, actor }, { id }) {
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
      .where(and(eq(submission.id, id), eq(submission.organizationId, organizationOf(actor))))
      .get();
    if (!found) throw notFound();
    return found;
  },
});

const listColumns = { ...ownColumns, organization: { id: organization.id, name: organization.name } };

const SORT_COLUMNS = {
  createdAt: submission.createdAt,
  updatedAt: submission.updatedAt,
  title: withoutCase(submission.title),
} as const;

/** GET /api/gov/submissions: every organization's, with filters; archived ones only when they are asked for. */
export const listSubmissions = defineQuery({
  gate: "gov read",
  input: submissionListSchema,
  run({ db, actor }, { page, pageSize, sort, view, ...filter }): Paged<Submission> {
    const mine = db
      .select({ id: submissionMatch.submissionId })
      .from(submissionMatch)
      .where(eq(submissionMatch.userId, actor.id));
    const where = and(
      filter.status ? eq(submission.status, filter.status) : ne(submission.status, "ARCHIVED"),
      filter.type ? eq(submission.type, filter.type) : undefined,
      filter.tag ? hasTag(submission.techTags, filter.tag) : undefined,
      filter.q ? contains(submission.title, filter.q) : undefined,
      filter.organizationId ? eq(submission.organizationId, filter.organizationId) : undefined,
      filter.callId ? eq(submission.callId, filter.callId) : undefined,
      filter.updatedSince ? gte(submission.updatedAt, filter.updatedSince) : undefined,
      view === "mine" ? inArray(submission.id, mine) : undefined,
      view === "unrouted" ? eq(submission.status, "SUBMITTED") : undefined,
    );
    const order = orderedBy(sort, SORT_COLUMNS, submission.id);
    return readPage(db, { page, pageSize }, { key: submission.recordNumber, where, order }, (onPage) =>
      db
        .select(listColumns)
        .from(submission)
        .innerJoin(organization, eq(organization.id, submission.organizationId))
        .where(onPage)
        .orderBy(...order)
        .all(),
    );
  },
});

/** GET /api/gov/submissions/<id>: the record, who it was routed to and why, and whether they were told. */
export const submissionRecord = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run({ db }, { id }) {
    const reviewer = alias(user, "reviewer");
    const { contentType, sizeBytes, sha256, routedAt, reviewedAt, archivedAt } = submission;
    const found = db
      .select({
        ...listColumns,
        contentType,
        sizeBytes,
        sha256,
        routedAt,
        reviewedAt,
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

/** How many submissions stand at each status, for the dashboards: all of them, or one organization's. */
export const countSubmissions = defineQuery({
  gate: "submission read",
  input: z.object({}),
  run: ({ db, reach, actor }) =>
    db
      .select({ status: submission.status, total: count() })
      .from(submission)
      .where(reach === "any" ? undefined : eq(submission.organizationId, organizationOf(actor)))
      .groupBy(submission.status)
      .all(),
});
