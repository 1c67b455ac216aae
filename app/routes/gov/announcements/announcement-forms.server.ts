import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { AnnouncementStatus } from "#db/enumerations";
import { previewAnnouncement } from "~/domain/announcement/preview.server";
import { updateAnnouncement } from "~/domain/announcement/update.server";
import type { ResultOf } from "~/operations/operation.server";
import { localTimes } from "~/web/forms/form-options";
import type { FormState } from "~/web/forms/form-state";
import { pageForm } from "~/web/forms/page-forms.server";
import { submitForm } from "~/web/forms/submit-form.server";

/** Reads the publication time in the agency's zone, and the boxes of an audience as a list. */
export function announcementInput(fields: Record<string, unknown>, timeZone: string): Record<string, unknown> {
  const { audience, audienceSetAsides = [] } = fields;
  return {
    ...localTimes("publishesAt")(fields, timeZone),
    // Without a choice of audience, the form has no boxes either.
    ...(audience !== undefined && { audienceSetAsides: [audienceSetAsides].flat() }),
  };
}

/** A form that is shown again, with what its announcement would look like if someone asked. */
export type AnnouncementState = FormState & { preview?: Omit<ResultOf<typeof previewAnnouncement>, "values"> };

/** The action that shows what an announcement would look like, and keeps the form as it was typed. */
export async function previewAction(args: ActionFunctionArgs) {
  const outcome = await submitForm(args, previewAnnouncement, { toInput: announcementInput });
  if (!outcome.ok) return outcome.refused;
  const { values, ...preview } = outcome.result;
  // Without it, an edit would replace what someone else saved meanwhile.
  return data<AnnouncementState>({ values, preview, readAt: outcome.readAt });
}

const DONE: Record<AnnouncementStatus, string> = {
  DRAFT: "Announcement returned to draft.",
  SCHEDULED: "Announcement scheduled.",
  PUBLISHED: "Announcement published.",
  UNPUBLISHED: "Announcement unpublished. Notifications about it now say only that it was withdrawn.",
};

/** Moves the announcement in the page's path to another status, or its publication to another time. */
export const announcementStatusForm = (id = "") =>
  pageForm(updateAnnouncement, ({ status }) => ({ text: DONE[status] }), {
    toInput: announcementInput,
    once: true,
    edits: { kind: "announcement", id, isShown: true },
  });
