import * as z from "zod";
import { OUTCOMES } from "#db/enumerations";
import { identifier, oneOf, optional, paragraphs } from "~/values/text";

/** POST /api/gov/submissions/<id>/outcomes. */
export const newOutcomeSchema = z
  .object({
    id: z.string(),
    outcome: oneOf(OUTCOMES),
    body: optional(paragraphs(1, 4000)).meta({
      description: "What the submitter reads. Required, except with NO_ANSWER_PLANNED.",
    }),
    replaces: identifier().nullable().meta({
      description:
        "The `id` of the newest outcome that you have read, or null if there was none. If someone sent another since, the response is 409, so the submitter never gets two answers at once.",
    }),
  })
  .refine(({ outcome, body }) => outcome === "NO_ANSWER_PLANNED" || body, {
    path: ["body"],
    error: "Enter your answer",
    params: { code: "required" },
    // Report this with the errors of other fields, but not if these could not be read.
    when: ({ issues }) => !issues.some(({ path }) => path?.[0] === "body" || path?.[0] === "outcome"),
  })
  .meta({
    examples: [
      {
        outcome: "MEETING_PROPOSED",
        body: "We would like to see the array at our range. Two dates follow by mail.",
        replaces: null,
      },
    ],
  });
