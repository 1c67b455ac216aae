import * as z from "zod";
import { ENTRY_TYPES } from "#db/enumerations";
import { wholeNumber } from "~/lists/paging";
import { LIMITS } from "~/values/limits";
import { identifier, line } from "~/values/text";
import type { SearchFilter } from "./addresses";
import { listOfTypes, searchSchema } from "./schema";

/** The order of results: the best match first, or the newest. */
export const SEARCH_ORDERS = ["relevance", "date"] as const;

/** What a search requires of records besides its words. */
export const searchFiltersSchema = z.object({
  types: listOfTypes(ENTRY_TYPES),
  status: line(1, 40).optional(),
  tag: line(1, 255).optional(),
  command: identifier().optional(),
  year: z
    .string()
    .regex(/^\d{4}$/, "Enter a year")
    .optional(),
} satisfies Record<"types" | SearchFilter, z.ZodType>);

/** The page of results. Any text of valid length is a query. */
export const ledgerSearchSchema = z.object({
  q: searchSchema.shape.q,
  ...searchFiltersSchema.shape,
  order: z.enum(SEARCH_ORDERS).default("relevance"),
  /** The most results for each type. */
  limit: wholeNumber(LIMITS.searchResults.max).default(LIMITS.searchResults.default),
});

/** How many results of each type a page of all types shows, so that the last group is not screens away. As in an address. */
export const FEW_OF_EACH = "5";

/** The page's address. Without a query, nobody has searched yet. */
export const ledgerSearchPageSchema = ledgerSearchSchema.partial();

/** What someone has typed so far. */
export const suggestionsSchema = z.object({
  q: z
    .string()
    .min(1)
    .max(LIMITS.searchQueryCharacters, `Enter at most ${LIMITS.searchQueryCharacters} characters`)
    .meta({
      description:
        "Words of a title, or an identifier. The last word can be unfinished. It needs at least two letters. Operators mean nothing here.",
      examples: ["passive sen"],
    }),
});
