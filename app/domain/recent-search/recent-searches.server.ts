import * as z from "zod";
import { type Database, immediateTransaction, statement, writeIfPossible } from "#db/open";
import { defineOperation, defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";
import { comparisonKey } from "~/values/text";

export interface RecentSearch {
  query: string;
  searchedAt: string;
}

const IN_ORDER = "WHERE user_id = @userId ORDER BY searched_at DESC, query_key";
const SELECT = `SELECT query, searched_at AS searchedAt FROM recent_search ${IN_ORDER} LIMIT ${LIMITS.recentSearches}`;
const SELECT_NEWEST = `SELECT query FROM recent_search ${IN_ORDER} LIMIT 1`;
const UPSERT = `
  INSERT INTO recent_search (user_id, query_key, query, searched_at) VALUES (@userId, @queryKey, @query, @now)
  ON CONFLICT DO UPDATE SET query = excluded.query, searched_at = excluded.searched_at`;
const DELETE_OLDER = `
  DELETE FROM recent_search WHERE user_id = @userId AND query_key IN
    (SELECT query_key FROM recent_search ${IN_ORDER} LIMIT -1 OFFSET ${LIMITS.recentSearches})`;
const DELETE_ALL = "DELETE FROM recent_search WHERE user_id = ?";

/** GET /api/search/recent: the caller's own, newest first. */
export const listRecentSearches = defineQuery({
  gate: "signed in",
  input: z.object({}),
  run: ({ db, actor }) => ({ items: statement<RecentSearch>(db, SELECT).all({ userId: actor.id }) }),
});

/** Deletes all of the caller's recent searches. This is not audited, because it changes no record. */
export const clearRecentSearches = defineOperation({
  gate: "signed in",
  input: z.object({}),
  events: [],
  run: ({ db, actor }) => ({ cleared: statement(db, DELETE_ALL).run(actor.id).changes }),
});

/**
 * Remembers what someone searched for, and forgets the oldest of too many. More pages, filters and orders of the newest
 * search are the same search. If nothing can be written now, the search is not remembered.
 * @param text a query of valid length
 */
export function rememberSearch(db: Database, userId: string, text: string, now: Date): void {
  const query = text.trim();
  // Most requests of this page narrow or sort the same search, so it looks before it writes.
  if (statement<{ query: string }>(db, SELECT_NEWEST).get({ userId })?.query === query) return;
  const row = { userId, queryKey: comparisonKey(query), query, now: now.toISOString() };
  writeIfPossible(db, () =>
    immediateTransaction(db, () => {
      statement(db, UPSERT).run(row);
      statement(db, DELETE_OLDER).run({ userId });
    }),
  );
}
