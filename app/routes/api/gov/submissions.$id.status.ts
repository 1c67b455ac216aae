import { submissionStatus } from "~/domain/submission/responses";
import { setSubmissionStatus } from "~/domain/submission/set-status.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(setSubmissionStatus, {
    summary: "Mark a submission reviewed, or archive it",
    description:
      "A ROUTED submission becomes REVIEWED, and its submitter is notified unless they turned that off; any that is not archived yet becomes ARCHIVED, and leaves the lists and the search. Other moves are refused with 400.",
    data: submissionStatus,
    view: ({ id, status }) => ({ id, status }),
  }),
});
