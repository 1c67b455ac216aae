import { submissionWithMatches } from "~/domain/submission/answers";
import { submissionRecord } from "~/domain/submission/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(submissionRecord, {
    summary: "Read a submission, whom it was routed to and why",
    data: submissionWithMatches,
  }),
});
