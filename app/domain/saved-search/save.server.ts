import { statement } from "#db/open";
import { defineOperation } from "~/operations/operation.server";
import { invalidField, takenFields } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { comparisonKey } from "~/values/text";
import { addressOf } from "./queries.server";
import { writeRequirement } from "./requirement.server";
import { newSavedSearchSchema, storedFilters } from "./schema";

export const NAME_TAKEN = "You already have a search with this name. Choose another name";

const SELECT_KNOWN = `
  SELECT (SELECT count(*) FROM saved_search WHERE user_id = @userId) AS total,
    EXISTS (SELECT 1 FROM saved_search WHERE user_id = @userId AND name_key = @nameKey) AS isTaken`;
const INSERT = `
  INSERT INTO saved_search (id, user_id, name, name_key, query, filters, notify, since, created_at, updated_at)
  VALUES (@id, @userId, @name, @nameKey, @q, @filters, @notify, @now, @now, @now)`;

/**
 * Saves a search for the caller, who is notified of records that appear from now on. This is not audited, because it changes no
 * record and its words are private.
 */
export const saveSearch = defineOperation({
  gate: "signed in",
  input: newSavedSearchSchema,
  refuses: { invalid_request: "you have too many searches", conflict: "you have a search of this name" },
  events: [],

  run({ db, ledger, actor, newId, now }, { name, q, notify, ...given }) {
    const filters = storedFilters(given);
    const owned = { userId: actor.id, nameKey: comparisonKey(name) };
    const known = statement<{ total: number; isTaken: number }>(db, SELECT_KNOWN).get(owned);
    if (known?.isTaken) throw takenFields({ name: NAME_TAKEN });
    if ((known?.total ?? 0) >= LIMITS.savedSearches) {
      throw invalidField("name", "not_allowed", `You have ${LIMITS.savedSearches} searches. Delete one first`);
    }
    const id = newId();
    const at = now.toISOString();
    statement(db, INSERT).run({ ...owned, id, name, q, filters: JSON.stringify(filters), notify, now: at });
    writeRequirement({ db, standing: ledger.standing }, { id, q }, now);
    return { id, name, q, filters, notify, url: addressOf(q, filters, actor), createdAt: at, updatedAt: at };
  },
});
