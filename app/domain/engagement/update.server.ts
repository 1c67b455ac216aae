import { eq } from "drizzle-orm";
import { engagement } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation } from "~/operations/operation.server";
import { refuseMissingCommand } from "../command/queries.server";
import { tellFollowers } from "./followers.server";
import { engagementWithinReach, refuseOutsideCommand } from "./reach.server";
import { engagementColumns, linkedOrganizations, linkOrganizations, refuseMissingOrganizations } from "./record.server";
import { primaryOf } from "./rules";
import { engagementChangeSchema } from "./schema";

/**
 * Changes an engagement, and tells those who follow it. Whoever hands it to another command must reach both. Who takes
 * part is said anew each time, by organizations and by name, so that the rule that somebody must holds for what is sent.
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
    const notified = tellFollowers(context, present, {
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
