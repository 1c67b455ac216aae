import { listSubmissions } from "~/domain/submission/queries.server";
import { submission } from "~/domain/submission/responses";
import { pagedChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listSubmissions, {
    summary: "List submissions from all organizations",
    description: "The list leaves out archived submissions unless `status` asks for them.",
    data: pagedChanges(submission),
  }),
});
