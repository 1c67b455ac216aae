import { z } from "zod";
import { SEARCH_TYPES } from "#db/enumerations";
import { LIMITS } from "~/values/limits";
import { instant } from "~/values/responses";

const searchMeta = z.object({
  status: z.string().optional(),
  organization: z.string().optional().meta({ description: "The name of whoever submitted or took part." }),
  command: z.string().optional().meta({ description: "The abbreviation of the command of an engagement." }),
  date: instant.optional().meta({ description: "When it was submitted or takes place, or its deadline." }),
  tags: z.array(z.string()).optional(),
});

const searchItem = z
  .object({
    type: z.enum(SEARCH_TYPES),
    id: z.string(),
    title: z.string(),
    snippet: z.string().max(LIMITS.searchSnippetCharacters).meta({
      description: "Text around the place where the query stands in the record; its beginning where it stands nowhere.",
    }),
    url: z.string().meta({ description: "The path of its page." }),
    meta: searchMeta.meta({
      description: "What tells it from others of its name; which members there are depends on its type.",
    }),
  })
  .meta({
    id: "SearchItem",
    description: "One record that was found; never its whole text.",
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
    query: z.string().meta({ description: "As it was sent." }),
    total: z.int().min(0).meta({ description: "How many records were found, of which the groups hold the best." }),
    groups: z
      .array(
        z.object({
          type: z.enum(SEARCH_TYPES),
          label: z.string().meta({ description: "What a page calls the group." }),
          items: z.array(searchItem).meta({ description: "At most `limit`, the best first." }),
        }),
      )
      .meta({ description: "One for each type of which something was found." }),
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
