import * as z from "zod";
import { instant, named, tagList } from "~/values/responses";

const exampleOwner = { id: "019b2c57-1f0e-7c39-9b52-d4e5f6071829", name: "Ana Ruiz" };
const exampleAsker = { id: "019b2c58-3a1b-7d4e-8f60-718293a4b5c6", name: "Bo Chen" };
const exampleId = "019cb0a5-70e2-7b4d-8c15-2f3a4b5c6d7e";

/** The response to changing a submission's owner. */
export const submissionOwner = z.object({
  id: z.string(),
  ownerId: z.string().nullable().meta({ description: "Null: nobody owns it." }),
});

/** The response to asking for an opinion. */
export const opinionAsked = z.object({ id: z.string(), userId: z.string() });

/** The response to replacing the government's tags. */
export const governmentTags = z.object({
  id: z.string(),
  governmentTags: tagList,
  added: z.int().min(0).meta({ description: "How many people became reviewers." }),
});

/** GET /api/gov/submissions/<id>/review. */
export const review = z
  .object({
    id: z.string(),
    owner: named.nullable().meta({ description: "The reviewer who owns the submission. Null: nobody does." }),
    governmentTags: tagList,
    opinions: z
      .array(
        z.object({
          user: named,
          askedBy: named,
          askedAt: instant,
          isGiven: z.boolean().meta({ description: "Whether this person wrote an assessment." }),
        }),
      )
      .meta({ description: "The people asked for an opinion, in the order of asking." }),
    recusals: z
      .array(z.object({ user: named, reason: z.string(), createdAt: instant }))
      .meta({ description: "The people who recused themselves, in the order of time." }),
  })
  .meta({
    id: "SubmissionReview",
    description: "Who reviews a submission. Only for government.",
    examples: [
      {
        id: exampleId,
        owner: exampleOwner,
        governmentTags: "acoustics",
        opinions: [{ user: exampleAsker, askedBy: exampleOwner, askedAt: "2026-03-03T15:00:00.000Z", isGiven: false }],
        recusals: [],
      },
    ],
  });

/** The response to acting on several submissions. */
export const resultsOfSeveral = z.object({
  results: z
    .array(
      z.object({
        id: z.string(),
        title: z.string().nullable().meta({ description: "Null if there is no such submission." }),
        status: z.enum(["done", "refused"]),
        code: z
          .string()
          .nullable()
          .meta({ description: "Why it was refused, as in the table of errors: `forbidden`, `conflict` or others." }),
        error: z.string().nullable().meta({ description: "The same in words." }),
        isUnnoticed: z.boolean().meta({
          description: "Whether it changed, nobody was notified and its status stayed, so that you can take it back.",
        }),
      }),
    )
    .meta({ description: "One result for each submission, in the order of `ids`." }),
});
export type ResultOfSeveral = z.infer<typeof resultsOfSeveral>["results"][number];
