import { assessSubmission } from "~/domain/assessment/assess.server";
import { concludeReview } from "~/domain/assessment/conclude.server";
import { judgmentInput } from "~/ui/assessment/judgment";
import { pageForm } from "~/web/forms/page-forms.server";

/** The forms of a submission's page that say what reviewers think of it. */
export const assessmentPageForms = (id = "") => ({
  assessment: pageForm(assessSubmission, () => ({ text: "Opinion saved." }), { toInput: judgmentInput }),
  conclusion: pageForm(concludeReview, () => ({ text: "Conclusion saved." }), {
    toInput: judgmentInput,
    edits: { kind: "conclusion", id },
  }),
});
