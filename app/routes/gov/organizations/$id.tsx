import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { ORGANIZATION_STATUSES } from "#db/enumerations";
import { engagementsOfOrganization } from "~/domain/engagement/of-organization.server";
import { addDialogueNote } from "~/domain/organization/add-dialogue-note.server";
import { organizationHistory } from "~/domain/organization/history.server";
import { listDialogueNotes, organizationRecord, peopleOfOrganization } from "~/domain/organization/queries.server";
import { newDialogueNoteSchema } from "~/domain/organization/schema";
import { setOrganizationNontraditional } from "~/domain/organization/set-nontraditional.server";
import { setOrganizationStatus } from "~/domain/organization/set-status.server";
import { reviewedSubmission } from "~/domain/submission/explained-routing.server";
import { submissionsOfOrganization } from "~/domain/submission/of-organization.server";
import { pageOf } from "~/lists/paging";
import { reachesCommand, reachThrough } from "~/policy/policy";
import { REVIEW_FORM } from "~/routes/gov/submissions/review-form.server";
import { EngagementTable } from "~/ui/engagement/engagement-table";
import { NOTE_LABELS } from "~/ui/engagement/notes";
import { planAddress } from "~/ui/engagement/plan-address";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { SelectField } from "~/ui/kit/form/select-field";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { AllLink } from "~/ui/kit/list/all-link";
import { Alert } from "~/ui/kit/page/alert";
import { PageHeader } from "~/ui/kit/page/page-header";
import { RecordPage } from "~/ui/kit/page/record-page";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { LookAlikes } from "~/ui/organization/look-alikes";
import { OrganizationAbout, OrganizationFacts } from "~/ui/organization/organization-record";
import { REVIEW_NOTICE, SubmissionReview } from "~/ui/submission/submission-review";
import { SubmissionTable } from "~/ui/submission/submission-table";
import { titlesOf } from "~/values/classification-codes";
import type { FieldErrors } from "~/values/errors";
import { withFormattedBody } from "~/values/formatted-text/parse.server";
import { labelOf } from "~/values/labels";
import { constraintsOf } from "~/web/forms/constraints.server";
import { textAsFlag } from "~/web/forms/form-options";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { inputOf, page, requestedList } from "~/web/pages/page.server";
import { DialogueNotes } from "./dialogue-notes";
import { OrganizationHistory } from "./organization-history";
import { OrganizationPeople } from "./organization-people";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.organization.name ?? "Organization");

const LABELS = { ...NOTE_LABELS, status: "Status", nontraditional: "Nontraditional" };

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "gov read");
  const id = args.params.id;
  // Besides a submission, the address can name only pages of notes, people and history.
  const input = inputOf(listDialogueNotes, peopleOfOrganization, organizationHistory);
  const { query, filter } = requestedList(args.request, input);
  const { submission: submissionId } = query;
  const { dialogueNotes: _newest, ...organization } = await read(organizationRecord, { id });
  const { submissions, ownsSubmission } = await read(submissionsOfOrganization, { id, submissionId });
  return {
    organization,
    codeTitles: titlesOf(services.codeTables, organization.naicsCodes),
    notes: pageOf(await read(listDialogueNotes, { ...filter, id, pageSize: undefined }), withFormattedBody),
    submissions,
    // Submissions that do not exist or belong to another organization are left out without a message.
    submission: ownsSubmission ? await read(reviewedSubmission, { id: submissionId }) : null,
    engagements: await read(engagementsOfOrganization, { id }),
    people: await read(peopleOfOrganization, { ...filter, id }),
    query,
    history: await read(organizationHistory, { ...filter, id }),
    constraints: constraintsOf(newDialogueNoteSchema),
    mayWrite: reachThrough("gov write", actor) !== null,
    mayPlan: reachesCommand(reachThrough("engagement write", actor), actor, actor.commandId),
    mayReroute: reachThrough("enterprise", actor) !== null,
    mayRelease: reachThrough("system admin", actor) !== null,
  };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(args, {
    "": REVIEW_FORM,
    status: pageForm(setOrganizationStatus, ({ status }) => ({ text: `Status changed to ${labelOf(status)}.` })),
    nontraditional: pageForm(
      setOrganizationNontraditional,
      ({ nontraditional }) => ({
        text: nontraditional
          ? "Organization marked as nontraditional."
          : "Organization is no longer marked as nontraditional.",
      }),
      { toInput: textAsFlag("nontraditional") },
    ),
    dialogue: pageForm(addDialogueNote, () => ({ text: "Note added." }), { once: true }),
  });

export default function OrganizationPage() {
  const {
    organization,
    codeTitles,
    notes,
    submissions,
    submission,
    engagements,
    people,
    query,
    history,
    constraints,
    mayWrite,
    mayPlan,
    mayReroute,
    mayRelease,
  } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const { counts } = organization;
  return (
    <>
      <PageHeader
        title={organization.name}
        breadcrumbs={[{ label: "Organizations", to: "/gov/organizations" }, { label: organization.name }]}
        status={<StatusTag value={organization.status} />}
        actions={
          mayPlan && (
            <Link className="usa-button" to={planAddress({ organizationId: organization.id })}>
              Plan an engagement
            </Link>
          )
        }
      />
      {organization.looksLike.length > 0 && (
        <Alert kind="warning">
          <LookAlikes organizations={organization.looksLike} /> Compare their identifiers before you rely on the name.
        </Alert>
      )}
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      <RecordPage
        facts={
          <>
            {mayWrite && (
              <StatusForms organization={organization} errors={state?.form === "status" ? state.errors : undefined} />
            )}
            <OrganizationFacts organization={organization} codeTitles={codeTitles} />
            <OrganizationPeople list={people} query={query} mayAdminister={mayRelease} />
            {mayRelease && (
              <p>
                <Link to="release">Release a name or code</Link> that belongs to another organization.
              </p>
            )}
          </>
        }
      >
        {submission && (
          <section className="glip-highlight" aria-label="Submission from your notification">
            <h2>
              <Link to={`/gov/submissions/${submission.id}`}>{submission.title}</Link>
            </h2>
            {mayWrite && submission.status === "ROUTED" && <p className="usa-hint">{REVIEW_NOTICE}</p>}
            <SubmissionReview submission={submission} mayReview={mayWrite} mayReroute={mayReroute} />
          </section>
        )}
        <OrganizationAbout organization={organization} />
        <Section
          title={`Submissions (${counts.submissions})`}
          actions={
            submissions.length < counts.submissions && (
              <AllLink
                to={`/gov/submissions?organizationId=${organization.id}`}
                total={counts.submissions}
                of="submissions"
              />
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
            <p className="glip-muted">No submissions yet.</p>
          )}
        </Section>
        <Section
          title={`Engagements (${counts.engagements})`}
          actions={
            engagements.length < counts.engagements && (
              <AllLink
                to={`/gov/engagements?organizationId=${organization.id}`}
                total={counts.engagements}
                of="engagements"
              />
            )
          }
        >
          {engagements.length > 0 ? (
            <EngagementTable
              caption="Engagements with this organization, latest first"
              rows={engagements}
              without={["participants"]}
            />
          ) : (
            <p className="glip-muted">No meetings, demonstrations or visits yet.</p>
          )}
        </Section>
        <DialogueNotes
          list={notes}
          query={query}
          mayWrite={mayWrite}
          constraints={constraints}
          values={state?.form === "dialogue" ? state.values : undefined}
          errors={state?.form === "dialogue" ? state.errors : undefined}
        />
        <OrganizationHistory list={history} query={query} />
      </RecordPage>
    </>
  );
}

type Loaded = Awaited<ReturnType<typeof loader>>;

/** Government's mark and notes on the organization. Nobody is notified of either. */
function StatusForms({
  organization,
  errors,
}: {
  organization: Pick<Loaded["organization"], "status" | "nontraditional">;
  errors: FieldErrors | undefined;
}) {
  const { status, nontraditional } = organization;
  return (
    <div className="glip-section">
      <Form method="post" action="?status" noValidate className="glip-find">
        <FormKit constraints={{ status: { required: true } }} values={{ status }} errors={errors}>
          <SelectField name="status" label={LABELS.status} options={ORGANIZATION_STATUSES} />
          <SubmitButton pendingText="Saving…">Save status</SubmitButton>
        </FormKit>
      </Form>
      <Form method="post" action="?nontraditional">
        <input type="hidden" name="nontraditional" value={String(!nontraditional)} />
        <SubmitButton variant="unstyled" pendingText="Saving…">
          {nontraditional ? "Unmark as nontraditional" : "Mark as nontraditional"}
        </SubmitButton>
      </Form>
    </div>
  );
}
