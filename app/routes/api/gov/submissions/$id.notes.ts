import { addReviewNote } from "~/domain/review-note/add.server";
import { listReviewNotes } from "~/domain/review-note/queries.server";
import { reviewNote } from "~/domain/review-note/responses";
import { created, paged } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listReviewNotes, {
    summary: "List the government's notes on a submission, newest first",
    data: paged(reviewNote),
  }),
  POST: endpoint(addReviewNote, {
    summary: "Add a note to a submission",
    description: "Only government users can read it. The people that it mentions are notified.",
    status: 201,
    data: created,
  }),
});
