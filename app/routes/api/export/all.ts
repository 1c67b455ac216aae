import { exportBundle } from "~/domain/export/export-bundle.server";
import { ledgerExport } from "~/domain/export/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(exportBundle, {
    summary: "Export the whole ledger as JSON",
    description:
      "Every organization, submission, engagement and call, oldest first, as they stood at one moment; made while it is sent. `Content-Disposition` names the file by the day. Each export is audited.",
    media: ["application/json"],
    data: ledgerExport,
  }),
});
