import { and, asc, desc, eq, gt, gte, lte, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import { inOneState } from "#db/one-state";
import { type Database, statement } from "#db/open";
import { auditEvent } from "#db/schema";
import { choosePage, countRows, readPage } from "~/lists/listing.server";
import type { Changes, Paged, UpdatedSince } from "~/lists/paging";
import { momentOf } from "~/lists/read-list.server";
import { ELSEWHERE, NO_RECORD, parsePosition, positionText } from "~/lists/synchronization-position.server";
import { defineQuery } from "~/operations/operation.server";
import { endOfDay, startOfDay } from "~/values/days";
import { invalidField, notFound } from "~/values/errors";
import { recordSchema } from "~/values/text";
import { chainMark, lastExpiry } from "../../audit/chain.server";
import { type auditExportSchema, auditListSchema } from "./schema";

type AuditFilter = Omit<z.output<typeof auditExportSchema>, "sort">;
type StoredRow = typeof auditEvent.$inferSelect;

/** A row of the log, with its details parsed. */
type AuditItem = Omit<StoredRow, "details"> & { details: Record<string, unknown> | null };

/** Each index continues with created_at and seq, so it returns filtered rows only in this order. */
export function orderOf({ sort }: Pick<z.output<typeof auditListSchema>, "sort">): SQL[] {
  const direction = sort.by === "createdAt" ? asc : desc;
  return [direction(auditEvent.createdAt), direction(auditEvent.seq)];
}

/*
 * SQLite uses a partial index only if the query implies the index's condition: in the same words as in db/schema.ts, or
 * by an equality if the condition is IS NOT NULL.
 */
const IS_NO_PAGEVIEW = sql`${auditEvent.event} <> 'pageview'`;
const IS_NO_SUCCESS = sql`${auditEvent.outcome} <> 'SUCCESS'`;

/** The condition for rows that meet a filter. */
export function rowsThatFit(filter: AuditFilter): SQL | undefined {
  const { event, outcome, actor, target, targetType, from, to, pageviews } = filter;
  return and(
    event ? eq(auditEvent.event, event) : undefined,
    outcome ? eq(auditEvent.outcome, outcome) : undefined,
    outcome && outcome !== "SUCCESS" ? IS_NO_SUCCESS : undefined,
    actor ? isActor(actor) : undefined,
    target ? eq(auditEvent.targetId, target) : undefined,
    targetType ? eq(auditEvent.targetType, targetType) : undefined,
    from ? gte(auditEvent.createdAt, startOfDay(from)) : undefined,
    to ? lte(auditEvent.createdAt, endOfDay(to)) : undefined,
    pageviews === "false" ? IS_NO_PAGEVIEW : undefined,
  );
}

/** Emails are stored in lower case. */
const isActor = (actor: string) =>
  actor.includes("@") ? eq(auditEvent.actorEmail, actor.toLowerCase()) : eq(auditEvent.actorId, actor);

const LAST_SEQ = "SELECT coalesce(max(seq), 0) AS last FROM audit_event";
/** The number of the newest row; 0 if there is none. */
export const lastSeq = (db: Database) => statement<{ last: number }>(db, LAST_SEQ).get()?.last ?? 0;

const SUM_EXPIRED = "SELECT coalesce(sum(expired), 0) AS expired FROM traffic_day";

/** How many rows there are. Only expired page views have left. */
const countAll = (db: Database) => lastSeq(db) - (statement<{ expired: number }>(db, SUM_EXPIRED).get()?.expired ?? 0);

const SUM_TOTALS = `SELECT coalesce(sum(total), 0) AS total FROM audit_total
  WHERE day >= coalesce(@from, '') AND day <= coalesce(@to, '9999') AND event = coalesce(@event, event)
    AND outcome = coalesce(@outcome, outcome) AND target_type = coalesce(@targetType, target_type)
    AND (@pageviews = 'true' OR event <> 'pageview')`;

/** How many rows meet a filter. Only the rows of one person or record are counted. All others have totals by day. */
function countFitting(db: Database, { actor, target, ...filter }: AuditFilter): number {
  const where = rowsThatFit({ actor, target, ...filter });
  if (where === undefined) return countAll(db);
  if (actor || target) return countRows(db, auditEvent, where);
  const none = { event: null, outcome: null, targetType: null, from: null, to: null };
  return statement<{ total: number }>(db, SUM_TOTALS).get({ ...none, ...given(filter) })?.total ?? 0;
}

/** Without what is undefined. */
const given = (filter: object) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

const parsed = ({ details, ...row }: StoredRow): AuditItem => ({ ...row, details: details && JSON.parse(details) });

/** GET /api/gov/admin/audit. */
export const listAudit = defineQuery({
  gate: "system admin",
  input: auditListSchema,
  run({ db }, { page, pageSize, updatedSince, ...filter }): Paged<AuditItem> {
    if (updatedSince && !filter.sort.isRequested) return readAppended(db, { page, pageSize, updatedSince }, filter);
    const isSince = updatedSince && gte(auditEvent.createdAt, momentOf(updatedSince));
    const where = and(rowsThatFit(filter), isSince);
    const order = orderOf(filter);
    const total = isSince ? countRows(db, auditEvent, where) : countFitting(db, filter);
    return readPage(db, { page, pageSize }, { key: auditEvent.seq, where, order, total }, (onPage) =>
      db
        .select()
        .from(auditEvent)
        .where(onPage)
        .orderBy(...order)
        .all()
        .map(parsed),
    );
  },
});

const SELECT_FIRST_SINCE = "SELECT min(seq) AS first FROM audit_event WHERE created_at >= ?";

const THE_LOG = { type: "audit_event" } as const;

/**
 * The rows appended since a position, oldest first. The log has its own order, and only expired page views leave it.
 */
function readAppended(
  db: Database,
  { page, pageSize, updatedSince }: { page: number; pageSize: number; updatedSince: UpdatedSince },
  filter: AuditFilter,
): Changes<AuditItem> {
  return inOneState(db, () => {
    const last = lastSeq(db);
    const after = "next" in updatedSince ? goOn(db, updatedSince.next) : lastBefore(db, updatedSince.moment, last);
    const where = and(rowsThatFit(filter), gt(auditEvent.seq, after));
    const select = (offset: number, limit: number) =>
      db.select().from(auditEvent).where(where).orderBy(asc(auditEvent.seq)).limit(limit).offset(offset).all();
    const { chosen, isLast } = choosePage(select, page, pageSize);
    // The last page has looked at every row.
    const number = isLast ? last : (chosen.at(-1)?.seq ?? last);
    const isWhole = rowsThatFit(filter) === undefined;
    return {
      items: chosen.map(parsed),
      removed: [],
      next: positionText(db, THE_LOG, { number }, chainMark(db), hashAt(db, number)),
      total: isWhole && hasNoGap(db, after) ? last - after : countRows(db, auditEvent, where),
      page,
      pageSize,
    };
  });
}

const SELECT_HASH = "SELECT substr(hash, 1, 16) AS hash FROM audit_event WHERE seq = ?";

/** The beginning of a row's hash; undefined if there is no such row. */
const hashAt = (db: Database, seq: number) => statement<{ hash: string }>(db, SELECT_HASH).get(seq)?.hash;

/** Whether every row after a number is still in the log. */
const hasNoGap = (db: Database, after: number) => after >= (lastExpiry(db)?.last.seq ?? 0);

/**
 * The number after which a copy continues. The row with that number must be the one that the copy has. If that row was
 * a page view that has expired, the copy continues after the last row that is surely the same in both.
 * @throws DomainError invalid_request as `parsePosition` does
 */
function goOn(db: Database, next: string): number {
  const { number, record, mark } = parsePosition(db, next, THE_LOG);
  const present = hashAt(db, number);
  if (present === record || record === NO_RECORD) return number;
  if (present !== undefined || hasNoGap(db, number - 1)) throw invalidField("updatedSince", "invalid", ELSEWHERE);
  return Math.min(number, mark.seq);
}

/** The number of the last row before a date and time. */
function lastBefore(db: Database, moment: string, last: number): number {
  const { first } = statement<{ first: number | null }>(db, SELECT_FIRST_SINCE).get(moment) ?? { first: null };
  return first === null ? last : first - 1;
}

/** The current name of a row's target. */
interface NamedTarget {
  name: string;
  /** Only for industry users. */
  organizationId: string | null;
}

/** Searches each table by its key. Deleted records are not there, and have no page. */
const SELECT_TARGETS = `
  WITH wanted AS MATERIALIZED (SELECT value AS id FROM json_each(?))
  SELECT 'organization' AS type, id, name, NULL AS organizationId FROM organization WHERE id IN wanted
  UNION ALL SELECT 'submission', id, title, NULL FROM submission WHERE id IN wanted
  UNION ALL SELECT 'engagement', id, title, NULL FROM engagement WHERE id IN wanted
  UNION ALL SELECT 'call', id, title, NULL FROM call WHERE id IN wanted
  UNION ALL SELECT 'announcement', id, title, NULL FROM announcement WHERE deleted_at IS NULL AND id IN wanted
  UNION ALL SELECT 'command', id, name, NULL FROM command WHERE id IN wanted
  UNION ALL SELECT 'preset_tag', id, label, NULL FROM preset_tag WHERE id IN wanted
  UNION ALL SELECT 'invitation', id, email, NULL FROM invitation WHERE id IN wanted
  UNION ALL SELECT 'user', id, name, organization_id FROM user WHERE id IN wanted`;

type Targeting = Pick<AuditItem, "targetType" | "targetId">;

/** Adds the current name of its target to each row, with one query for all; null if the target is gone. */
function withTargets<Row extends Targeting>(
  db: Database,
  rows: readonly Row[],
): (Row & { target: NamedTarget | null })[] {
  const ids = [...new Set(rows.flatMap(({ targetId }) => targetId ?? []))];
  const found = statement<NamedTarget & { type: string; id: string }>(db, SELECT_TARGETS).all(JSON.stringify(ids));
  const named = new Map(found.map(({ type, id, ...target }) => [`${type} ${id}`, target]));
  return rows.map((row) => ({ ...row, target: named.get(`${row.targetType} ${row.targetId}`) ?? null }));
}

/** The same list for its page: less of each row, and the target's name. */
export const browseAudit = defineQuery({
  gate: "system admin",
  input: auditListSchema,
  async run(context, input) {
    const { items, ...list } = await listAudit.run(context, input);
    const shown = items.map(({ id, createdAt, event, outcome, actorId, actorEmail, actorRole, ...row }) => ({
      ...{ id, createdAt, event, outcome, actorId, actorEmail, actorRole },
      ...{ targetType: row.targetType, targetId: row.targetId, path: row.path },
    }));
    return { ...list, items: withTargets(context.db, shown) };
  },
});

/** One whole row of the log, with its target's name. */
export const readAuditEvent = defineQuery({
  gate: "system admin",
  input: recordSchema,
  run({ db }, { id }) {
    const row = db.select().from(auditEvent).where(eq(auditEvent.id, id)).get();
    const [item] = row ? withTargets(db, [parsed(row)]) : [];
    if (!item) throw notFound();
    return item;
  },
});
