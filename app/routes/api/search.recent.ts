import * as z from "zod";
import { clearRecentSearches, listRecentSearches } from "~/domain/recent-search/recent-searches.server";
import { clearedSearches, recentSearch } from "~/domain/recent-search/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listRecentSearches, {
    summary: "List your recent searches",
    description: "What you last searched for on the search page. Requests to the API are not remembered.",
    data: z.object({ items: z.array(recentSearch).meta({ description: "The newest first." }) }),
  }),
  DELETE: endpoint(clearRecentSearches, { summary: "Clear your recent searches", data: clearedSearches }),
});
