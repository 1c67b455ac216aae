import { engagement } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { refuseMissingCommand } from "../command/queries.server";
import { linkAttendees, refuseMissingAttendees } from "./attendees.server";
import { notifyNewAttendees } from "./followers.server";
import { refuseOutsideCommand } from "./reach.server";
import { engagementColumns, linkOrganizations, refuseMissingOrganizations } from "./record.server";
import { primaryOf, refuseImpossibleTimes } from "./rules";
import { newEngagementSchema } from "./schema";

/** Records an engagement of a command with its participants. Nobody follows it yet, so only its attendees are notified. */
export const createEngagement = defineOperation({
  gate: "engagement write",
  input: newEngagementSchema,
  refuses: {
    invalid_request: "`commandId`, an organization or an attendee does not exist, or the end is not after the start",
    forbidden: "the command is not yours",
  },
  events: ["engagement_created"],

  run(context, { organizationIds, attendeeIds, ...input }) {
    const { db, actor, newId, now, audit } = context;
    const selected = organizationIds ?? [];
    const attending = attendeeIds ?? [];
    refuseMissingCommand(db, input.commandId);
    refuseOutsideCommand(context, input.commandId);
    refuseMissingOrganizations(db, selected);
    refuseMissingAttendees(db, attending);
    refuseImpossibleTimes(input.startTime, input.endTime);
    const id = newId();
    const columns = { ...engagementColumns(input), organizationId: primaryOf(selected) };
    db.insert(engagement)
      .values({ id, ...columns, createdBy: actor.id, createdAt: now.toISOString(), updatedAt: now.toISOString() })
      .run();
    linkOrganizations(db, id, selected);
    linkAttendees(db, id, attending, now);
    const notified = notifyNewAttendees(context, { id, ...columns }, attending);
    audit("engagement_created", {
      targetType: "engagement",
      targetId: id,
      organizationId: columns.organizationId,
      details: {
        after: { ...columns, organizationIds: selected, ...(attending.length > 0 && { attendeeIds: attending }) },
        ...(notified > 0 && { notified }),
      },
    });
    return { id };
  },
});
