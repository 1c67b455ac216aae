import { assessSubmission } from "~/domain/assessment/assess.server";
import { changed } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PUT: endpoint(assessSubmission, {
    summary: "Write your own assessment of a submission",
    description: "Creates or changes it. Fields that you leave out keep their values.",
    data: changed,
  }),
});
