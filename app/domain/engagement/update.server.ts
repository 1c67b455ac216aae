import { eq } from "drizzle-orm";
import { engagement } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation } from "~/operations/operation.server";
import { refuseMissingCommand } from "../command/queries.server";
import { notifyFollowers } from "./followers.server";
import { engagementWithinReach, refuseOutsideCommand } from "./reach.server";
import { engagementColumns, linkedOrganizations, linkOrganizations, refuseMissingOrganizations } from "./record.server";
import { primaryOf } from "./rules";
import { engagementChangeSchema } from "./schema";

/**
 * Changes an engagement, and notifies its followers. Moving it to another command requires reach to both. Every request
 * sends the whole list of participants, so that the rule that someone must take part can be checked.
 */
export const updateEngagement = defineOperation({
  gate: "engagement write",
  input: engagementChangeSchema,
  refuses: {
    invalid_request: "`commandId` or an organization does not exist",
    forbidden: "the engagement or its new command is not yours",
  },
  events: ["engagement_updated"],

  run(context, { id, organizationIds, ...input }) {
    const { db, now, audit } = context;
    const present = engagementWithinReach(context, id);
    refuseMissingCommand(db, input.commandId);
    refuseOutsideCommand(context, input.commandId);
    const linked = linkedOrganizations(db, id);
    const selected = organizationIds ?? [];
    refuseMissingOrganizations(db, selected);

    const { otherOrganization = null } = input;
    const columns = {
      ...engagementColumns({ ...input, otherOrganization }),
      organizationId: primaryOf(selected, present.organizationId),
    };
    const changes = changesBetween({ ...present, organizationIds: linked }, { ...columns, organizationIds: selected });
    if (!changes) return { id };
    db.update(engagement)
      .set({ ...columns, updatedAt: now.toISOString() })
      .where(eq(engagement.id, id))
      .run();
    linkOrganizations(db, id, selected);
    const notified = notifyFollowers(context, present, {
      title: `Engagement changed: ${columns.title}`,
      body: "edited this engagement.",
    });
    audit("engagement_updated", {
      targetType: "engagement",
      targetId: id,
      organizationId: columns.organizationId,
      details: { ...changes, notified },
    });
    return { id };
  },
});
