import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { countAccountsToConfirm } from "~/domain/account-administration/recertification.server";
import { callsClosingSoon } from "~/domain/call/closing-soon.server";
import { listCalls } from "~/domain/call/queries.server";
import { engagementsByMonth } from "~/domain/engagement/by-month.server";
import { listEngagements } from "~/domain/engagement/queries.server";
import { openTasks } from "~/domain/engagement/tasks.server";
import { updateEngagementTask } from "~/domain/engagement/update-task.server";
import { answerTimes } from "~/domain/outcome/answer-times.server";
import { duePromises } from "~/domain/promise/due-promises.server";
import { readServiceStatus } from "~/domain/service-status/queries.server";
import { setupSteps } from "~/domain/service-status/setup.server";
import { countSubmissions, listSubmissions } from "~/domain/submission/queries.server";
import { reviewTimes } from "~/domain/submission/review-times.server";
import { pageOf } from "~/lists/paging";
import { reachesCommand, reachThrough } from "~/policy/policy";
import { MARK_TASK, MyTasks } from "~/ui/engagement/my-tasks";
import { DayOf } from "~/ui/kit/format/date-time";
import { TagList } from "~/ui/kit/format/tag-list";
import { AllLink } from "~/ui/kit/list/all-link";
import { DataTable } from "~/ui/kit/list/data-table";
import { StatTiles } from "~/ui/kit/list/stat-tiles";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { dayAfter } from "~/values/days";
import { formatCount } from "~/values/format";
import { dayIn } from "~/values/time-zone";
import { textAsFlag } from "~/web/forms/form-options";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";
import { Administration, ClosingCalls, closingHref, DraftCalls, PlannedEngagements } from "./aside";
import { AnswerTimes, ReviewTimes } from "./command-figures";
import { EngagementsByMonth, SubmissionsByStatus } from "./government-figures";
import { SetUp } from "./set-up";
import { LISTS, Worklist, worklistOf } from "./worklist";

export const meta = titleOf("Dashboard");

const ROWS_SHOWN = "5";
const PLANNED_SHOWN = "3";
const DRAFTS_SHOWN = "2";
const DAYS_AHEAD = 6;
const UNROUTED = "/gov/submissions?view=unrouted";

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "gov read");
  const mayReview = reachThrough("gov write", actor) !== null;
  const listed = async (list: string) => {
    const query = { ...Object.fromEntries(new URLSearchParams(list)), pageSize: ROWS_SHOWN };
    return pageOf(await read(listSubmissions, query), ({ id, title, techTags, organization, createdAt }) => ({
      ...{ id, title, techTags, createdAt },
      organization: organization.name,
    }));
  };
  const due = await read(duePromises);
  const [opinions, mine, owned] = [await listed(LISTS.opinion), await listed(LISTS.mine), await listed(LISTS.owned)];
  const closing = await read(callsClosingSoon);
  // Engagements are on the agency's days, and calls close by UTC days.
  const today = dayIn(services.settings.workingCalendar.timeZone, services.clock());
  const until = dayAfter(today, DAYS_AHEAD) ?? today;
  const isPublisher = reachThrough("publisher", actor) !== null;
  const isSystemAdministrator = reachThrough("system admin", actor) !== null;
  return {
    mayReview,
    mayReroute: reachThrough("enterprise", actor) !== null,
    mayRecord: reachesCommand(reachThrough("engagement write", actor), actor, actor.commandId),
    work: worklistOf({ due: due.items, opinions: opinions.items, mine: mine.items, owned: owned.items, mayReview }),
    mayDo: reachThrough("engagement write", actor) !== null,
    waiting: {
      overdue: due.overdue,
      dueSoon: due.dueSoon,
      opinions: opinions.total,
      mine: mine.total,
      owned: owned.total,
    },
    unrouted: await listed("view=unrouted"),
    closing,
    today,
    until,
    planned: pageOf(
      await read(listEngagements, {
        ...{ status: "PLANNED", from: today, to: until },
        ...{ sort: "date", pageSize: PLANNED_SHOWN },
      }),
      ({ id, title, date, startTime, endTime, location, command }) => ({
        ...{ id, title, date, startTime, endTime, location },
        command,
      }),
    ),
    tasks: await read(openTasks),
    drafts: isPublisher
      ? pageOf(
          await read(listCalls, { status: "DRAFT", sort: "-updatedAt", pageSize: DRAFTS_SHOWN }),
          ({ id, title, status, updatedAt }) => ({ id, title, status, updatedAt }),
        )
      : null,
    toConfirm: reachThrough("user administration", actor) ? await read(countAccountsToConfirm) : 0,
    setup: isSystemAdministrator ? await read(setupSteps) : [],
    warnings: isSystemAdministrator ? (await read(readServiceStatus)).warnings : [],
    counts: await read(countSubmissions),
    engagements: await read(engagementsByMonth),
    reviews: await read(reviewTimes),
    answers: await read(answerTimes),
  };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(args, {
    [MARK_TASK]: pageForm(updateEngagementTask, () => ({ text: "Task done." }), { toInput: textAsFlag("done") }),
  });

export default function GovernmentDashboard() {
  const data = useLoaderData<typeof loader>();
  const { waiting, mayReview, closing, unrouted } = data;
  const forReader = mayReview ? "Waiting for your review" : "Routed to you, not yet reviewed";
  return (
    <div className="glip-board">
      <PageHeader title="Dashboard" />
      <StatTiles
        tiles={[
          { label: forReader, value: waiting.mine, to: `/gov/submissions?${LISTS.mine}` },
          {
            label: waiting.overdue > 0 ? `Answers due, ${formatCount(waiting.overdue)} overdue` : "Answers due",
            value: waiting.overdue + waiting.dueSoon,
            to: `/gov/submissions?${LISTS.due}`,
          },
          ...(mayReview
            ? [
                { label: "Your opinion is asked", value: waiting.opinions, to: `/gov/submissions?${LISTS.opinion}` },
                { label: "You own", value: waiting.owned, to: `/gov/submissions?${LISTS.owned}` },
              ]
            : []),
          { label: "Calls closing soon", value: closing.total, to: closingHref(closing) },
          { label: "Unrouted", value: unrouted.total, to: UNROUTED },
        ].map((tile) => ({ ...tile, value: formatCount(tile.value) }))}
      />
      <div className="glip-columns">
        <div>
          <Now />
          <Unrouted />
        </div>
        <div>
          <Administration {...data} />
          <MyTasks tasks={data.tasks} mayDo={data.mayDo} />
          <PlannedEngagements {...data} />
          <ClosingCalls closing={closing} />
          {data.drafts && <DraftCalls drafts={data.drafts} />}
        </div>
      </div>
      <div className="glip-figure-grid">
        <SubmissionsByStatus counts={data.counts} />
        <EngagementsByMonth {...data.engagements} />
        <ReviewTimes {...data.reviews} />
        <AnswerTimes {...data.answers} />
      </div>
    </div>
  );
}

/** The submissions to act on. */
function Now() {
  const { work, mayReview, setup } = useLoaderData<typeof loader>();
  if (work.length === 0 && setup.length > 0) return <SetUp steps={setup} />;
  return (
    <Section
      title={mayReview ? "What to do now" : "To read now"}
      actions={<Link to="/gov/submissions?view=mine">Routed to me</Link>}
    >
      {work.length > 0 ? (
        <Worklist work={work} caption="Submissions to act on, most urgent first" />
      ) : (
        <EmptyState title="You're all caught up">
          <p>
            Submissions appear here when they match your <Link to="/notifications/settings">routing interests</Link>,
            when someone asks for your opinion, and when an answer is due. Until then,{" "}
            <Link to="/gov/submissions">look at all submissions</Link>.
          </p>
        </EmptyState>
      )}
    </Section>
  );
}

function Unrouted() {
  const { unrouted, mayReroute } = useLoaderData<typeof loader>();
  return (
    <Section
      title="Unrouted submissions"
      actions={
        <>
          {unrouted.total > 0 ? (
            <AllLink to={UNROUTED} total={unrouted.total} of="unrouted submissions" />
          ) : (
            <Link to={UNROUTED}>Unrouted</Link>
          )}
          {mayReroute && unrouted.total > 0 && <Link to="/gov/submissions/reroute">Preview rerouting</Link>}
        </>
      }
    >
      {unrouted.items.length > 0 ? (
        <DataTable
          isDense
          caption="Submissions without a reviewer, newest first"
          rows={unrouted.items}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "title",
              header: "Submission",
              cell: ({ id, title }) => (
                <Link to={`/gov/submissions/${id}?view=unrouted`} title={title}>
                  {title}
                </Link>
              ),
            },
            {
              key: "organization",
              header: "Organization",
              cell: ({ organization }) => <span title={organization}>{organization}</span>,
            },
            {
              key: "techTags",
              header: "Tags",
              cell: ({ techTags }) => (techTags ? <TagList tags={techTags} most={1} /> : "No tags"),
            },
            { key: "createdAt", header: "Sent", cell: ({ createdAt }) => <DayOf value={createdAt} /> },
          ]}
        />
      ) : (
        <EmptyState title="No unrouted submissions">
          <p>Submissions whose tags nobody follows appear here, so that someone can take them.</p>
        </EmptyState>
      )}
    </Section>
  );
}
