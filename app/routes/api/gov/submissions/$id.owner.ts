import { submissionOwner } from "~/domain/review/responses";
import { setSubmissionOwner } from "~/domain/review/set-owner.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PUT: endpoint(setSubmissionOwner, {
    summary: "Take a submission, give it to a colleague or give it back",
    description:
      "Every reviewer may take a submission that nobody owns, and give away their own. Leads give submissions to the people of their command, administrators to everyone. A submission that nobody had been routed becomes ROUTED.",
    data: submissionOwner,
  }),
});
