import { engagementNote } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { formattedExcerpt } from "~/values/formatted-text/parse.server";
import { NOTIFICATION_CHARACTERS, notifyFollowers } from "./followers.server";
import { engagementWithinReach } from "./reach.server";
import { touchEngagement } from "./record.server";
import { newEngagementNoteSchema } from "./schema";

/** Adds a note to an engagement, and notifies its followers. */
export const addEngagementNote = defineOperation({
  gate: "engagement write",
  input: newEngagementNoteSchema,
  refuses: { forbidden: "the engagement belongs to another command" },
  events: ["engagement_note_created"],

  run(context, { id: engagementId, body }) {
    const { db, actor, newId, now, audit } = context;
    const present = engagementWithinReach(context, engagementId);
    const id = newId();
    db.insert(engagementNote)
      .values({ id, engagementId, authorId: actor.id, body, createdAt: now.toISOString() })
      .run();
    touchEngagement(db, engagementId, now);
    const notified = notifyFollowers(context, present, {
      title: `Note: ${present.title}`,
      body: `wrote: ${formattedExcerpt(body, NOTIFICATION_CHARACTERS)}`,
    });
    audit("engagement_note_created", {
      targetType: "engagement",
      targetId: engagementId,
      organizationId: present.organizationId,
      details: { after: { noteId: id }, notified },
    });
    return { id };
  },
});
