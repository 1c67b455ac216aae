import * as z from "zod";
import { instant } from "~/values/responses";

export const recentSearch = z
  .object({
    query: z.string().meta({ description: "As you last typed it." }),
    searchedAt: instant.meta({
      description: "When you searched for it. Searching for it again at once changes nothing.",
    }),
  })
  .meta({
    id: "RecentSearch",
    description: "Something that you searched for on the search page. Only you see it.",
    examples: [{ query: "passive sensors", searchedAt: "2026-11-26T14:00:00.000Z" }],
  });

export const clearedSearches = z.object({ cleared: z.int().meta({ description: "How many searches were deleted." }) });
