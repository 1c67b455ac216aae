import { createSubmission } from "~/domain/submission/create.server";
import { listOwnSubmissions } from "~/domain/submission/queries.server";
import { ownSubmission } from "~/domain/submission/responses";
import { created, listOrChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";
import { SUBMISSION_BODY } from "~/web/transport/multipart.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listOwnSubmissions, {
    summary: "List what one's own organization submitted, newest first",
    description: "Archived submissions are left out.",
    data: listOrChanges(ownSubmission),
  }),
  POST: endpoint(createSubmission, {
    summary: "Submit a document",
    description: `Routes it at once to those in government whose interests bear one of its tags, and to the author of the call that it answers. The limit counts what was taken, not what was refused. The body may have at most ${SUBMISSION_BODY.maxBytes} bytes.`,
    status: 201,
    body: SUBMISSION_BODY,
    data: created,
  }),
});
