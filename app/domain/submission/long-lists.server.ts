import { and, eq, gte, lt, ne, type SQL, sql, sum } from "drizzle-orm";
import type { SubmissionStatus, SubmissionType } from "#db/enumerations";
import type { Database } from "#db/open";
import { submission, submissionListing, submissionTotal } from "#db/schema";
import { containsByIndex, countRows, type Listing } from "~/lists/listing.server";
import type { SubmissionView } from "./rules";

/*
 * Lists of submissions that grow with the ledger: everything, one tag, one reviewer. What they need is counted and sorted
 * when it is written (the triggers of the migration `large_ledgers`), not each time someone reads.
 */

/** What a list shows, with its filters. */
export interface Listed {
  view?: SubmissionView | undefined;
  status?: SubmissionStatus | undefined;
  type?: SubmissionType | undefined;
  tag?: string | undefined;
  q?: string | undefined;
  organizationId?: string | undefined;
  callId?: string | undefined;
  /** Only submissions from before this time. */
  before?: string | undefined;
}

const WHOLE_VIEWS: readonly (SubmissionView | undefined)[] = [undefined, "all", "mine", "unrouted"];

/** Whether all filters of a list are columns of `submission_listing` and `submission_total`. */
const isPlain = ({ q, organizationId, callId }: Listed) => !(q || organizationId || callId);

/** The statuses that a list shows; undefined for all except ARCHIVED. "none" if its filters exclude each other. */
function statusOf({ view, status }: Listed): SubmissionStatus | "none" | undefined {
  if (view !== "unrouted") return status;
  return status === undefined || status === "SUBMITTED" ? "SUBMITTED" : "none";
}

/** The rows of `submission_listing` that a list has: those of its reviewer or, else, of its tag. Null if it has neither. */
function listingOf(listed: Listed, actorId: string): SQL | undefined | null {
  const { view, tag, type, before } = listed;
  if (!WHOLE_VIEWS.includes(view) || (view !== "mine" && !tag)) return null;
  const { listedBy, name, isArchived, createdAt } = submissionListing;
  const status = statusOf(listed);
  return and(
    eq(listedBy, view === "mine" ? "REVIEWER" : "TAG"),
    eq(name, view === "mine" ? actorId : (tag ?? "")),
    eq(isArchived, status === "ARCHIVED"),
    status && status !== "ARCHIVED" ? sql`${submissionListing.status} = ${status}` : undefined,
    type ? eq(submissionListing.type, type) : undefined,
    before ? lt(createdAt, before) : undefined,
    view === "mine" && tag ? alsoHasTag(tag) : undefined,
  );
}

/** Whether a row of a reviewer is also one of a tag. Both have the same key, so this reads one place of an index. */
const alsoHasTag = (tag: string) => sql`EXISTS (SELECT 1 FROM ${submissionListing} AS other
  WHERE other.listed_by = 'TAG' AND other.name = ${tag} AND other.is_archived = ${submissionListing.isArchived}
    AND other.created_at = ${submissionListing.createdAt} AND other.submission_id = ${submissionListing.submissionId})`;

/** Whether the title contains a text. */
export const titleContains = (text: string): SQL =>
  containsByIndex(submission.title, text, submission.recordNumber, "submission_title_trigrams");

/** The conditions that only the submission's own row can answer. */
const ofRow = ({ q, organizationId, callId }: Listed) =>
  and(
    q ? titleContains(q) : undefined,
    organizationId ? eq(submission.organizationId, organizationId) : undefined,
    callId ? eq(submission.callId, callId) : undefined,
  );

/** In this order of tables: the other would read every submission. */
const LISTED_SUBMISSIONS = sql`${submissionListing} CROSS JOIN ${submission} ON ${submission.id} = ${submissionListing.submissionId}`;

/** A list by tag or reviewer as a source of its own: what to read it from, its condition, and the columns of its order. */
export interface ListedSource {
  from: SQL;
  where: SQL | undefined;
  columns: [createdAt: SQL, id: SQL];
}

/** Such a source for a list that is ordered by the time of arrival. Null if the list has none. */
export function listedSource(listed: Listed, actorId: string, sort: string): ListedSource | null {
  const rows = listingOf(listed, actorId);
  if (rows === null || !/^-?createdAt$/.test(sort)) return null;
  const { createdAt, submissionId } = submissionListing;
  return {
    from: LISTED_SUBMISSIONS,
    where: and(rows, ofRow(listed)),
    columns: [sql`${createdAt}`, sql`${submissionId}`],
  };
}

/** What helps `readPage` with a long list. Nothing for lists that are never long. */
export function longList(db: Database, listed: Listed, actorId: string, sort: string): Pick<Listing, "keys" | "total"> {
  const source = listedSource(listed, actorId, sort);
  const direction = sql.raw(sort.startsWith("-") ? "DESC" : "ASC");
  const keys =
    source &&
    sql`SELECT ${submission.recordNumber} FROM ${source.from} WHERE ${source.where}
    ORDER BY ${sql.join(
      source.columns.map((column) => sql`${column} ${direction}`),
      sql`, `,
    )}`;
  const total = totalOf(db, listed, actorId);
  return { ...(keys && { keys }), ...(total !== null && { total }) };
}

function totalOf(db: Database, listed: Listed, actorId: string): number | null {
  const rows = listingOf(listed, actorId);
  if (rows !== null) {
    if (isPlain(listed)) return countRows(db, submissionListing, rows);
    const where = and(rows, ofRow(listed));
    return (
      db.get<{ total: number }>(sql`SELECT count(*) AS total FROM ${LISTED_SUBMISSIONS} WHERE ${where}`)?.total ?? 0
    );
  }
  if (!isPlain(listed) || listed.tag) return null;
  if (listed.view === "unassigned" && !listed.status) return countUnassigned(db, listed);
  if (!WHOLE_VIEWS.includes(listed.view)) return null;
  const all = totalOfAll(db, listed);
  // Far fewer are newer than older.
  return listed.before ? all - countNewer(db, listed, listed.before) : all;
}

function totalOfAll(db: Database, listed: Listed): number {
  const status = statusOf(listed);
  if (status === "none") return 0;
  const { total } = db
    .select({ total: sum(submissionTotal.total).mapWith(Number) })
    .from(submissionTotal)
    .where(
      and(
        status ? eq(submissionTotal.status, status) : ne(submissionTotal.status, "ARCHIVED"),
        listed.type ? eq(submissionTotal.type, listed.type) : undefined,
      ),
    )
    .get() ?? { total: 0 };
  return total ?? 0;
}

function countNewer(db: Database, listed: Listed, before: string): number {
  const status = statusOf(listed);
  if (status === "none") return 0;
  return countRows(
    db,
    submission,
    and(
      gte(submission.createdAt, before),
      status ? eq(submission.status, status) : ne(submission.status, "ARCHIVED"),
      listed.type ? eq(submission.type, listed.type) : undefined,
    ),
  );
}

/** Must match the condition of the partial index word for word, or SQLite does not use the index. */
export const IS_UNASSIGNED = sql`owner_id IS NULL AND status IN ('SUBMITTED', 'ROUTED')`;

/** SQLite would count all that were routed. */
function countUnassigned(db: Database, { type, before }: Listed): number {
  const where = and(
    IS_UNASSIGNED,
    type ? eq(submission.type, type) : undefined,
    before ? lt(submission.createdAt, before) : undefined,
  );
  const query = sql`SELECT count(*) AS total FROM ${submission} INDEXED BY submission_unassigned WHERE ${where}`;
  return db.get<{ total: number }>(query)?.total ?? 0;
}

/** How many submissions have each status. */
export const totalsByStatus = (db: Database) =>
  db
    .select({ status: submissionTotal.status, total: sum(submissionTotal.total).mapWith(Number) })
    .from(submissionTotal)
    .groupBy(submissionTotal.status)
    .having(sql`sum(${submissionTotal.total}) > 0`)
    .all();
