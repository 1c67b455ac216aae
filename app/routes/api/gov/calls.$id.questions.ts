import { assessmentQuestions } from "~/domain/assessment/responses";
import { setCallQuestions } from "~/domain/assessment/set-questions.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PUT: endpoint(setCallQuestions, {
    summary: "Replace the further questions of a call's assessments",
    description: "Without any, its submissions get the agency's default questions.",
    data: assessmentQuestions,
  }),
});
