import * as z from "zod";
import { ENTRY_TYPES, SEARCH_NOTICES } from "#db/enumerations";
import { LIMITS } from "~/values/limits";
import { line, oneOf } from "~/values/text";
import type { LedgerFilters } from "../../search/ledger/request.server";
import { ledgerSearchSchema, searchFiltersSchema } from "../search/ledger-schema";

const { savedSearchNameCharacters, savedSearches } = LIMITS;

const name = line(1, savedSearchNameCharacters).meta({ description: "Your name for it. Unique, ignoring case." });
const notify = oneOf(SEARCH_NOTICES).meta({
  description:
    "How you are notified of new records that it finds: immediately, in one notification a day, or not at all. Mail follows your settings for the kind `SYSTEM`.",
});

/** The filters of a search, as the parameters of the page with its results. */
export const savedFilters = searchFiltersSchema.extend({
  types: z.string().optional().meta({ description: "Separated by commas. Without it, the search covers all types." }),
});
export type SavedFilters = z.output<typeof savedFilters>;

/** The filters as a search takes them. `json` is a stored `SavedFilters`. */
export function filtersOf(json: string): LedgerFilters {
  const { types, ...others } = JSON.parse(json) as SavedFilters;
  return {
    ...others,
    ...(types === undefined ? {} : { types: ENTRY_TYPES.filter((type) => types.split(",").includes(type)) }),
  };
}

/** The filters as they are stored. */
export function storedFilters({ types, ...others }: z.output<typeof searchFiltersSchema>): SavedFilters {
  return { ...(types.length === ENTRY_TYPES.length ? {} : { types: types.join(",") }), ...others };
}

/** The search in the address of a page of results. */
export const presentSearchSchema = searchFiltersSchema.extend({ q: ledgerSearchSchema.shape.q });

/** POST /api/saved-searches. */
export const newSavedSearchSchema = searchFiltersSchema
  .extend({ name, q: ledgerSearchSchema.shape.q, notify: notify.default("DIGEST") })
  .meta({
    description: `You can save ${savedSearches} searches.`,
    examples: [{ name: "Radar calls", q: "radar", types: "call", notify: "IMMEDIATE" }],
  });

/** PATCH /api/saved-searches/:id. */
export const savedSearchChangesSchema = z
  .object({ id: z.string(), name: name.optional(), notify: notify.optional() })
  .meta({ examples: [{ notify: "NONE" }] });
