import { type Database, statement } from "#db/open";
import { auditFor } from "~/operations/caller.server";
import type { Services } from "~/operations/services";
import { inSteps } from "~/operations/steps.server";
import { dayAfter } from "~/values/days";
import { lastExpiry } from "../../audit/chain.server";

/** The oldest page views of their chain, in the chain's order. */
const SELECT_OLDEST = `
  SELECT seq, hash, created_at AS createdAt FROM audit_event WHERE chain = 'pageviews' ORDER BY seq LIMIT @limit`;
/** Deletes in the order of the chain, which is the only one that the log allows. */
const DELETE_EXPIRED = `
  DELETE FROM audit_event WHERE seq IN (
    SELECT seq FROM audit_event WHERE chain = 'pageviews' AND seq <= @end ORDER BY seq LIMIT @limit)`;

/** How many rows one transaction removes. This takes some milliseconds, because each row is in many indexes. */
const ROWS_AT_ONCE = 100;
/** The most page views that one event declares expired. Each event stays in the log, so there should be few. */
const ROWS_AN_EVENT = 5_000;

interface OldView {
  seq: number;
  hash: string;
  createdAt: string;
}

/** Removes rows from before a day from a table of traffic. */
const deleteBefore = (table: string, name: string) => `
  DELETE FROM ${table} WHERE (day, ${name}) IN (SELECT day, ${name} FROM ${table} WHERE day < @day LIMIT @limit)`;
const DELETE_VISITORS = deleteBefore("traffic_visitor", "ip");
const DELETE_NAMES = [deleteBefore("traffic_path", "path"), deleteBefore("traffic_referrer", "referrer")];

/**
 * Removes page views older than PAGEVIEW_RETENTION_DAYS whole days (UTC) from the audit log, and the counts by page of
 * those days. Each day's totals stay. It also removes the addresses of past days, which were only needed to count the
 * day's visitors. It uses short transactions, and other requests run in between.
 * @returns how many page views were removed
 */
export async function expirePageviews(services: Services): Promise<number> {
  const { db, settings, clock } = services;
  const today = clock().toISOString().slice(0, 10);
  let removed = 0;
  // One day more, because a clock may be set back a little.
  await inSteps(db, () => deleteSome(db, DELETE_VISITORS, dayAfter(today, -1)));
  if (settings.pageviewRetentionDays === 0) return removed;
  const firstKept = dayAfter(today, -settings.pageviewRetentionDays);
  await inSteps(db, () =>
    expireSome(services, firstKept ?? "", (count) => {
      removed += count;
    }),
  );
  for (const text of DELETE_NAMES) await inSteps(db, () => deleteSome(db, text, firstKept));
  return removed;
}

const deleteSome = (db: Database, text: string, day: string | null): boolean =>
  statement(db, text).run({ day: day ?? "", limit: ROWS_AT_ONCE }).changes > 0;

/** Removes some expired page views. If there are none, records in the log which ones expire now. */
function expireSome(services: Services, firstKept: string, onRemoved: (count: number) => void): boolean {
  const { db } = services;
  const end = lastExpiry(db)?.last.seq ?? 0;
  const removed = statement(db, DELETE_EXPIRED).run({ end, limit: ROWS_AT_ONCE }).changes;
  onRemoved(removed);
  return removed > 0 || declareExpired(services, firstKept);
}

/**
 * Records in the log that page views from before a day have expired.
 * @returns whether there are any
 */
function declareExpired(services: Services, firstKept: string): boolean {
  const { db, clock, newId } = services;
  let last: { seq: number; hash: string } | undefined;
  let count = 0;
  for (const { createdAt, ...row } of statement<OldView>(db, SELECT_OLDEST).iterate({ limit: ROWS_AN_EVENT })) {
    // Only from the beginning of the chain, even if the clock was set back.
    if (createdAt >= firstKept) break;
    last = row;
    count += 1;
  }
  if (!last) return false;
  const total = (lastExpiry(db)?.total ?? 0) + count;
  const caller = { actor: null, sessionHash: null, ip: "localhost", userAgent: null, requestId: newId(), origin: "" };
  auditFor(services, caller, clock())("pageviews_expired", { details: { count, total, last, olderThan: firstKept } });
  return true;
}
