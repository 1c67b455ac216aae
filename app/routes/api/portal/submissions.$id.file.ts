import { downloadSubmissionFile } from "~/domain/submission/download-file.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ GET: endpoint(downloadSubmissionFile, { download: true }) });
