import { statement } from "#db/open";
import { parse } from "~/operations/input.server";
import { defineOperation } from "~/operations/operation.server";
import { DomainError, invalidField } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { comparisonKey } from "~/values/text";
import { submissionListSchema } from "../submission/schema";
import { savedViewSchema } from "./schema";

/** What a view keeps of the list's address. */
const KEPT = submissionListSchema.omit({ page: true, pageSize: true, updatedSince: true });

const SELECT_KNOWN = `
  SELECT (SELECT id FROM saved_view WHERE user_id = @userId AND name_key = @nameKey) AS id,
    (SELECT count(*) FROM saved_view WHERE user_id = @userId) AS total`;
const UPSERT = `
  INSERT INTO saved_view (id, user_id, name, name_key, query, created_at)
  VALUES (@id, @userId, @name, @nameKey, @query, @now)
  ON CONFLICT (user_id, name_key) DO UPDATE SET name = excluded.name, query = excluded.query`;

/**
 * Saves a view of the list of submissions under a name, for the caller only. It replaces the caller's view of the same name.
 * This is not audited, because it changes no record.
 */
export const saveView = defineOperation({
  gate: "gov read",
  input: savedViewSchema,
  refuses: { invalid_request: "the list does not accept the query, or you have too many views" },
  events: [],

  run({ db, actor, newId, now }, { name, query: sent }) {
    const query = queryOf(sent);
    const nameKey = comparisonKey(name);
    const owned = { userId: actor.id, nameKey };
    const known = statement<{ id: string | null; total: number }>(db, SELECT_KNOWN).get(owned);
    if (!known?.id && (known?.total ?? 0) >= LIMITS.savedViews) {
      throw invalidField(
        "name",
        "not_allowed",
        `You have ${LIMITS.savedViews} views. Delete one, or replace it by its name`,
      );
    }
    const id = known?.id ?? newId();
    statement(db, UPSERT).run({ ...owned, id, name, query, now: now.toISOString() });
    return { id, name, query };
  },
});

/**
 * The part of a query that the list knows.
 * @throws DomainError invalid_request if the list would refuse it
 */
function queryOf(sent: string): string {
  const known = [...new URLSearchParams(sent)].filter(
    ([name, value]) => Object.hasOwn(KEPT.shape, name) && value !== "",
  );
  const query = Object.fromEntries(known);
  try {
    parse(KEPT, query);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const names = Object.keys(error.fields ?? {}).join(", ");
    throw invalidField("query", "invalid", `The list does not accept this value of: ${names}`);
  }
  const kept = `${new URLSearchParams(query)}`;
  // Characters outside of ASCII take up to nine, and the view must fit into a link.
  if (kept.length > LIMITS.savedViewQueryCharacters) throw invalidField("query", "too_long", "The query is too long");
  return kept;
}
