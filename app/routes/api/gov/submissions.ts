import { pagedChanges } from "~/domain/answers";
import { submission } from "~/domain/submission/answers";
import { listSubmissions } from "~/domain/submission/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listSubmissions, {
    summary: "List the submissions of all organizations",
    description: "Archived ones only where `status` asks for them.",
    data: pagedChanges(submission),
  }),
});
