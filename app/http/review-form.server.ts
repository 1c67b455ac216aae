import { setSubmissionStatus } from "../domain/submission/set-status.server";
import { submitForm } from "./form.server";
import { page, redirectWithNotice } from "./page.server";
import type { RouteArguments } from "./request-context.server";

const DONE = {
  REVIEWED: "The submission is marked reviewed, and its submitter is told.",
  ARCHIVED: "The submission is archived.",
};

/** The review form of every page that shows submissions: does what was pressed and comes back to the same page. */
export async function reviewByForm(args: RouteArguments) {
  await page(args, "gov write");
  const outcome = await submitForm(args, setSubmissionStatus);
  const { pathname, search } = new URL(args.request.url);
  if (outcome.ok) return redirectWithNotice(args, pathname + search, DONE[outcome.result.status]);
  return outcome.refused;
}
