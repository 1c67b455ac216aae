import * as z from "zod";
import { searchedText, wholeNumber } from "~/lists/paging";
import { identifier, line, name, optional, paragraphs } from "~/values/text";

export const commandIdentifier = identifier(255);

const commandName = name(1, 200);
const abbreviation = name(1, 50);
const echelon = name(1, 100);
const location = optional(line(1, 200));
const mission = optional(paragraphs(1, 4000));

/** POST /api/gov/admin/commands. */
export const newCommandSchema = z
  .object({
    name: commandName,
    abbreviation,
    echelon,
    parentId: commandIdentifier
      .nullable()
      .optional()
      .meta({ description: "The parent command. Leave it out for the top level." }),
    location,
    mission,
  })
  .meta({
    examples: [
      {
        name: "Naval Systems Command",
        abbreviation: "NSC",
        echelon: "Systems command",
        parentId: "019a7c0f-18aa-7f20-9d3c-0c4b5e6f7a81",
        location: "Arlington, VA",
        mission: "Delivers systems to the fleet.",
      },
    ],
  });

/** PATCH /api/gov/admin/commands/<id>. Another route moves a command. */
export const commandChangeSchema = z
  .object({
    id: z.string(),
    name: commandName.optional(),
    abbreviation: abbreviation.optional(),
    echelon: echelon.optional(),
    location,
    mission,
  })
  .meta({ examples: [{ location: "Crystal City, VA", mission: null }] });

/** PATCH /api/gov/admin/commands/<id>/parent. Null is the top level. The field is required. */
export const commandParentSchema = z
  .object({
    id: z.string(),
    parentId: commandIdentifier.nullable().meta({ description: "Null moves the command to the top level." }),
  })
  .meta({ examples: [{ parentId: "019a7c0f-18aa-7f20-9d3c-0c4b5e6f7a81" }] });

/** The filters of the page of commands. */
export const commandListSchema = z.object({
  q: searchedText.optional(),
  page: wholeNumber(Number.MAX_SAFE_INTEGER).default(1),
});
