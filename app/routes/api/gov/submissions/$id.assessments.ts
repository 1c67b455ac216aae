import { assessmentsOfSubmission } from "~/domain/assessment/queries.server";
import { assessments } from "~/domain/assessment/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(assessmentsOfSubmission, {
    summary: "Get the assessments of a submission",
    description: "What reviewers think of it. Only government users can read it.",
    data: assessments,
  }),
});
