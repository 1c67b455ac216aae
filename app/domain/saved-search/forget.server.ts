import { type Database, statement } from "#db/open";
import { DAY_MILLISECONDS } from "~/values/days";
import { LIMITS } from "~/values/limits";

/** Rows that one call deletes. */
const MATCHES_AT_ONCE = 2_000;

const DELETE_NOTIFIED = `
  DELETE FROM saved_search_match WHERE (source, source_id, saved_search_id) IN (
    SELECT source, source_id, saved_search_id FROM saved_search_match
    WHERE notified_at IS NOT NULL AND notified_at < @before ORDER BY notified_at LIMIT ${MATCHES_AT_ONCE})`;
/** Of searches that were removed with their owners. Others do not wait that long. */
const DELETE_WAITING = `
  DELETE FROM saved_search_match WHERE (source, source_id, saved_search_id) IN (
    SELECT source, source_id, saved_search_id FROM saved_search_match
    WHERE notified_at IS NULL AND due_at < @before ORDER BY due_at LIMIT ${MATCHES_AT_ONCE})`;

/**
 * Deletes some of the matches whose records cannot be found again, because they are not new any more: a record appeared
 * before it was found, so it appeared longer ago than its owner was notified. Housekeeping calls it often enough.
 */
export function forgetOldMatches(db: Database, now: Date): void {
  const before = new Date(now.getTime() - LIMITS.savedSearchNewDays * DAY_MILLISECONDS).toISOString();
  statement(db, DELETE_NOTIFIED).run({ before });
  statement(db, DELETE_WAITING).run({ before });
}
