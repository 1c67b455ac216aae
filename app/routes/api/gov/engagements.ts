import { created, pagedChanges } from "~/domain/answers";
import { engagement } from "~/domain/engagement/answers";
import { createEngagement } from "~/domain/engagement/create.server";
import { listEngagements } from "~/domain/engagement/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listEngagements, {
    summary: "List the engagements of all commands",
    data: pagedChanges(engagement),
  }),
  POST: endpoint(createEngagement, {
    summary: "Record an engagement",
    description: "The first of `organizationIds` becomes its primary organization.",
    status: 201,
    data: created,
  }),
});
