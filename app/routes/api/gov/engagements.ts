import { createEngagement } from "~/domain/engagement/create.server";
import { listEngagements } from "~/domain/engagement/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listEngagements),
  POST: endpoint(createEngagement, { status: 201 }),
});
