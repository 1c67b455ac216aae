import * as z from "zod";
import { ENTRY_TYPES, SUGGESTION_KINDS } from "#db/enumerations";
import { LIMITS } from "~/values/limits";

const total = z.int().min(0).meta({ description: "How many records match." });
const isAtLeast = z.boolean().meta({ description: "Whether there may be more, because not all were counted." });

const EXAMPLE = {
  type: "file" as const,
  id: "019cb1c8-27d5-7b60-a4f3-8091a2b3c4d5",
  title: "white-paper.pdf",
  snippet: "Acoustic arrays find small aircraft at night.",
  url: "/gov/submissions/019cb1c8-27d5-7b60-a4f3-8091a2b3c4d5",
  meta: { organization: "Acme Robotics", date: "2026-03-02T15:00:00.000Z", page: 7 },
};

const ledgerItem = z
  .object({
    type: z.enum(ENTRY_TYPES),
    id: z.string().meta({ description: "The ID of the record, note, message, person, tag or file." }),
    title: z.string(),
    snippet: z.string().max(LIMITS.searchSnippetCharacters).meta({
      description: "The text that has most of the query's words, or the start of the text.",
    }),
    url: z.string().meta({ description: "The path of the page that shows it." }),
    meta: z
      .object({
        status: z.string().optional(),
        organization: z.string().optional().meta({ description: "The organization or record that it belongs to." }),
        command: z.string().optional().meta({ description: "The abbreviation of the command." }),
        date: z.iso.datetime().optional(),
        tags: z.array(z.string()).optional(),
        page: z.int().min(1).optional().meta({ description: "Of a file: the page with most of the words." }),
      })
      .meta({ description: "Details that help to tell similar results apart. The fields depend on the type." }),
  })
  .meta({ id: "LedgerItem", description: "One result. It never has the record's full text.", examples: [EXAMPLE] });

const facet = z.array(z.object({ value: z.string(), total: z.int().min(1) }));

/** GET /api/search/ledger. */
export const ledgerResult = z
  .object({
    query: z.string().meta({ description: "The query as you sent it." }),
    match: z.enum(["ALL", "CORRECTED", "MOST"]).meta({
      description:
        "`ALL`: the results have all words. `CORRECTED`: they have all words of `correction`. `MOST`: they have most of the words.",
    }),
    correction: z.string().nullable().meta({ description: "The query with other words for misspelled ones." }),
    total,
    isAtLeast,
    best: z.array(ledgerItem).meta({
      description: "The best five of all types. Empty if the results have one type, or with `order=date`.",
    }),
    groups: z
      .array(
        z.object({
          type: z.enum(ENTRY_TYPES),
          label: z.string().meta({ description: "The group's name on pages." }),
          total,
          isAtLeast,
          items: z.array(ledgerItem).meta({ description: "Up to `limit` results." }),
        }),
      )
      .meta({ description: "One for each type with a match." }),
    facets: z.object({ status: facet, tag: facet, command: facet, year: facet }).meta({
      description:
        "The values that you can filter by, with how many results have them, the most first. If `isTruncated`, of the results that were counted.",
    }),
    isTruncated: z.boolean().meta({ description: "Whether there are more results than were counted." }),
  })
  .meta({
    id: "LedgerSearchResult",
    examples: [
      {
        query: "acoustic arrays",
        match: "ALL",
        correction: null,
        total: 1,
        isAtLeast: false,
        best: [],
        groups: [
          {
            type: "file",
            label: "Files",
            total: 1,
            isAtLeast: false,
            items: [EXAMPLE],
          },
        ],
        facets: { status: [], tag: [], command: [], year: [{ value: "2026", total: 1 }] },
        isTruncated: false,
      },
    ],
  });

/** GET /api/search/suggestions. */
export const searchSuggestions = z
  .object({
    suggestions: z
      .array(
        z.object({
          kind: z.enum(SUGGESTION_KINDS),
          type: z.enum(ENTRY_TYPES),
          label: z.string().meta({ description: "The record's title, the tag, or the person's name." }),
          detail: z.string().nullable().meta({ description: "The organization or command that it belongs to." }),
          url: z.string().meta({ description: "The path of the page that it leads to." }),
        }),
      )
      .max(LIMITS.searchSuggestions)
      .meta({ description: "Those that begin with the text first, then the newest." }),
  })
  .meta({
    id: "SearchSuggestions",
    examples: [
      {
        suggestions: [
          {
            kind: "RECORD" as const,
            type: "submission" as const,
            label: "Passive sensors for small aircraft",
            detail: "Acme Robotics",
            url: "/gov/submissions/019cb1c8-27d5-7b60-a4f3-8091a2b3c4d5",
          },
        ],
      },
    ],
  });
