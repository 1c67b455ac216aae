import { defaultQuestions } from "~/domain/assessment/questions.server";
import { assessmentQuestions } from "~/domain/assessment/responses";
import { setDefaultQuestions } from "~/domain/assessment/set-questions.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(defaultQuestions, {
    summary: "Get the default questions of assessments",
    data: assessmentQuestions,
  }),
  PUT: endpoint(setDefaultQuestions, {
    summary: "Replace the default questions of assessments",
    data: assessmentQuestions,
  }),
});
