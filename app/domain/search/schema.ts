import * as z from "zod";
import { SEARCH_TYPES } from "#db/enumerations";
import { wholeNumber } from "~/lists/paging";
import { LIMITS } from "~/values/limits";

const { searchQueryCharacters, searchResults } = LIMITS;

/** A comma-separated list of types, each once, in the order of the groups. Empty means every type. */
export function listOfTypes<Type extends string>(all: readonly Type[]) {
  const name = `(${all.join("|")})`;
  return z
    .string()
    .default(all.join(","))
    .meta({
      pattern: `^${name}(,${name})*$`,
      description: "The types to search, separated by commas.",
    })
    .transform((list) => list.split(",").map((listed) => listed.trim()))
    .transform((names) => (names.join("") === "" ? [...all] : names))
    .refine((names) => names.every((listed) => (all as readonly string[]).includes(listed)), {
      params: { code: "not_listed" },
      error: `Use only ${all.join(", ")}, with commas between them`,
    })
    .transform((names): Type[] => all.filter((type) => names.includes(type)));
}

/** GET /api/search. Any text of valid length is a query. No query is refused for its content. */
export const searchSchema = z.object({
  q: z
    .string()
    .min(1)
    .max(searchQueryCharacters, `Enter at most ${searchQueryCharacters} characters`)
    .meta({
      description:
        'A record must have all the words. The last word can be the start of a longer one. Use `OR` between words, `-` or `!` before a word to exclude, `"…"` around a phrase, and `*` after the start of a word. If a query without these operators finds nothing, the search also accepts misspellings.',
      examples: ["passive sensors"],
    }),
  limit: wholeNumber(searchResults.max)
    .default(searchResults.default)
    .meta({ description: "The most results for each type." }),
  types: listOfTypes(SEARCH_TYPES),
});
