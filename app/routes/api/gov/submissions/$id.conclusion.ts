import { concludeReview } from "~/domain/assessment/conclude.server";
import { changed } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PUT: endpoint(concludeReview, {
    summary: "Write the conclusion of a submission's review",
    description: "Its owner writes it, or someone who can assign it. Fields that you leave out keep their values.",
    data: changed,
  }),
});
