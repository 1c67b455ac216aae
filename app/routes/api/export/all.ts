import { ledgerExport } from "~/domain/export/answers";
import { exportBundle } from "~/domain/export/export-bundle.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(exportBundle, {
    summary: "Export the whole ledger as JSON",
    description:
      "Every organization, submission, engagement and call, oldest first, as they stood at one moment; made while it is sent. `Content-Disposition` names the file by the day. Each export is audited.",
    media: ["application/json"],
    data: ledgerExport,
  }),
});
