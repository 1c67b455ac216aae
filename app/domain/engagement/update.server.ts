import { eq } from "drizzle-orm";
import { engagement } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation } from "~/operations/operation.server";
import { labelOf } from "~/values/labels";
import { refuseMissingCommand } from "../command/queries.server";
import { attendeeIdsOf, linkAttendees, refuseMissingAttendees } from "./attendees.server";
import { notifyFollowers, notifyNewAttendees, wordsOfPlan } from "./followers.server";
import { engagementWithinReach, refuseOutsideCommand } from "./reach.server";
import { engagementColumns, linkedOrganizations, linkOrganizations, refuseMissingOrganizations } from "./record.server";
import { primaryOf, refuseImpossibleTimes } from "./rules";
import { engagementChangeSchema } from "./schema";

/** What attendees need to know. If one of these changes, they are notified too. */
const PLAN = ["date", "startTime", "endTime", "location", "onlineLink", "status"] as const;

type Moved = readonly (typeof PLAN)[number][];

/** What people read of a change. A plan says when and where it takes place, which a new status does not change. */
function newsOf(moved: Moved, plan: { status: string; onlineLink: string }, words: string) {
  if (moved.length === 0) return "edited this engagement.";
  if (moved.every((name) => name === "status")) return `changed the status to ${labelOf(plan.status)}.`;
  const link = plan.onlineLink ? " Its online link is new." : " It has no online link anymore.";
  return `changed the plan. It is now on ${words}.${moved.includes("onlineLink") ? link : ""}`;
}

/**
 * Changes an engagement, and notifies its followers and new attendees. Moving it to another command requires reach to both.
 * Every request sends the whole list of participants, so that the rule that someone must take part can be checked.
 */
export const updateEngagement = defineOperation({
  gate: "engagement write",
  input: engagementChangeSchema,
  refuses: {
    invalid_request: "`commandId`, an organization or an attendee does not exist, or the end is not after the start",
    forbidden: "the engagement or its new command is not yours",
  },
  events: ["engagement_updated"],

  run(context, { id, organizationIds, attendeeIds, ...input }) {
    const { db, now, audit } = context;
    const present = engagementWithinReach(context, id);
    refuseMissingCommand(db, input.commandId);
    refuseOutsideCommand(context, input.commandId);
    const linked = linkedOrganizations(db, id);
    const selected = organizationIds ?? [];
    refuseMissingOrganizations(db, selected);
    const before = attendeeIdsOf(db, id);
    const attending = attendeeIds === undefined ? before : (attendeeIds ?? []).toSorted();
    const added = attending.filter((userId) => !before.includes(userId));
    refuseMissingAttendees(db, attending, before);
    const { startTime = present.startTime, endTime = present.endTime } = input;
    refuseImpossibleTimes(startTime, endTime);

    const { otherOrganization = null } = input;
    const columns = {
      ...engagementColumns({ ...input, otherOrganization }),
      organizationId: primaryOf(selected, present.organizationId),
    };
    const changes = changesBetween(
      { ...present, organizationIds: linked, attendeeIds: before },
      { ...columns, organizationIds: selected, attendeeIds: attending },
    );
    if (!changes) return { id };
    db.update(engagement)
      .set({ ...columns, updatedAt: now.toISOString() })
      .where(eq(engagement.id, id))
      .run();
    linkOrganizations(db, id, selected);
    linkAttendees(db, id, attending, now);
    const { location = present.location, onlineLink = present.onlineLink } = columns;
    const plan = { ...columns, id, startTime, endTime, location, onlineLink };
    const invited = notifyNewAttendees(context, plan, added);
    const moved = PLAN.filter((name) => Object.hasOwn(changes.after, name));
    const isMoved = moved.length > 0;
    const changed = notifyFollowers(
      context,
      present,
      { title: `Engagement changed: ${columns.title}`, body: newsOf(moved, plan, wordsOfPlan(context, plan)) },
      { alsoTo: isMoved ? attending : [], exceptTo: added },
    );
    audit("engagement_updated", {
      targetType: "engagement",
      targetId: id,
      organizationId: columns.organizationId,
      details: { ...changes, notified: invited + changed },
    });
    return { id };
  },
});
