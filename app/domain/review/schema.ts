import { z } from "zod";
import { identifier, optional, paragraphs, tags } from "~/values/text";

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
