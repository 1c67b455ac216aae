import { setSubmissionStatus } from "../domain/submission/set-status.server";
import { onceForm } from "./page-forms.server";

const DONE = {
  REVIEWED: "The submission was marked reviewed, and its submitter was told.",
  ARCHIVED: "The submission was archived.",
};

/** The review form of every page that shows submissions: does what was pressed and comes back to the same page. The
 * form names the submission itself, since the page's path may name something else. */
export const REVIEW_FORM = onceForm(setSubmissionStatus, ({ status }) => ({ text: DONE[status] }), { extra: {} });
