import type { AnnouncementStatus } from "#db/enumerations";
import { updateAnnouncement } from "~/domain/announcement/update.server";
import { localTimes } from "~/web/forms/form-options";
import { pageForm } from "~/web/forms/page-forms.server";

/** Reads the publication time in the agency's zone, and the boxes of an audience as a list. */
export function announcementInput(fields: Record<string, unknown>, timeZone: string): Record<string, unknown> {
  const { audience, audienceSetAsides = [] } = fields;
  return {
    ...localTimes("publishesAt")(fields, timeZone),
    // Without a choice of audience, the form has no boxes either.
    ...(audience !== undefined && { audienceSetAsides: [audienceSetAsides].flat() }),
  };
}

const DONE: Record<AnnouncementStatus, string> = {
  DRAFT: "Announcement returned to draft.",
  SCHEDULED: "Announcement scheduled.",
  PUBLISHED: "Announcement published.",
  UNPUBLISHED: "Announcement unpublished. Notifications about it now say only that it was withdrawn.",
};

/** Moves the announcement in the page's path to another status, or its publication to another time. */
export const ANNOUNCEMENT_STATUS_FORM = pageForm(updateAnnouncement, ({ status }) => ({ text: DONE[status] }), {
  toInput: announcementInput,
  once: true,
});
