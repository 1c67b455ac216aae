import { createSubmission } from "~/domain/submission/create.server";
import { listOwnSubmissions } from "~/domain/submission/queries.server";
import { ownSubmission } from "~/domain/submission/responses";
import { created, listOrChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";
import { SUBMISSION_BODY } from "~/web/transport/multipart.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listOwnSubmissions, {
    summary: "List your organization's submissions, newest first",
    description: "The list leaves out archived submissions.",
    data: listOrChanges(ownSubmission),
  }),
  POST: endpoint(createSubmission, {
    summary: "Submit a document",
    description: `The service immediately routes the submission to government users whose interests include one of its tags, and to the author of its call. Only accepted submissions count toward the limit. The body may be at most ${SUBMISSION_BODY.maxBytes} bytes.`,
    status: 201,
    body: SUBMISSION_BODY,
    data: created,
    view: ({ id }) => ({ id }),
  }),
});
