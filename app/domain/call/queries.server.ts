import {
  and,
  asc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  lte,
  ne,
  or,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import * as z from "zod";
import type { CallStatus } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { call, submission, user } from "#db/schema";
import { portalFeedSchema } from "~/lists/feed/schema";
import { portalFeed } from "~/lists/feed/state.server";
import { listInPieces, PIECE_ROWS } from "~/lists/list-in-pieces";
import {
  contains,
  countRows,
  hasTag,
  idsOnPage,
  orderedBy,
  type RowsOfKeys,
  readPage,
  rowsByKey,
  valuesById,
  withoutCase,
} from "~/lists/listing.server";
import { type Paged, pageOf } from "~/lists/paging";
import { readList } from "~/lists/read-list.server";
import { defineQuery, defineVersionedQuery } from "~/operations/operation.server";
import { endOfDay, startOfDay } from "~/values/days";
import { notFound } from "~/values/errors";
import { formattedExcerpt } from "~/values/formatted-text/parse.server";
import { LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";
import { effectiveStatusAt, TAKES_SUBMISSIONS, takesSubmissionsAt } from "./effective-status.server";
import { countReachedByOpening } from "./publish.server";
import type { Call } from "./responses";
import { effectiveStatus, isPublic, promisedDays, takesSubmissions } from "./rules";
import { callListSchema, openCallListSchema } from "./schema";

interface OpenCall {
  id: string;
  title: string;
  description: string;
  techTags: string;
  status: CallStatus;
  closesAt: string | null;
}

type OpenCallRow = OpenCall & { createdAt: string };

// The query names its index. SQLite's statistics cannot show that most calls may close on one day.
const SELECT_OPEN = `
  SELECT id, title, description, tech_tags AS techTags, 'OPEN' AS status, closes_at AS closesAt, created_at AS createdAt
  FROM call INDEXED BY call_taking_order`;
const SELECT_OPEN_WITH_DEADLINE = `
  ${SELECT_OPEN}
  WHERE ${TAKES_SUBMISSIONS} AND (closes_at, created_at, id) > (@closesAt, @createdAt, @id)
  ORDER BY closes_at, created_at, id LIMIT @limit`;
const SELECT_OPEN_WITHOUT_DEADLINE = `
  ${SELECT_OPEN}
  WHERE ${TAKES_SUBMISSIONS} AND closes_at IS NULL AND (created_at, id) > (@createdAt, @id)
  ORDER BY created_at, id LIMIT @limit`;

/** Sorts before every call. */
const EARLIEST = { createdAt: "", id: "" };

/**
 * The open calls after one, or the first ones: by deadline, those without one last. Releases and last days count as of
 * `now`.
 */
export function readOpenCallsAfter(db: Database, now: Date, last: OpenCallRow | null): OpenCallRow[] {
  const select = (text: string, { createdAt, id }: { createdAt: string; id: string }, more: object) =>
    statement<OpenCallRow>(db, text).all({ now: now.toISOString(), createdAt, id, ...more });
  const isAmongDated = last === null || last.closesAt !== null;
  const closesAt = last?.closesAt ?? now.toISOString();
  const dated = isAmongDated
    ? select(SELECT_OPEN_WITH_DEADLINE, last ?? EARLIEST, { closesAt, limit: PIECE_ROWS })
    : [];
  if (dated.length === PIECE_ROWS) return dated;
  const from = isAmongDated || last === null ? EARLIEST : last;
  return [...dated, ...select(SELECT_OPEN_WITHOUT_DEADLINE, from, { limit: PIECE_ROWS - dated.length })];
}

/** Calls without a deadline come last. In descending order, SQLite does that by itself. */
const byDeadline = sql`${call.closesAt} ASC NULLS LAST`;

const SORT_COLUMNS = {
  closesAt: call.closesAt,
  createdAt: call.createdAt,
  updatedAt: call.updatedAt,
  title: withoutCase(call.title),
} as const;

/** Calls that close on the same day follow the order of the feed. */
const OPEN_SORT_COLUMNS = { ...SORT_COLUMNS, closesAt: [call.closesAt, call.createdAt] } as const;

type OpenCallSort = z.output<typeof openCallListSchema>["sort"]["by"];

/** An open call as lists show it. */
export type ListedCall = Pick<
  typeof call.$inferSelect,
  "id" | "title" | "description" | "techTags" | "closesAt" | "createdAt" | "updatedAt"
> & {
  /** When a scheduled call opened; null for others. */
  releasedAt: string | null;
};

/** Whether a call has a deadline. */
export const HAS_DEADLINE = isNotNull(call.closesAt);

/** One page of the open calls that meet a condition; by deadline by default. */
export function readOpenCalls(
  db: Database,
  now: Date,
  size: { page: number; pageSize: number },
  { fits, sort = "closesAt" }: { fits?: SQL | undefined; sort?: OpenCallSort | undefined } = {},
): Paged<ListedCall> {
  const where = and(takesSubmissionsAt(now), fits);
  const byDeadlineAndAge = [byDeadline, asc(call.createdAt), asc(call.id)];
  const order = sort === "closesAt" ? byDeadlineAndAge : orderedBy(sort, OPEN_SORT_COLUMNS, call.id);
  const { id, title, description, techTags, closesAt, status, releasesAt, createdAt, updatedAt } = call;
  const columns = { id, title, description, techTags, closesAt, status, releasesAt, createdAt, updatedAt };
  return readPage(db, size, { key: call.recordNumber, where, order }, (onPage) =>
    db
      .select(columns)
      .from(call)
      .where(onPage)
      .orderBy(...order)
      .all()
      .map(({ status, releasesAt, ...listed }) => ({
        ...listed,
        releasedAt: status === "PENDING" ? releasesAt : null,
      })),
  );
}

/** GET /api/portal/calls: the open calls, by deadline. */
export const listOpenCalls = defineVersionedQuery({
  gate: "public",
  input: portalFeedSchema,
  run(context, { page }) {
    const { db, now } = context;
    return portalFeed<OpenCall>(context, "calls", page, {
      list: listInPieces(
        (last: OpenCallRow | null) => readOpenCallsAfter(db, now, last),
        ({ createdAt: _createdAt, ...shown }) => shown,
      ),
      count: () => countRows(db, call, takesSubmissionsAt(now)),
      readPage: (size) =>
        pageOf(readOpenCalls(db, now, size), ({ id, title, description, techTags, closesAt }) => ({
          id,
          title,
          description,
          techTags,
          status: "OPEN",
          closesAt,
        })),
    });
  },
});

const SELECT_CALL_CHOICES = `
  SELECT id, title FROM call WHERE ${TAKES_SUBMISSIONS}
  ORDER BY closes_at IS NULL, closes_at, created_at, id LIMIT ${LIMITS.unpagedRows}`;

/** The open calls that a form offers, in the same order. */
export const openCallChoices = defineQuery({
  gate: "industry",
  input: z.object({}),
  run: ({ db, now }) =>
    statement<Pick<OpenCall, "id" | "title">>(db, SELECT_CALL_CHOICES).all({ now: now.toISOString() }),
});

const EXCERPT_CHARACTERS = 240;

/** The same in pages and with only the beginning of each description, for the public pages. */
export const browseOpenCalls = defineQuery({
  gate: "public",
  input: openCallListSchema,
  run({ db, now }, { q, tag, setAside, sort, ...size }) {
    const fits = and(
      q ? or(contains(call.title, q), contains(call.description, q)) : undefined,
      tag ? hasTag(call.techTags, tag) : undefined,
      setAside ? eq(call.setAside, setAside) : undefined,
    );
    return pageOf(readOpenCalls(db, now, size, { fits, sort: sort.by }), browsedCall);
  },
});

export function browsedCall({ id, title, description, techTags, closesAt }: ListedCall) {
  return { id, title, techTags, closesAt, excerpt: formattedExcerpt(description, EXCERPT_CHARACTERS) };
}

/**
 * A call's whole row.
 * @throws DomainError not_found
 */
export function findCall(db: Database, id: string): typeof call.$inferSelect {
  const found = db.select().from(call).where(eq(call.id, id)).get();
  if (!found) throw notFound();
  return found;
}

/** A call as its public page shows it. Drafts and scheduled calls are not found. */
export const publicCall = defineQuery({
  gate: "public",
  input: recordSchema,
  run({ db, now, settings }, { id }) {
    const found = findCall(db, id);
    if (!isPublic(found, now)) throw notFound();
    const { recordNumber: _recordNumber, authorId: _authorId, releasesAt: _releasesAt, ...shown } = found;
    return {
      ...shown,
      status: effectiveStatus(found, now),
      takesSubmissions: takesSubmissions(found, now),
      answerWithinDays: promisedDays(settings, found),
    };
  },
});

const {
  recordNumber: _recordNumber,
  authorId: _authorId,
  status: _storedStatus,
  ...ownColumns
} = getTableColumns(call);

/** A call as government reads it, with its effective status at the time of the query. */
const selectForGovernment = (db: Database, now: Date | Placeholder) =>
  db
    .select({ ...ownColumns, status: effectiveStatusAt(now), author: { id: user.id, name: user.name } })
    .from(call)
    .innerJoin(user, eq(user.id, call.authorId));
const rowsForGovernment = rowsByKey(call.recordNumber, (db) => selectForGovernment(db, sql.placeholder("now")));

/** Whether a scheduled call's release time has passed. */
const isReleasedAt = (now: Date) => and(eq(call.status, "PENDING"), lte(call.releasesAt, now.toISOString()));

/**
 * GET /api/gov/calls: every call, including drafts and scheduled ones. Sorted by deadline, calls without one come last.
 */
export const listCalls = defineQuery({
  gate: "gov read",
  input: callListSchema,
  run({ db, clock }, { page, pageSize, sort, updatedSince, ...filter }): Paged<Call> {
    // Not the time when the request arrived: a later read must not see an earlier state of a call.
    const now = clock();
    const where = and(
      filter.status ? eq(effectiveStatusAt(now), filter.status) : undefined,
      filter.noticeType ? eq(call.noticeType, filter.noticeType) : undefined,
      filter.setAside ? eq(call.setAside, filter.setAside) : undefined,
      filter.closesFrom ? gte(call.closesAt, startOfDay(filter.closesFrom)) : undefined,
      filter.closesTo ? lte(call.closesAt, endOfDay(filter.closesTo)) : undefined,
      filter.tag ? hasTag(call.techTags, filter.tag) : undefined,
      filter.q ? contains(call.title, filter.q) : undefined,
    );
    const { id, recordNumber: key, updatedAt } = call;
    const order = sort.by === "closesAt" ? [byDeadline, asc(id)] : orderedBy(sort.by, SORT_COLUMNS, id);
    const clockChange = { where: isReleasedAt(now), at: call.releasesAt };
    const rows: RowsOfKeys<Call> = (source, keys) => rowsForGovernment(source, keys, { now: now.toISOString() });
    const list = { type: "call", id, key, updatedAt, where, order, clockChange, rows } as const;
    return readList(db, { page, pageSize, sort, updatedSince }, list, (chosen) =>
      selectForGovernment(db, now)
        .where(chosen)
        .orderBy(...order)
        .all(),
    );
  },
});

/** GET /api/gov/calls/<id>: the call, and how many submissions it has, without archived ones, as in lists. */
export const callRecord = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run({ db, now }, { id }) {
    const found = selectForGovernment(db, now).where(eq(call.id, id)).get();
    if (!found) throw notFound();
    return { ...found, counts: { submissions: countSubmissionsTo(db, id) } };
  },
});

function countSubmissionsTo(db: Database, callId: string): number {
  const ofCall = and(eq(submission.callId, callId), ne(submission.status, "ARCHIVED"));
  return countRows(db, submission, ofCall);
}

/** A call's title, for a list filtered by it; null if it does not exist. */
export const callTitle = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run: ({ db }, { id }) => db.select({ title: call.title }).from(call).where(eq(call.id, id)).get()?.title ?? null,
});

/** The titles of some calls, for a page of a list, by their ids. */
export const callTitles = defineQuery({
  gate: "gov read",
  input: idsOnPage,
  run({ db }, { ids }) {
    const titles = db.select({ id: call.id, title: call.title }).from(call).where(inArray(call.id, ids)).all();
    return Object.fromEntries(titles.map(({ id, title }) => [id, title]));
  },
});

const COUNT_SUBMISSIONS = `
  SELECT given.value AS id,
    (SELECT count(*) FROM submission WHERE call_id = given.value AND status <> 'ARCHIVED') AS value
  FROM json_each(?) AS given`;

/** How many submissions some calls have, without archived ones, as in lists. */
export const submissionsToCalls = defineQuery({
  gate: "gov read",
  input: idsOnPage,
  run: ({ db }, { ids }) => valuesById<number>(db, COUNT_SUBMISSIONS, ids),
});

/** How many industry users opening a call with these tags would notify. */
export const openingAudience = defineQuery({
  gate: "publisher",
  input: z.object({ techTags: z.string().default("") }),
  run: ({ db }, { techTags }) => countReachedByOpening(db, techTags),
});
