import { setSubmissionStatus } from "~/domain/submission/set-status.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ PATCH: endpoint(setSubmissionStatus) });
