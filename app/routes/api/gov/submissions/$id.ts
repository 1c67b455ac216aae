import { submissionRecord } from "~/domain/submission/queries.server";
import { submissionWithMatches } from "~/domain/submission/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(submissionRecord, {
    summary: "Get a submission with its routing and review",
    data: submissionWithMatches,
  }),
});
