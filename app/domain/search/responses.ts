import * as z from "zod";
import { SEARCH_TYPES } from "#db/enumerations";
import { LIMITS } from "~/values/limits";
import { instant } from "~/values/responses";

const searchMeta = z.object({
  status: z.string().optional(),
  organization: z.string().optional().meta({ description: "The organization that submitted or took part." }),
  command: z.string().optional().meta({ description: "The abbreviation of an engagement's command." }),
  date: instant
    .optional()
    .meta({ description: "The date of submission, the date of the engagement, or the call's deadline." }),
  tags: z.array(z.string()).optional(),
});

const searchItem = z
  .object({
    type: z.enum(SEARCH_TYPES),
    id: z.string(),
    title: z.string(),
    snippet: z.string().max(LIMITS.searchSnippetCharacters).meta({
      description:
        "Text around the first match of the query, or the start of the text if the query does not appear as typed.",
    }),
    url: z.string().meta({ description: "The path of the record's page." }),
    meta: searchMeta.meta({
      description: "Details that help to tell similar records apart. The fields depend on the type.",
    }),
  })
  .meta({
    id: "SearchItem",
    description: "One record that matches. It never has the record's full text.",
    examples: [
      {
        type: "submission",
        id: "019cb1c8-27d5-7b60-a4f3-8091a2b3c4d5",
        title: "Passive acoustic sensing of small aircraft",
        snippet: "How arrays of microphones find and classify small unmanned aircraft.",
        url: "/gov/submissions/019cb1c8-27d5-7b60-a4f3-8091a2b3c4d5",
        meta: {
          status: "ROUTED",
          organization: "Acme Robotics",
          date: "2026-03-02T15:00:00.000Z",
          tags: ["counter-uas", "sensors"],
        },
      },
    ],
  });

/** GET /api/search. */
export const searchResult = z
  .object({
    query: z.string().meta({ description: "The query as you sent it." }),
    total: z.int().min(0).meta({ description: "How many records match. The groups have only the best ones." }),
    groups: z
      .array(
        z.object({
          type: z.enum(SEARCH_TYPES),
          label: z.string().meta({ description: "The group's name on pages." }),
          items: z.array(searchItem).meta({ description: "Up to `limit` records, best match first." }),
        }),
      )
      .meta({ description: "One for each type with a match." }),
  })
  .meta({
    id: "SearchResult",
    examples: [
      {
        query: "sensors",
        total: 1,
        groups: [
          {
            type: "organization",
            label: "Organizations",
            items: [
              {
                type: "organization",
                id: "019b2c55-8d70-7a16-b4e9-93f1a0c2d7e8",
                title: "Acme Robotics",
                snippet: "Passive sensors for small unmanned aircraft.",
                url: "/gov/organizations/019b2c55-8d70-7a16-b4e9-93f1a0c2d7e8",
                meta: { status: "ACTIVE", tags: ["counter-uas", "sensors"] },
              },
            ],
          },
        ],
      },
    ],
  });

export type SearchMeta = z.infer<typeof searchMeta>;
export type SearchItem = z.infer<typeof searchItem>;
