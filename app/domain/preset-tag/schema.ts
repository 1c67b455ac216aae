import * as z from "zod";
import { paging, searchedText, sortedBy } from "~/lists/paging";
import { LIMITS } from "~/values/limits";
import { tagsOf } from "~/values/tags";
import { rawText, tags } from "~/values/text";

const { tagAliases: ALIASES, tagAliasCharacters: CHARACTERS } = LIMITS;

/** Other names of a tag. */
const aliases = tags(ALIASES * (CHARACTERS + 1))
  .refine((value) => tagsOf(value).length <= ALIASES, `Enter at most ${ALIASES} other names`)
  .refine(
    (value) => tagsOf(value).every((alias) => [...alias].length <= CHARACTERS),
    `Enter names of at most ${CHARACTERS} characters`,
  )
  .meta({ description: "Other names of the tag, with commas between, stored in lower case without duplicates." });

/**
 * POST /api/gov/admin/tags. A label keeps its inner spaces as typed. The tags of a record have single spaces, so code
 * that compares the two normalizes the label first (`normalizeTags`).
 */
export const newPresetTagSchema = z
  .object({
    label: rawText(50)
      .toLowerCase()
      .pipe(
        z
          .string()
          .min(1, { abort: true })
          .max(50, "Enter at most 50 characters")
          .regex(/^[a-z0-9]/, "Begin with a letter from a to z or a digit")
          .regex(/^.[a-z0-9 \-/&.+]*$/su, "Use only the letters a to z, digits, spaces and the signs - / & . +"),
      )
      .meta({ description: "Stored in lower case, with the spaces inside it." }),
    aliases: aliases.optional(),
  })
  .meta({ examples: [{ label: "counter-uas", aliases: "drones,unmanned aircraft" }] });

/** PATCH /api/gov/admin/tags/<id>. A label never changes, because records keep their tags. */
export const presetTagChangeSchema = z
  .object({ id: z.string(), aliases: aliases.optional() })
  .meta({ examples: [{ aliases: "drones,unmanned aircraft" }] });

/** The filters of the page of preset tags. */
export const presetTagListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  q: searchedText.optional(),
  sort: sortedBy(["label", "createdAt"], "label"),
});
