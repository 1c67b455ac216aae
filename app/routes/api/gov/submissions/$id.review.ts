import { submissionReview } from "~/domain/review/queries.server";
import { review } from "~/domain/review/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(submissionReview, {
    summary: "Read who reviews a submission",
    description: "Its owner, the people asked for an opinion, those who recused themselves, and the government's tags.",
    data: review,
  }),
});
