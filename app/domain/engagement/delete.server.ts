import { eq } from "drizzle-orm";
import { engagement, engagementAttachment, engagementNote } from "#db/schema";
import { countRows } from "~/lists/listing.server";
import { defineOperation } from "~/operations/operation.server";
import { recordSchema } from "~/values/text";
import { ownersOfOpenTasks } from "../../routing/task-owners.server";
import { attendeeIdsOf } from "./attendees.server";
import { notifyFollowers } from "./followers.server";
import { engagementWithinReach } from "./reach.server";
import { linkedOrganizations } from "./record.server";
import { countTasks } from "./tasks.server";

/** Deletes an engagement with its notes, links, tasks and attachments, and notifies its followers, attendees and owners of open tasks. */
export const deleteEngagement = defineOperation({
  gate: "engagement write",
  input: recordSchema,
  refuses: { forbidden: "the engagement belongs to another command" },
  events: ["engagement_deleted"],

  run(context, { id }) {
    const { db, audit } = context;
    const { recordNumber: _recordNumber, ...present } = engagementWithinReach(context, id);
    const gone = {
      organizationIds: linkedOrganizations(db, id),
      attendeeIds: attendeeIdsOf(db, id),
      tasks: countTasks(db, id),
      notes: countRows(db, engagementNote, eq(engagementNote.engagementId, id)),
      attachments: db
        .select({ fileName: engagementAttachment.fileName, sizeBytes: engagementAttachment.sizeBytes })
        .from(engagementAttachment)
        .where(eq(engagementAttachment.engagementId, id))
        .all(),
    };
    const notified = notifyFollowers(
      context,
      present,
      {
        title: `Engagement deleted: ${present.title}`,
        body: "deleted this engagement with its notes, tasks and files.",
        deleted: true,
      },
      { alsoTo: [...gone.attendeeIds, ...ownersOfOpenTasks(db, id)] },
    );
    db.delete(engagement).where(eq(engagement.id, id)).run();
    audit("engagement_deleted", {
      targetType: "engagement",
      targetId: id,
      organizationId: present.organizationId,
      details: { before: { ...present, ...gone }, notified },
    });
    return { id };
  },
});
