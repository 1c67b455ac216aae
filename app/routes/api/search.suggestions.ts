import { searchSuggestions } from "~/domain/search/ledger-responses";
import { suggestSearches } from "~/domain/search/suggestions.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(suggestSearches, {
    summary: "Suggest what you may be typing",
    description:
      "Records, tags and people that you may read, by the words of their titles and identifiers. We do not keep what you send.",
    data: searchSuggestions,
  }),
});
