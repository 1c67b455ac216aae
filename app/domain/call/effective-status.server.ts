import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { CallStatus } from "#db/enumerations";

/**
 * The effective status, in SQL. `effectiveStatus` in rules.ts is the same rule for one row, and a test compares the
 * two. `@now` is the query's clock.
 */
export const EFFECTIVE_STATUS =
  "CASE WHEN call.status = 'PENDING' AND call.releases_at <= @now THEN 'OPEN' ELSE call.status END";

/** The status as pages show it, in SQL; `shownStatus` in rules.ts is the same for one row. */
export const SHOWN_STATUS = `CASE WHEN ${EFFECTIVE_STATUS} = 'OPEN' AND call.closes_at <= @now THEN 'DEADLINE_PASSED'
    ELSE ${EFFECTIVE_STATUS} END`;

/**
 * Whether a call takes submissions, in SQL; `takesSubmissions` in rules.ts is the same for one row. It also names the
 * stored status, so that SQLite uses its index.
 */
export const TAKES_SUBMISSIONS = `call.status IN ('OPEN', 'PENDING') AND ${EFFECTIVE_STATUS} = 'OPEN'
    AND (call.closes_at IS NULL OR call.closes_at > @now)`;

/**
 * The effective status as a column of a Drizzle query.
 * @param now or where the query gets it, as ISO 8601
 */
export function effectiveStatusAt(now: Date | Placeholder): SQL<CallStatus> {
  return at<CallStatus>(now, EFFECTIVE_STATUS);
}

/** Whether a call takes submissions, as a condition of a Drizzle query. */
export function takesSubmissionsAt(now: Date): SQL {
  return at(now, TAKES_SUBMISSIONS);
}

function at<Value>(now: Date | Placeholder, text: string): SQL<Value> {
  const pieces = text.split("@now").map((piece) => sql.raw(piece));
  return sql.join(pieces, sql`${now instanceof Date ? now.toISOString() : now}`) as SQL<Value>;
}
