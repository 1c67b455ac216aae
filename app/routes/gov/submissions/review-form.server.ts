import { setSubmissionStatus } from "~/domain/submission/set-status.server";
import type { ResultOf } from "~/operations/operation.server";
import { REVIEW_DELIVERY_WORDS } from "~/values/labels";
import { pageForm } from "~/web/forms/page-forms.server";

type Outcome = ResultOf<typeof setSubmissionStatus>;

function outcomeInWords({ status, reviewDelivery }: Outcome): string {
  if (status === "ARCHIVED") return "Submission archived.";
  return `Submission marked reviewed. ${reviewDelivery ? REVIEW_DELIVERY_WORDS[reviewDelivery] : ""}`.trim();
}

/**
 * Handles the review form on every page that shows submissions, and returns to the same page. The form names the
 * submission, because the page's path may name another record.
 */
export const REVIEW_FORM = pageForm(setSubmissionStatus, (outcome) => ({ text: outcomeInWords(outcome) }), {
  extra: {},
  once: true,
});
