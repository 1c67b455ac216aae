import { recordPageview } from "~/domain/traffic/record-pageview.server";
import { pageviewRecorded } from "~/domain/traffic/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(recordPageview, {
    summary: "Report that a page was looked at",
    description: "Whoever is signed in is named by it. No cookie is set.",
    status: 201,
    envelope: false,
    data: pageviewRecorded,
  }),
});
