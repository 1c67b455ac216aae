import { type Database, statement } from "#db/open";
import { keysOf } from "../../search/ledger/requirement.server";
import type { StandingSearches } from "../../search/ledger/standing.server";

const UPDATE = "UPDATE saved_search SET requirement = @requirement, made_from = @madeFrom WHERE id = @id";
const DELETE = "DELETE FROM saved_search_key WHERE saved_search_id = ?";
const INSERT = "INSERT INTO saved_search_key (key, saved_search_id) SELECT value, ? FROM json_each(?)";

/** Stores what a record must have for a search to find it. Runs in the transaction that saves the search. */
export function writeRequirement(
  { db, standing }: { db: Database; standing: StandingSearches },
  { id, q }: { id: string; q: string },
  now: Date,
): void {
  const requirement = standing.requirementOf(q, now);
  statement(db, UPDATE).run({ id, requirement: JSON.stringify(requirement), madeFrom: standing.madeFrom() });
  statement(db, DELETE).run(id);
  statement(db, INSERT).run(id, JSON.stringify(keysOf(requirement)));
}
