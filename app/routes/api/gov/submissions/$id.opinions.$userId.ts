import { askForOpinion, withdrawOpinion } from "~/domain/review/opinions.server";
import { opinionAsked } from "~/domain/review/responses";
import { deleted } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PUT: endpoint(askForOpinion, {
    summary: "Ask a colleague for an opinion on a submission",
    description: "The service tells them. Asking again changes nothing.",
    body: "none",
    data: opinionAsked,
  }),
  DELETE: endpoint(withdrawOpinion, {
    summary: "Stop asking a colleague for an opinion on a submission",
    description: "What they wrote stays.",
    data: deleted,
  }),
});
