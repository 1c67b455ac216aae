import { deleteEngagement } from "~/domain/engagement/delete.server";
import { engagementRecord } from "~/domain/engagement/queries.server";
import { updateEngagement } from "~/domain/engagement/update.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(engagementRecord),
  PATCH: endpoint(updateEngagement),
  DELETE: endpoint(deleteEngagement),
});
