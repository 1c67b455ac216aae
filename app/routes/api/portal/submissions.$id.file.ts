import { downloadSubmissionFile } from "~/domain/submission/download-file.server";
import { contentTypesOf, SUBMISSION_FILE_TYPES } from "~/storage/file-types";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(downloadSubmissionFile, {
    summary: "Download the file of a submission",
    description:
      "For government, and for the organization that submitted it. `Content-Disposition` has the file's name. Each download is audited.",
    media: contentTypesOf(SUBMISSION_FILE_TYPES),
  }),
});
