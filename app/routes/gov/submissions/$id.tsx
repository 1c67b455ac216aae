import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { reviewedSubmission } from "~/domain/submission/explained-routing.server";
import { reachThrough } from "~/policy/policy";
import { ErrorSummary } from "~/ui/kit/form/form-feedback";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { REVIEW_NOTICE, SubmissionReview } from "~/ui/submission/submission-review";
import { handleForms } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";
import { REVIEW_FORM } from "./review-form.server";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.submission.title ?? "Submission");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  return {
    submission: await read(reviewedSubmission, { id: args.params.id }),
    mayReview: reachThrough("gov write", actor) !== null,
    mayReroute: reachThrough("enterprise", actor) !== null,
  };
}

export const action = (args: ActionFunctionArgs) => handleForms(args, { "": REVIEW_FORM });

export default function SubmissionPage() {
  const { submission, mayReview, mayReroute } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title={submission.title}
        breadcrumbs={[{ label: "Submissions", to: "/gov/submissions" }, { label: submission.title }]}
        lede={mayReview && submission.status === "ROUTED" ? REVIEW_NOTICE : undefined}
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={{}} />
      <SubmissionReview submission={submission} mayReview={mayReview} mayReroute={mayReroute} />
    </>
  );
}
