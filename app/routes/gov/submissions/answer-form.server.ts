import { sendOutcome } from "~/domain/outcome/send.server";
import { REVIEW_DELIVERY_WORDS } from "~/values/labels";
import { emptyAsNull } from "~/web/forms/form-options";
import { pageForm } from "~/web/forms/page-forms.server";

/** Handles the form that answers a submitter. */
export const ANSWER_FORM = pageForm(
  sendOutcome,
  ({ delivery, isReview }) => ({
    text: `${isReview ? "Answer sent, and submission marked reviewed." : "Answer sent."} ${REVIEW_DELIVERY_WORDS[delivery]}`,
  }),
  { toInput: emptyAsNull("replaces"), once: true },
);
