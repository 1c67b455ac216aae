import { z } from "zod";
import { paging, searchedText, sortedBy } from "~/lists/paging";
import { LIMITS } from "~/values/limits";
import { rawText } from "~/values/text";

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
  })
  .meta({ examples: [{ label: "counter-uas" }] });

/** The filters of the page of preset tags. */
export const presetTagListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  q: searchedText.optional(),
  sort: sortedBy(["label", "createdAt"], "label"),
});
