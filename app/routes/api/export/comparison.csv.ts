import { exportComparison } from "~/domain/export/export-comparison.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(exportComparison, {
    summary: "Export the comparison of a call's submissions as CSV",
    description:
      "The file has every submission to the call that is not archived, with its owner, the conclusion, the reviewers' opinions and the answer. The last columns are what the conclusion answers to the call's questions. The format is that of `GET /api/export/csv`. Each export is audited.",
    media: ["text/csv"],
  }),
});
