import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { callFollowed, followCall } from "~/domain/call/follow.server";
import { publicCall } from "~/domain/call/queries.server";
import { REMINDER_DAYS, remindsOf, shownStatus } from "~/domain/call/rules";
import { reachThrough } from "~/policy/policy";
import { withRedirect } from "~/ui/account/redirect-to";
import { Deadline } from "~/ui/call/call-list";
import { CallDescription, CallFacts } from "~/ui/call/call-record";
import { feedLinks, Subscribe } from "~/ui/feed/feeds";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { useFrame } from "~/ui/kit/page/frame-context";
import { PageHeader } from "~/ui/kit/page/page-header";
import { RecordPage } from "~/ui/kit/page/record-page";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { titlesOf } from "~/values/classification-codes";
import { counted } from "~/values/format";
import { formattedText } from "~/values/formatted-text/parse.server";
import { textAsFlag } from "~/web/forms/form-options";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.call.title ?? "Call for technology");

export const links = () => feedLinks("calls");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "public");
  const call = await read(publicCall, { id: args.params.id });
  // People who are not signed in may still want to submit.
  const shown = shownStatus({ ...call, releasesAt: null }, services.clock());
  const mayFollow = call.takesSubmissions && actor !== null && reachThrough("industry", actor) !== null;
  const following = mayFollow && (await read(callFollowed, { id: call.id })).following;
  return {
    call: { ...call, description: formattedText(call.description) },
    codeTitles: titlesOf(services.codeTables, [call.naicsCode, call.classificationCode]),
    /** Null for people who have no use for it: no reminder would follow. */
    following: following || (mayFollow && remindsOf(call, services.clock())) ? following : null,
    shownStatus: shown,
    maySubmit: call.takesSubmissions && (actor === null || reachThrough("industry", actor) !== null),
  };
}

export async function action(args: ActionFunctionArgs) {
  return handleForms(args, {
    "": pageForm(
      followCall,
      ({ following }) => ({ text: following ? "You follow this call." : "You no longer follow this call." }),
      { toInput: textAsFlag("following") },
    ),
  });
}

export default function CallPage() {
  const { call, codeTitles, shownStatus, maySubmit } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={call.title}
        breadcrumbs={[{ label: "Open calls", to: "/calls" }, { label: call.title }]}
        lede={
          <span className="glip-cluster">
            <StatusTag value={shownStatus} />
            {call.status === "OPEN" && <Deadline closesAt={call.closesAt} hasOwnTime />}
            {!call.takesSubmissions && <span>No longer takes submissions</span>}
          </span>
        }
      />
      <RecordPage
        facts={
          <>
            {(maySubmit || (call.takesSubmissions && call.answerWithinDays > 0)) && <Answer />}
            <Follow />
            <CallFacts call={call} codeTitles={codeTitles} />
            <Subscribe kind="calls" />
          </>
        }
      >
        <CallDescription call={call} heading={2} />
      </RecordPage>
    </>
  );
}

/** What the reader came for. On a phone, the button stays at the lower edge of the screen. */
function Answer() {
  const { call, maySubmit } = useLoaderData<typeof loader>();
  const isVisitor = !useFrame()?.session;
  const form = `/portal/submissions/new?callId=${call.id}`;
  return (
    <Section title="Answer this call">
      {maySubmit && (
        <div className="glip-action">
          <Link className="usa-button" to={form}>
            {isVisitor ? "Sign in to answer" : "Answer this call"}
          </Link>
        </div>
      )}
      {isVisitor && (
        <p>
          New here? <Link to={withRedirect("/register", form)}>Register your organization</Link> first.
        </p>
      )}
      {call.answerWithinDays > 0 && (
        <p>
          You will hear from us within {counted(call.answerWithinDays, "working day")}.{" "}
          <Link to="/help/industry#promise">What this means</Link>
        </p>
      )}
    </Section>
  );
}

function Follow() {
  const { following } = useLoaderData<typeof loader>();
  if (following === null) return null;
  return (
    <Section title="Follow">
      <Form method="post">
        <p>
          {following ? (
            <>
              You follow this call. We remind you {REMINDER_DAYS} days before it closes. You can also{" "}
              <Link to="/account/feeds">see its deadline in your calendar</Link>.
            </>
          ) : (
            `We can remind you ${REMINDER_DAYS} days before this call closes.`
          )}
        </p>
        <SubmitButton name="following" value={String(!following)} variant="outline" pendingText="Saving…">
          {following ? "Stop following" : "Follow this call"}
        </SubmitButton>
      </Form>
    </Section>
  );
}
