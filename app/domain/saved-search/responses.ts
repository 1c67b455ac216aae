import * as z from "zod";
import { SEARCH_NOTICES } from "#db/enumerations";
import { savedFilters } from "./schema";

export const savedSearch = z
  .object({
    id: z.string(),
    name: z.string(),
    q: z.string(),
    filters: savedFilters.meta({ description: "Only those that the search has." }),
    notify: z.enum(SEARCH_NOTICES),
    url: z.string().meta({ description: "The page with its results." }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({
    id: "SavedSearch",
    description: "A search that you saved. Only you see it.",
    examples: [
      {
        id: "019cb2d0-6f3c-7a41-9c88-1d2e3f405163",
        name: "Radar calls",
        q: "radar",
        filters: { types: "call" },
        notify: "IMMEDIATE",
        url: "/search?q=radar&types=call",
        createdAt: "2026-11-26T14:00:00.000Z",
        updatedAt: "2026-11-26T14:00:00.000Z",
      },
    ],
  });
