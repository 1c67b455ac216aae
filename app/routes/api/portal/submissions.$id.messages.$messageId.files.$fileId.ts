import { downloadMessageFile } from "~/domain/message/download-file.server";
import { contentTypesOf, SUBMISSION_FILE_TYPES } from "~/storage/file-types";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(downloadMessageFile, {
    summary: "Download a file of a message",
    description:
      "Available to government users and to the submission's organization. `Content-Disposition` has the file name. Each download is audited.",
    media: contentTypesOf(SUBMISSION_FILE_TYPES),
  }),
});
