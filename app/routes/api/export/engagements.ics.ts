import { exportCalendar } from "~/domain/export/export-calendar.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ GET: endpoint(exportCalendar, { media: ["text/calendar"] }) });
