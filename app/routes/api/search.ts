import { searchRecords } from "~/domain/search/queries.server";
import { searchResult } from "~/domain/search/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(searchRecords, {
    summary: "Search the whole ledger",
    description:
      "Finds organizations, submissions that are not archived, engagements and calls, grouped by type and in each group by how well they fit.",
    data: searchResult,
    view: ({ query, total, groups }) => ({
      query,
      total,
      groups: groups.map(({ type, label, items }) => ({ type, label, items })),
    }),
  }),
});
