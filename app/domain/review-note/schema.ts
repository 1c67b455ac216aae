import * as z from "zod";
import { LIMITS } from "~/values/limits";
import { identifiers, paragraphs } from "~/values/text";

/** POST /api/gov/submissions/<id>/notes. */
export const newReviewNoteSchema = z
  .object({
    id: z.string(),
    body: paragraphs(1, 4000),
    mentions: identifiers(LIMITS.noteMentions, `Mention at most ${LIMITS.noteMentions} people`)
      .nullable()
      .optional()
      .meta({
        description: `The ids of up to ${LIMITS.noteMentions} active government users, who are notified. Nobody who recused themselves.`,
      }),
  })
  .meta({
    examples: [{ body: "Can you check the range figures?", mentions: ["019b1f44-0a6e-7b93-a1d2-5c7e8f904b16"] }],
  });
