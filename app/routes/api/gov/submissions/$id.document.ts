import { showSubmissionDocument } from "~/domain/submission/download-file.server";
import { CONTENT_TYPES } from "~/storage/file-types";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(showSubmissionDocument, {
    summary: "Show a submission's document in a page",
    description:
      "Only PDF and text files, and text only up to 1 MB. Other files can be downloaded. Only pages of this origin can frame it. Each reading is audited as a download.",
    media: [CONTENT_TYPES.pdf, CONTENT_TYPES.txt],
  }),
});
