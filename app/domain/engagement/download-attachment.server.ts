import { attachmentSchema } from "~/domain/attachment/attachment.server";
import { defineOperation } from "~/operations/operation.server";
import { openContent } from "./attachment-content.server";
import { findAttachment } from "./find-attachment.server";
import { findEngagement } from "./reach.server";

/** Opens an engagement's attachment for any government user. */
export const downloadEngagementAttachment = defineOperation({
  gate: "gov read",
  input: attachmentSchema,
  events: ["engagement_attachment_downloaded"],

  run({ db, audit }, input) {
    const { id, engagementId, fileName, contentType, sizeBytes } = findAttachment(db, input);
    audit("engagement_attachment_downloaded", {
      targetType: "engagement",
      targetId: engagementId,
      organizationId: findEngagement(db, engagementId).organizationId,
      details: { attachmentId: id, fileName },
    });
    return { file: openContent(db, id, sizeBytes), fileName, contentType };
  },
});
