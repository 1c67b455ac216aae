import { searchRecords } from "~/domain/search/queries.server";
import { searchResult } from "~/domain/search/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(searchRecords, {
    summary: "Search the ledger",
    description:
      "Finds organizations, submissions (except archived ones), engagements and calls. Results are grouped by type, with the best match first.",
    data: searchResult,
    view: ({ query, total, groups }) => ({
      query,
      total,
      groups: groups.map(({ type, label, items }) => ({ type, label, items })),
    }),
  }),
});
