import type { CallStatus } from "#db/enumerations";
import { updateCallOnTime } from "~/domain/call/open-on-time.server";
import { localTimes } from "~/web/forms/form-options";
import { pageForm } from "~/web/forms/page-forms.server";

const DONE: Record<CallStatus, string> = {
  DRAFT: "Call returned to draft.",
  PENDING: "Call scheduled.",
  OPEN: "Call opened.",
  CLOSED: "Call closed.",
};

/** Moves the call in the page's path to another status, or its release to another time. */
export const callStatusForm = (id = "") =>
  pageForm(updateCallOnTime, ({ status }) => ({ text: DONE[status] }), {
    toInput: localTimes("releasesAt"),
    once: true,
    edits: { kind: "call", id, isShown: true },
  });
