import * as z from "zod";
import { listOutcomes } from "~/domain/outcome/queries.server";
import { sentOutcome } from "~/domain/outcome/responses";
import { sendOutcome } from "~/domain/outcome/send.server";
import { created } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listOutcomes, {
    summary: "List what a submitter was answered, newest first",
    description: "The first one is what the submitter sees.",
    data: z.array(sentOutcome),
  }),
  POST: endpoint(sendOutcome, {
    summary: "Answer a submitter",
    description:
      "The submitter sees the outcome and its text, never who sent it, and gets one notification. The owner may answer. A submission without an owner may be answered by anyone who reviews, who then owns it. A submission that is not reviewed becomes REVIEWED.",
    status: 201,
    data: created,
    view: ({ id }) => ({ id }),
  }),
});
