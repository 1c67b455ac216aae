import { downloadSubmissionFile } from "~/domain/submission/download-file.server";
import { api, endpoint } from "~/http/api.server";
import { contentTypesOf, SUBMISSION_FILE_TYPES } from "~/storage/file-types";

export const { loader, action, endpoints } = api({
  GET: endpoint(downloadSubmissionFile, { media: contentTypesOf(SUBMISSION_FILE_TYPES) }),
});
