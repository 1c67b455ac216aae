import { eq } from "drizzle-orm";
import { engagementAttachment } from "#db/schema";
import { attachmentSchema } from "~/domain/attachment/attachment.server";
import { defineOperation } from "~/operations/operation.server";
import { findAttachment } from "./find-attachment.server";
import { notifyFollowers } from "./followers.server";
import { engagementWithinReach } from "./reach.server";
import { touchEngagement } from "./record.server";

/** Deletes an engagement's attachment with its bytes, and notifies the engagement's followers. */
export const deleteEngagementAttachment = defineOperation({
  gate: "engagement write",
  input: attachmentSchema,
  refuses: { forbidden: "the engagement belongs to another command" },
  events: ["engagement_attachment_deleted"],

  run(context, input) {
    const { db, now, audit } = context;
    const { id, engagementId, fileName, sizeBytes } = findAttachment(db, input);
    const present = engagementWithinReach(context, engagementId);
    db.delete(engagementAttachment).where(eq(engagementAttachment.id, id)).run();
    touchEngagement(db, engagementId, now);
    const notified = notifyFollowers(context, present, {
      title: `File deleted: ${present.title}`,
      body: `deleted ${fileName}`,
    });
    audit("engagement_attachment_deleted", {
      targetType: "engagement",
      targetId: engagementId,
      organizationId: present.organizationId,
      details: { before: { attachmentId: id, fileName, sizeBytes }, notified },
    });
    return { id };
  },
});
