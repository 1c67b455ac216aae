import { exportCalendar } from "~/domain/export/export-calendar.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(exportCalendar, {
    summary: "Export the engagements as a calendar",
    description:
      "RFC 5545: one event for each engagement, which lasts its day. `STATUS` is TENTATIVE for PLANNED and CONFIRMED otherwise; `X-ENGAGEMENT-STATUS` has the ledger's own status. Each export is audited.",
    media: ["text/calendar"],
  }),
});
