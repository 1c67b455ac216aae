import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { callRecord, openingAudience } from "~/domain/call/queries.server";
import { isEditable, isPastDeadline, isPublic, movesFrom, promisedDays, shownStatus } from "~/domain/call/rules";
import { callChangeSchema } from "~/domain/call/schema";
import { versionOf } from "~/operations/edited-record.server";
import { reachThrough } from "~/policy/policy";
import { CALL_LABELS } from "~/ui/call/call-fields";
import { Deadline } from "~/ui/call/call-list";
import { CallDescription, CallFacts } from "~/ui/call/call-record";
import { ErrorSummary } from "~/ui/kit/form/form-feedback";
import { DateTime, FutureDateTime } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { Alert } from "~/ui/kit/page/alert";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Facts, RecordPage } from "~/ui/kit/page/record-page";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { titlesOf } from "~/values/classification-codes";
import { counted, formatCount } from "~/values/format";
import { formattedText } from "~/values/formatted-text/parse.server";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";
import { callStatusForm } from "./call-forms.server";
import { CallMoves } from "./call-moves";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.call.title ?? "Call for technology");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "gov read");
  const call = await read(callRecord, { id: args.params.id });
  const now = services.clock();
  const mayPublish = reachThrough("publisher", actor) !== null;
  return {
    call: { ...call, description: formattedText(call.description) },
    readAt: versionOf(services.db, { kind: "call", id: call.id }),
    codeTitles: titlesOf(services.codeTables, [call.naicsCode, call.classificationCode]),
    shownStatus: shownStatus(call, now),
    isPublic: isPublic(call, now),
    isPastDeadline: isPastDeadline(call, now),
    mayPublish,
    mayEdit: mayPublish && isEditable(call, now),
    moves: mayPublish ? movesFrom(call.status) : [],
    promise: promiseInWords(promisedDays(services.settings, call), call.answerWithinDays === null),
    audience: mayPublish ? await read(openingAudience, { techTags: call.techTags }) : 0,
    constraints: constraintsOf(callChangeSchema),
  };
}

const promiseInWords = (days: number, isAgencys: boolean) =>
  `${days > 0 ? `Within ${counted(days, "working day")}` : "None"}${isAgencys ? " (the agency's setting)" : ""}`;

export const action = (args: ActionFunctionArgs) =>
  handleForms(args, { status: callStatusForm(args.params.id), schedule: callStatusForm(args.params.id) });

export default function CallPage() {
  const { call, codeTitles, moves, audience, constraints, ...facts } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const scheduling = state?.form === "schedule" ? state : undefined;
  return (
    <>
      <PageHeader
        title={call.title}
        breadcrumbs={[{ label: "Calls", to: "/gov/calls" }, { label: call.title }]}
        status={<StatusTag value={facts.shownStatus} />}
        lede={<WhenItOpensOrCloses call={call} />}
        actions={
          <>
            {facts.mayEdit && (
              <Link className="usa-button" to={`/gov/calls/${call.id}/edit`}>
                Edit
              </Link>
            )}
            {call.counts.submissions > 0 && <Link to={`/gov/calls/${call.id}/comparison`}>Compare submissions</Link>}
            {facts.mayPublish && <Link to={`/gov/calls/${call.id}/questions`}>Questions for reviewers</Link>}
            {facts.isPublic && <Link to={`/calls/${call.id}`}>View public page</Link>}
          </>
        }
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={CALL_LABELS} />
      <RecordPage
        actions={
          moves.length > 0 && (
            <Section title="Actions">
              <CallMoves
                call={call}
                moves={moves}
                isPastDeadline={facts.isPastDeadline}
                audience={audience}
                readAt={state?.readAt ?? facts.readAt}
                constraints={constraints}
                values={scheduling?.values}
                errors={scheduling?.errors}
              />
            </Section>
          )
        }
        facts={
          <>
            <Facts
              title="Record"
              rows={[
                {
                  term: "Submissions to this call",
                  value: <Link to={`/gov/submissions?callId=${call.id}`}>{formatCount(call.counts.submissions)}</Link>,
                },
                { term: "Promise of an answer", value: facts.promise },
                { term: "Author", value: call.author.name },
                { term: "Created", value: <DateTime value={call.createdAt} /> },
                { term: "Last changed", value: <DateTime value={call.updatedAt} /> },
              ]}
            />
            <CallFacts call={call} codeTitles={codeTitles} />
          </>
        }
      >
        {/* People who may change the date see it among the actions. */}
        {facts.isPastDeadline && call.status !== "CLOSED" && (facts.isPublic || moves.length === 0) && (
          <Alert kind="warning">
            {facts.isPublic
              ? "Its last day is over, so it no longer takes submissions and is not in the list of open calls."
              : "Its last day is over. Change its closing date before you open it."}
          </Alert>
        )}
        <CallDescription call={call} heading={2} />
      </RecordPage>
    </>
  );
}

type Loaded = Awaited<ReturnType<typeof loader>>;

/** When it opens and closes, as far as that is decided. */
function WhenItOpensOrCloses({ call: { status, releasesAt, closesAt } }: { call: Loaded["call"] }) {
  if (status === "CLOSED") {
    return (
      closesAt !== null && (
        <>
          Deadline <DateTime value={closesAt} />
        </>
      )
    );
  }
  return (
    <>
      {status === "PENDING" && (
        <>
          Opens at <FutureDateTime value={releasesAt} />.{" "}
        </>
      )}
      {(closesAt !== null || status === "OPEN") && <Deadline closesAt={closesAt} hasOwnTime />}
    </>
  );
}
