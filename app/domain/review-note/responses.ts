import * as z from "zod";
import { named, noteFields } from "~/values/responses";

export const reviewNote = z
  .object({
    ...noteFields,
    mentions: z.array(named).meta({ description: "The colleagues that it mentions, sorted by name." }),
  })
  .meta({
    id: "ReviewNote",
    description: "An internal government note on a submission.",
    examples: [
      {
        id: "019cb3f2-0b44-7d68-8c1a-7e6f5d4c3b2a",
        body: "Can you check the range figures?",
        createdAt: "2026-03-02T15:00:00.000Z",
        author: { id: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16", name: "Jordan Reyes" },
        mentions: [{ id: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b17", name: "Ana Ruiz" }],
      },
    ],
  });
