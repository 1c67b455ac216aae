import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { organizationRecord } from "~/domain/organization/queries.server";
import { submissionRecord } from "~/domain/submission/queries.server";
import { page } from "~/http/page.server";
import { answerForms } from "~/http/page-forms.server";
import { REVIEW_FORM } from "~/http/review-form.server";
import { reachThrough } from "~/policy/policy";
import { ErrorSummary } from "~/ui/form-feedback";
import { OrganizationRecord } from "~/ui/organization-record";
import { EmptyState, PageHeader, Section, StatusTag } from "~/ui/page";
import { REVIEW_NOTICE, SubmissionReview } from "~/ui/submission-review";
import { SubmissionTable } from "~/ui/submission-table";
import { titleOf } from "~/ui/title";

export const meta: MetaFunction<typeof loader> = ({ data }) => titleOf(data?.organization.name ?? "Organization");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const submissionId = new URL(args.request.url).searchParams.get("submission");
  const record = await read(organizationRecord, { id: args.params.id, submissionId: submissionId ?? undefined });
  return {
    ...record,
    // Another organization's submission, or none at all, is left out without a word.
    submission: record.ownsSubmission ? await read(submissionRecord, { id: submissionId }) : null,
    mayReview: reachThrough("gov write", actor) !== null,
  };
}

export const action = (args: ActionFunctionArgs) => answerForms(args, { "": REVIEW_FORM });

export default function OrganizationPage() {
  const { organization, submissions, submissionTotal, submission, mayReview } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader title={organization.name} actions={<StatusTag value={organization.status} />} />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={{}} />
      {submission && (
        <section className="glip-highlight" aria-label="The submission you came for">
          <h2>
            <Link to={`/gov/submissions/${submission.id}`}>{submission.title}</Link>
          </h2>
          {mayReview && submission.status === "ROUTED" && <p className="usa-hint">{REVIEW_NOTICE}</p>}
          <SubmissionReview submission={submission} mayReview={mayReview} />
        </section>
      )}
      <Section
        title={`Submissions (${submissionTotal})`}
        actions={
          submissions.length < submissionTotal && (
            <Link to={`/gov/submissions?organizationId=${organization.id}`}>All {submissionTotal}</Link>
          )
        }
      >
        {submissions.length > 0 ? (
          <SubmissionTable
            caption="Submissions of this organization, newest first"
            rows={submissions}
            hrefFor={(row) => `/gov/submissions/${row.id}`}
          />
        ) : (
          <EmptyState title="Nothing submitted yet" />
        )}
      </Section>
      <OrganizationRecord organization={organization} />
    </>
  );
}
