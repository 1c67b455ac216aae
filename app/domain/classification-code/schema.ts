import * as z from "zod";
import { wholeNumber } from "~/lists/paging";
import { CODE_SYSTEMS } from "~/values/classification-codes";
import { LIMITS } from "~/values/limits";
import { oneOf } from "~/values/text";

const { searchQueryCharacters, foundCodes } = LIMITS;

/** GET /api/classification-codes. */
export const findCodesSchema = z.object({
  system: oneOf(CODE_SYSTEMS).meta({ description: "NAICS for industries, PSC for products and services." }),
  q: z
    .string()
    .max(searchQueryCharacters, `Enter at most ${searchQueryCharacters} characters`)
    .meta({
      description:
        'Each word is the start of the code or of a word of its title. The "s" at the end of a word does not count.',
      examples: ["navigation instruments"],
    }),
  limit: wholeNumber(foundCodes.max).default(foundCodes.default).meta({ description: "The most codes to return." }),
});

/** The page's address. Without a query, nobody has searched yet. */
export const codesPageSchema = findCodesSchema.omit({ limit: true }).partial();
