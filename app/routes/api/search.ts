import { searchRecords } from "~/domain/search/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(searchRecords, {
    view: ({ query, total, groups }) => ({
      query,
      total,
      groups: groups.map(({ type, label, items }) => ({ type, label, items })),
    }),
  }),
});
