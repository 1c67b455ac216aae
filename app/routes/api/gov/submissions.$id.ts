import { submissionRecord } from "~/domain/submission/queries.server";
import { submissionWithMatches } from "~/domain/submission/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(submissionRecord, {
    summary: "Read a submission, whom it was routed to and why",
    data: submissionWithMatches,
  }),
});
