import { createSubmission } from "~/domain/submission/create.server";
import { listOwnSubmissions } from "~/domain/submission/queries.server";
import { api, endpoint } from "~/http/api.server";
import { SUBMISSION_BODY } from "~/http/multipart.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listOwnSubmissions),
  POST: endpoint(createSubmission, { status: 201, body: SUBMISSION_BODY }),
});
