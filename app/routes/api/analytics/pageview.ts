import { recordPageview } from "~/domain/traffic/record-pageview.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(recordPageview, { status: 201, envelope: false }),
});
