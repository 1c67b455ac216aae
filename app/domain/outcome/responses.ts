import * as z from "zod";
import { OUTCOMES } from "#db/enumerations";
import { instant, named } from "~/values/responses";

/** GET /api/gov/submissions/<id>/outcomes. */
export const sentOutcome = z
  .object({
    id: z.string(),
    outcome: z.enum(OUTCOMES),
    body: z.string().meta({ description: "Empty if no answer is planned and nothing was written." }),
    sentAt: instant,
    sentBy: named,
  })
  .meta({
    id: "SentOutcome",
    description: "What a submitter was answered, as government users see it.",
    examples: [
      {
        id: "019cb9f4-2d60-7a8e-9b15-c3d4e5f60718",
        outcome: "MEETING_PROPOSED",
        body: "We would like to see the array at our range. Two dates follow by mail.",
        sentAt: "2026-03-09T14:30:00.000Z",
        sentBy: { id: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16", name: "Jordan Reyes" },
      },
    ],
  });
