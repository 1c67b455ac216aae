import type { CallStatus } from "#db/enumerations";
import { updateCallOnTime } from "~/domain/call/open-on-time.server";
import { pageForm } from "~/web/forms/page-forms.server";

const ZONELESS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/** Browsers send a date and time without a zone. The page says that it means UTC. */
export function withReleaseInUtc(fields: Record<string, unknown>): Record<string, unknown> {
  const { releasesAt } = fields;
  const zoneless = typeof releasesAt === "string" ? releasesAt.trim().match(ZONELESS) : null;
  if (!zoneless) return fields;
  const [moment, seconds] = zoneless;
  return { ...fields, releasesAt: `${moment}${seconds === undefined ? ":00" : ""}Z` };
}

const DONE: Record<CallStatus, string> = {
  DRAFT: "Call returned to draft.",
  PENDING: "Call scheduled.",
  OPEN: "Call opened.",
  CLOSED: "Call closed.",
};

/** Moves the call in the page's path to another status, or its release to another time. */
export const CALL_STATUS_FORM = pageForm(updateCallOnTime, ({ status }) => ({ text: DONE[status] }), {
  toInput: withReleaseInUtc,
  once: true,
});
