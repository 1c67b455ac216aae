import { exportCalendar } from "~/domain/export/export-calendar.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(exportCalendar, {
    summary: "Export engagements as a calendar",
    description:
      "An iCalendar file (RFC 5545) with one all-day event for each engagement. `STATUS` is TENTATIVE for PLANNED and CONFIRMED otherwise. `X-ENGAGEMENT-STATUS` has the status in the ledger. Each export is audited.",
    media: ["text/calendar"],
  }),
});
