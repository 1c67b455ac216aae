import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { rerouteSubmissions } from "~/domain/submission/reroute.server";
import { reroutePreview } from "~/domain/submission/reroute-preview.server";
import { page } from "~/http/page.server";
import { answerForms, onceForm } from "~/http/page-forms.server";
import { ErrorSummary, SubmitButton } from "~/ui/form-feedback";
import { counted, formatCount } from "~/ui/format";
import { Alert, DataTable, EmptyState, PageHeader, Section } from "~/ui/page";
import { titleOf } from "~/ui/title";

const TITLE = "Route unrouted submissions again";
const UNROUTED = "/gov/submissions?view=unrouted";

export const meta = titleOf(TITLE);

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "enterprise");
  return { preview: await read(reroutePreview) };
}

export const action = (args: ActionFunctionArgs) =>
  answerForms(args, {
    "": onceForm(rerouteSubmissions, ({ routed, totalMatches }) => ({
      text: `${counted(routed, "submission was", "submissions were")} routed, with ${counted(totalMatches, "match", "matches")}.`,
      to: UNROUTED,
    })),
  });

export default function Reroute() {
  const { preview } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const { waiting, lookedAt, found } = preview;
  return (
    <>
      <PageHeader
        title={TITLE}
        breadcrumbs={[{ label: "Submissions", to: "/gov/submissions" }, { label: "Route again" }]}
        lede="A run looks again for people who follow the tags of what nobody was found for. See first what it would do. Nothing happens until you press the button."
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={{}} />
      {waiting === 0 ? (
        <EmptyState title="Nothing is unrouted">
          <p>
            Every submission found somebody. Go back to <Link to="/gov/submissions">all submissions</Link>.
          </p>
        </EmptyState>
      ) : (
        <>
          {lookedAt < waiting && (
            <Alert kind="info">
              {counted(waiting, "submission is", "submissions are")} unrouted. The figures here are of the oldest{" "}
              {formatCount(lookedAt)} alone; a run takes them all, so it may find more.
            </Alert>
          )}
          <Foreseen preview={preview} />
          {(found > 0 || lookedAt < waiting) && (
            <Form method="post" className="glip-cluster glip-run">
              <SubmitButton pendingText="Routing…">Route them now</SubmitButton>
              <Link to={UNROUTED}>Cancel</Link>
            </Form>
          )}
        </>
      )}
    </>
  );
}

type Preview = Awaited<ReturnType<typeof loader>>["preview"];

function Foreseen({ preview }: { preview: Preview }) {
  const { lookedAt, found, notices, peopleFound, peopleTold, people, submissions } = preview;
  if (found === 0) {
    return (
      <EmptyState title="A run would find nobody now">
        <p>
          Nobody follows the tags of the {counted(lookedAt, "submission", "submissions")} looked at. A run can find
          somebody once people change their <Link to="/notifications/settings">routing interests</Link>. See{" "}
          <Link to={UNROUTED}>what is unrouted</Link>.
        </p>
      </EmptyState>
    );
  }
  return (
    <>
      <p className="glip-foreseen">
        A run would find somebody for{" "}
        <strong>
          {formatCount(found)} of {counted(lookedAt, "unrouted submission", "unrouted submissions")}
        </strong>
        , {counted(peopleFound, "person", "people")} in all. It would send{" "}
        <strong>{counted(notices, "notice", "notices")}</strong>
        {notices > 0 && ` to ${counted(peopleTold, "person", "people")}`}. Nobody is told of the same submission twice.
      </p>
      <Section title="Who would get them">
        <DataTable
          caption={shownOf(people.length, peopleFound, "person", "people")}
          rows={people}
          rowKey={({ id }) => id}
          isOfFigures
          columns={[
            {
              key: "name",
              header: "Person",
              cell: ({ name, email }) => (
                <>
                  {name}
                  <span className="glip-table__detail">{email}</span>
                </>
              ),
            },
            { key: "submissions", header: "Submissions", cell: (row) => formatCount(row.submissions) },
            { key: "notices", header: "Notices", cell: (row) => formatCount(row.notices) },
          ]}
        />
        {people.some((person) => person.notices < person.submissions) && (
          <p>
            People who get fewer notices than submissions turned these notices off, were told before, or take notices
            for other tags alone. The submissions are routed to them all the same.
          </p>
        )}
      </Section>
      <Section title="What would be routed">
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
                  <span className="glip-table__detail">{organization.name}</span>
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
