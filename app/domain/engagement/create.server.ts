import { engagement } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { refuseMissingCommand } from "../command/queries.server";
import { refuseOutsideCommand } from "./reach.server";
import { engagementColumns, linkOrganizations, refuseMissingOrganizations } from "./record.server";
import { primaryOf } from "./rules";
import { newEngagementSchema } from "./schema";

/** Records an engagement of a command with its participants. Nobody follows it yet, so nobody is notified. */
export const createEngagement = defineOperation({
  gate: "engagement write",
  input: newEngagementSchema,
  refuses: {
    invalid_request: "`commandId` or an organization does not exist",
    forbidden: "the command is not yours",
  },
  events: ["engagement_created"],

  run(context, { organizationIds, ...input }) {
    const { db, actor, newId, now, audit } = context;
    const selected = organizationIds ?? [];
    refuseMissingCommand(db, input.commandId);
    refuseOutsideCommand(context, input.commandId);
    refuseMissingOrganizations(db, selected);
    const id = newId();
    const columns = { ...engagementColumns(input), organizationId: primaryOf(selected) };
    db.insert(engagement)
      .values({ id, ...columns, createdBy: actor.id, createdAt: now.toISOString(), updatedAt: now.toISOString() })
      .run();
    linkOrganizations(db, id, selected);
    audit("engagement_created", {
      targetType: "engagement",
      targetId: id,
      organizationId: columns.organizationId,
      details: { after: { ...columns, organizationIds: selected } },
    });
    return { id };
  },
});
