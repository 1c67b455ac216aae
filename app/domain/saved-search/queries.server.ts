import * as z from "zod";
import type { SearchNotice } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import { type Actor, reachThrough } from "~/policy/policy";
import { notFound } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";
import { SEARCH_PAGES } from "../search/addresses";
import { commandNames } from "../search/ledger-items.server";
import type { SavedFilters } from "./schema";

type Owner = Pick<Actor, "id" | "role" | "industryRole">;

interface StoredSearch {
  id: string;
  name: string;
  q: string;
  /** JSON. */
  filters: string;
  notify: SearchNotice;
  createdAt: string;
  updatedAt: string;
}

export interface SavedSearch extends Omit<StoredSearch, "filters"> {
  filters: SavedFilters;
  url: string;
}

const COLUMNS = `id, name, query AS q, filters, notify, created_at AS createdAt, updated_at AS updatedAt`;
const SELECT_OWN = `
  SELECT ${COLUMNS} FROM saved_search WHERE user_id = ? ORDER BY name_key LIMIT ${LIMITS.savedSearches}`;
const SELECT_ONE = `SELECT ${COLUMNS} FROM saved_search WHERE user_id = @userId AND id = @id`;

/** GET /api/saved-searches: the caller's own, by name. */
export const listSavedSearches = defineQuery({
  gate: "signed in",
  input: z.object({}),
  run: ({ db, actor }) => ({
    items: statement<StoredSearch>(db, SELECT_OWN)
      .all(actor.id)
      .map((stored) => described(stored, actor)),
  }),
});

/** One of the caller's searches. Someone else's is not found. */
export const savedSearchRecord = defineQuery({
  gate: "signed in",
  input: recordSchema,
  run({ db, actor }, { id }) {
    const found = findSavedSearch(db, id, actor);
    if (!found) throw notFound();
    return found;
  },
});

/** The same, or null. */
export function findSavedSearch(db: Database, id: string, owner: Owner): SavedSearch | null {
  const stored = statement<StoredSearch>(db, SELECT_ONE).get({ id, userId: owner.id });
  return stored ? described(stored, owner) : null;
}

/** The abbreviations of the commands that searches are limited to, by id. Only government filters by command. */
export const commandsOfSearches = defineQuery({
  gate: "signed in",
  input: z.object({ ids: z.array(z.string()).max(LIMITS.savedSearches) }),
  run: ({ db, actor }, { ids }): Record<string, string> =>
    reachThrough("gov read", actor) && ids.length > 0 ? Object.fromEntries(commandNames(db, ids)) : {},
});

function described({ filters, ...stored }: StoredSearch, owner: Owner): SavedSearch {
  const kept = JSON.parse(filters) as SavedFilters;
  return { ...stored, filters: kept, url: addressOf(stored.q, kept, owner) };
}

/** The page on which someone searches. */
export const searchPageOf = (owner: Pick<Actor, "role" | "industryRole">): string =>
  reachThrough("gov read", owner) ? SEARCH_PAGES.government : SEARCH_PAGES.everyone;

/** The page with a search's results for someone. */
export function addressOf(q: string, filters: SavedFilters, owner: Pick<Actor, "role" | "industryRole">): string {
  return `${searchPageOf(owner)}?${new URLSearchParams({ q, ...filters })}`;
}
