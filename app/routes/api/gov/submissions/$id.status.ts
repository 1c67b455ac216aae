import { submissionStatus } from "~/domain/submission/responses";
import { setSubmissionStatus } from "~/domain/submission/set-status.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(setSubmissionStatus, {
    summary: "Mark a submission reviewed or archive it",
    description:
      "A ROUTED submission can become REVIEWED. The service then notifies the submitter, unless they turned that off. Any submission that is not archived can become ARCHIVED, which removes it from lists and search. Other changes return 400.",
    data: submissionStatus,
    view: ({ id, status }) => ({ id, status }),
  }),
});
