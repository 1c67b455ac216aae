import { downloadSubmissionFile } from "~/domain/submission/download-file.server";
import { contentTypesOf, SUBMISSION_FILE_TYPES } from "~/storage/file-types";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(downloadSubmissionFile, {
    summary: "Download a submission's file",
    description:
      "Available to government users and to the organization that sent it. `Content-Disposition` has the file name. Each download is audited.",
    media: contentTypesOf(SUBMISSION_FILE_TYPES),
  }),
});
