import { createEngagement } from "~/domain/engagement/create.server";
import { listEngagements } from "~/domain/engagement/queries.server";
import { engagement } from "~/domain/engagement/responses";
import { created, pagedChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listEngagements, {
    summary: "List engagements of all commands",
    data: pagedChanges(engagement),
  }),
  POST: endpoint(createEngagement, {
    summary: "Record an engagement",
    description: "The first of `organizationIds` becomes the primary organization.",
    status: 201,
    data: created,
  }),
});
