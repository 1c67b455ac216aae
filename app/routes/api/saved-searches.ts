import * as z from "zod";
import { listSavedSearches } from "~/domain/saved-search/queries.server";
import { savedSearch } from "~/domain/saved-search/responses";
import { saveSearch } from "~/domain/saved-search/save.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listSavedSearches, {
    summary: "List your saved searches",
    data: z.object({ items: z.array(savedSearch).meta({ description: "By name." }) }),
  }),
  POST: endpoint(saveSearch, {
    summary: "Save a search",
    description: "You are notified of records that appear from now on and that the search finds. Only you see it.",
    status: 201,
    data: savedSearch,
  }),
});
