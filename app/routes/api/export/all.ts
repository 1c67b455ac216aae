import { exportBundle } from "~/domain/export/export-bundle.server";
import { ledgerExport } from "~/domain/export/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(exportBundle, {
    summary: "Export the whole ledger as JSON",
    description:
      "Every organization, submission, engagement and call, oldest first, as of a single moment. The service writes the file as it sends it. `Content-Disposition` has a file name with the date. Each export is audited.",
    media: ["application/json"],
    data: ledgerExport,
  }),
});
