import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { rerouteSubmissions } from "~/domain/submission/reroute.server";
import { reroutePreview } from "~/domain/submission/reroute-preview.server";
import { Detail } from "~/ui/kit/detail";
import { EmailAddress } from "~/ui/kit/email-address";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { DataTable } from "~/ui/kit/list/data-table";
import { Alert } from "~/ui/kit/page/alert";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { counted, formatCount } from "~/values/format";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";

const TITLE = "Reroute submissions";
const UNROUTED = "/gov/submissions?view=unrouted";

export const meta = titleOf(TITLE);

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "enterprise");
  return { preview: await read(reroutePreview) };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(args, {
    "": pageForm(
      rerouteSubmissions,
      ({ routed, totalMatches }) => ({
        text: `${counted(routed, "submission", "submissions")} routed, with ${counted(totalMatches, "match", "matches")}.`,
        to: UNROUTED,
      }),
      { once: true },
    ),
  });

export default function Reroute() {
  const { preview } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const { waiting, checked, found } = preview;
  return (
    <>
      <PageHeader
        title={TITLE}
        breadcrumbs={[{ label: "Submissions", to: "/gov/submissions" }, { label: "Reroute" }]}
        lede="Look again for reviewers for unrouted submissions. This preview shows what rerouting would do. Nothing happens until you select the button."
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={{}} />
      {waiting === 0 ? (
        <EmptyState title="No unrouted submissions">
          <p>
            Every submission has a reviewer. Go back to <Link to="/gov/submissions">all submissions</Link>.
          </p>
        </EmptyState>
      ) : (
        <>
          {checked < waiting && (
            <Alert kind="info">
              {counted(waiting, "submission is", "submissions are")} unrouted. This preview covers only the oldest{" "}
              {formatCount(checked)}. Rerouting covers them all, so it may find more reviewers.
            </Alert>
          )}
          <ReroutePreview preview={preview} />
          {(found > 0 || checked < waiting) && (
            <Form method="post" className="glip-cluster glip-run">
              <SubmitButton pendingText="Routing…">Reroute now</SubmitButton>
              <Link to={UNROUTED}>Cancel</Link>
            </Form>
          )}
        </>
      )}
    </>
  );
}

type Preview = Awaited<ReturnType<typeof loader>>["preview"];

function ReroutePreview({ preview }: { preview: Preview }) {
  const { checked, found, notifications, peopleFound, peopleNotified, people, submissions } = preview;
  if (found === 0) {
    return (
      <EmptyState title="Rerouting would not find any reviewers now">
        <p>
          Nobody follows the tags of the {counted(checked, "submission", "submissions")} we checked. Try again after
          people change their <Link to="/notifications/settings">routing interests</Link>, or see{" "}
          <Link to={UNROUTED}>the unrouted submissions</Link>.
        </p>
      </EmptyState>
    );
  }
  return (
    <>
      <p className="glip-preview">
        Rerouting would find reviewers for{" "}
        <strong>
          {formatCount(found)} of {counted(checked, "unrouted submission", "unrouted submissions")}
        </strong>
        , {counted(peopleFound, "person", "people")} in all. It would send{" "}
        <strong>{counted(notifications, "notification", "notifications")}</strong>
        {notifications > 0 && ` to ${counted(peopleNotified, "person", "people")}`}. Nobody is notified about the same
        submission twice.
      </p>
      <Section title="People we would route to">
        <DataTable
          caption={shownOf(people.length, peopleFound, "person", "people")}
          rows={people}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "name",
              header: "Person",
              cell: ({ name, email }) => (
                <>
                  {name}
                  <Detail>
                    <EmailAddress value={email} />
                  </Detail>
                </>
              ),
            },
            { key: "submissions", header: "Submissions", cell: (row) => formatCount(row.submissions) },
            { key: "notifications", header: "Notified", cell: (row) => formatCount(row.notifications) },
          ]}
        />
        {people.some((person) => person.notifications < person.submissions) && (
          <p>
            Some people would get fewer notifications than submissions. They turned off these notifications, were
            already notified, or chose notifications only for other tags. The submissions are still routed to them.
          </p>
        )}
      </Section>
      <Section title="Submissions we would route">
        <DataTable
          caption={shownOf(submissions.length, found, "submission, oldest first", "submissions, oldest first")}
          rows={submissions}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "title",
              header: "Submission",
              cell: ({ id, title, organization }) => (
                <>
                  <Link to={`/gov/submissions/${id}`}>{title}</Link>
                  <Detail>{organization.name}</Detail>
                </>
              ),
            },
            {
              key: "names",
              header: "To",
              cell: ({ names, others }) => names.join(", ") + (others > 0 ? ` and ${formatCount(others)} more` : ""),
            },
          ]}
        />
      </Section>
    </>
  );
}

function shownOf(shown: number, total: number, one: string, many: string): string {
  return shown < total ? `The first ${formatCount(shown)} of ${counted(total, one, many)}` : counted(total, one, many);
}
