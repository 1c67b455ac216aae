import { recordPageview } from "~/domain/traffic/record-pageview.server";
import { pageviewRecorded } from "~/domain/traffic/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(recordPageview, {
    summary: "Record a page view",
    description: "If you are signed in, the record has your email. The service sets no cookie.",
    status: 201,
    envelope: false,
    data: pageviewRecorded,
  }),
});
