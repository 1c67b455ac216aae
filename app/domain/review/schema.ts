import * as z from "zod";
import { LIMITS } from "~/values/limits";
import { identifier, identifiers, oneOf, optional, paragraphs, tags } from "~/values/text";

const person = identifier();

/** PUT /api/gov/submissions/<id>/owner. */
export const ownerSchema = z
  .object({
    id: z.string(),
    ownerId: person.nullable().meta({
      description: "Who owns the submission from now on: you or a colleague. Null: nobody.",
    }),
    presentOwnerId: optional(person).meta({
      description:
        "The owner that you see. If it is sent and someone else owns the submission by now, nothing changes (409).",
    }),
  })
  .meta({ examples: [{ ownerId: "019b2c57-1f0e-7c39-9b52-d4e5f6071829", presentOwnerId: null }] });

/** POST /api/gov/submissions/<id>/recusal. */
export const recusalSchema = z
  .object({ id: z.string(), reason: paragraphs(1, 1000) })
  .meta({ examples: [{ reason: "I worked for this company until last year." }] });

/** PUT and DELETE /api/gov/submissions/<id>/opinions/<userId>. */
export const opinionSchema = z.object({ id: z.string(), userId: z.string() });

/** PUT /api/gov/submissions/<id>/tags. */
export const governmentTagsSchema = z
  .object({ id: z.string(), governmentTags: tags(500) })
  .meta({ examples: [{ governmentTags: "counter-uas, acoustics" }] });

/** What can be done to several submissions at once. */
const ACTIONS_ON_SEVERAL = ["assign", "tag", "untag", "review", "archive"] as const;

const { submissionsAtOnce } = LIMITS;

/** POST /api/gov/submissions/actions. */
export const severalSchema = z
  .object({
    action: oneOf(ACTIONS_ON_SEVERAL).meta({
      description:
        "`assign` sets the owner. `tag` adds government tags, `untag` removes them. `review` marks submissions reviewed. `archive` archives them, which cannot be undone.",
    }),
    ids: identifiers(submissionsAtOnce, `Select at most ${submissionsAtOnce} submissions`)
      .refine((ids) => ids.length > 0, "Select at least one submission")
      .meta({ description: `The submissions, at most ${submissionsAtOnce}.` }),
    ownerId: ownerSchema.shape.ownerId.optional(),
    presentOwnerId: ownerSchema.shape.presentOwnerId,
    presentOwners: z
      .array(z.object({ id: identifier(), ownerId: person.nullable() }), "Send a list")
      .max(submissionsAtOnce, `Send at most ${submissionsAtOnce} owners`)
      .optional()
      .meta({ description: "The owner that you see of each submission, where they differ." }),
    governmentTags: optional(tags(500)).meta({ description: "Required with `tag` and `untag`." }),
  })
  .refine(({ action, ownerId }) => action !== "assign" || ownerId !== undefined, {
    error: "Choose who gets the submissions",
    path: ["ownerId"],
  })
  .refine(({ action, governmentTags }) => !/tag$/.test(action) || Boolean(governmentTags), {
    error: "Enter a tag",
    path: ["governmentTags"],
  })
  .meta({
    examples: [{ action: "tag", ids: ["019cb0a5-70e2-7b4d-8c15-2f3a4b5c6d7e"], governmentTags: "acoustics" }],
  });
