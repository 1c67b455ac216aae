import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { browseAnnouncements } from "~/domain/announcement/queries.server";
import { openCallsByOwnTags } from "~/domain/call/own-tags.server";
import { namesOfAdministrators } from "~/domain/industry-user/queries.server";
import { markRead } from "~/domain/notification/mark-read.server";
import { listNotifications } from "~/domain/notification/queries.server";
import { ownCompleteness } from "~/domain/organization/completeness.server";
import { countSubmissions, latestOwnSubmissions, ownSubmissionsToAnswer } from "~/domain/submission/queries.server";
import { reachThrough } from "~/policy/policy";
import { Deadline } from "~/ui/call/call-list";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { DayOf } from "~/ui/kit/format/date-time";
import { ShortList } from "~/ui/kit/list/short-list";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { NotificationList } from "~/ui/notification/notification-list";
import { shownAnswer } from "~/ui/outcome/answer-column";
import { shownSubmission } from "~/ui/submission/submission-table";
import { counted, formatCount, formatList } from "~/values/format";
import { textAsFlag } from "~/web/forms/form-options";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";
import { LatestSubmissions } from "./latest-submissions";
import { NextSteps } from "./next-steps";
import { ProfileCompleteness, SamReminder } from "./profile-completeness";

export const meta = titleOf("Dashboard");

const CALLS_SHOWN = "5";
const NOTIFICATIONS_SHOWN = "3";
const ANNOUNCEMENTS_SHOWN = "3";

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "industry");
  const submissions = await read(latestOwnSubmissions);
  const { items: announcements } = await read(browseAnnouncements, { pageSize: ANNOUNCEMENTS_SHOWN });
  return {
    profile: await read(ownCompleteness),
    mayEdit: reachThrough("industry admin", actor) !== null,
    administrators: await read(namesOfAdministrators),
    notifications: await read(listNotifications, { unread: "true", pageSize: NOTIFICATIONS_SHOWN }),
    questions: await read(ownSubmissionsToAnswer),
    submissions: submissions.map((row) => ({ ...shownSubmission(row), ...shownAnswer(row) })),
    counts: await read(countSubmissions),
    calls: await read(openCallsByOwnTags, { pageSize: CALLS_SHOWN }),
    announcements,
  };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(args, {
    read: pageForm(
      markRead,
      ({ updated }) => ({ text: `${counted(updated, "notification", "notifications")} marked as read.` }),
      { toInput: textAsFlag("all") },
    ),
  });

export default function PortalDashboard() {
  const data = useLoaderData<typeof loader>();
  const { profile, mayEdit, administrators, questions, calls } = data;
  const state = useActionData<typeof action>();
  return (
    <div className="glip-board">
      <PageHeader
        title={profile.name}
        actions={
          <Link className="usa-button" to="/portal/submissions/new">
            New submission
          </Link>
        }
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={{}} />
      <div className="glip-columns">
        <div>
          <NextSteps questions={questions} calls={calls.matching.items} missing={profile.missing} mayEdit={mayEdit} />
          {profile.sam && <SamReminder sam={profile.sam} mayEdit={mayEdit} />}
          <LatestSubmissions {...data} />
          <Calls />
        </div>
        <div>
          <UnreadNotifications />
          <ProfileCompleteness profile={profile} mayEdit={mayEdit} administrators={administrators} />
          <Announcements />
        </div>
      </div>
    </div>
  );
}

function UnreadNotifications() {
  const { notifications } = useLoaderData<typeof loader>();
  const others = notifications.total - notifications.items.length;
  return (
    <Section
      title="Unread notifications"
      actions={
        <>
          <Link to="/notifications">All notifications</Link>
          {notifications.total > 0 && (
            <Form method="post" action="?read">
              <SubmitButton name="all" value="true" variant="unstyled" pendingText="Marking…">
                Mark all {formatCount(notifications.total)} as read
              </SubmitButton>
            </Form>
          )}
        </>
      }
    >
      {notifications.items.length > 0 ? (
        <>
          <NotificationList notifications={notifications.items} action="?read" />
          {others > 0 && (
            <p>
              <Link to="/notifications?unread=true">
                {counted(others, "more unread notification", "more unread notifications")}
              </Link>
            </p>
          )}
        </>
      ) : (
        <p>You're all caught up. News about your submissions and open calls appears here.</p>
      )}
    </Section>
  );
}

function Announcements() {
  const { announcements } = useLoaderData<typeof loader>();
  return (
    <Section title="Announcements" actions={<Link to="/announcements">All announcements</Link>}>
      {announcements.length > 0 ? (
        <ShortList
          items={announcements.map(({ id, title, createdAt }) => ({
            key: id,
            to: `/announcements/${id}`,
            title,
            about: <DayOf value={createdAt} />,
          }))}
        />
      ) : (
        <EmptyState title="No announcements yet">
          <p>News of the agency appears here, such as events and deadlines.</p>
        </EmptyState>
      )}
    </Section>
  );
}

/** The open calls. Those with the organization's tags come first. */
function Calls() {
  const {
    calls: { ownTags, matching, others },
    mayEdit,
  } = useLoaderData<typeof loader>();
  const all = <Link to="/calls">All open calls</Link>;
  return (
    <>
      <Section title="Open calls that match your tags" actions={all}>
        {matching.items.length > 0 ? (
          <>
            <ShortList
              items={matching.items.map(({ id, title, closesAt, matchedTags, isAnswered }) => ({
                key: id,
                to: `/calls/${id}`,
                title,
                about: (
                  <>
                    <Deadline closesAt={closesAt} />. Matches your {matchedTags.length === 1 ? "tag" : "tags"}{" "}
                    <strong>{formatList(matchedTags)}</strong>.{isAnswered && " You answered it."}
                  </>
                ),
              }))}
            />
            <More shown={matching.items.length} total={matching.total} />
          </>
        ) : (
          <EmptyState title="No open calls match your tags">
            <p>
              {ownTags.length > 0 ? `Your tags: ${ownTags.join(", ")}. ` : "Your profile has no technology tags yet. "}
              {mayEdit ? (
                <Link to="/portal/profile/edit#techTags">Change your tags</Link>
              ) : (
                "Your administrators can change them in your organization's profile."
              )}
            </p>
          </EmptyState>
        )}
      </Section>
      <Section title="Other open calls" actions={matching.items.length > 0 ? undefined : all}>
        {others.items.length > 0 ? (
          <>
            <ShortList
              items={others.items.map(({ id, title, closesAt }) => ({
                key: id,
                to: `/calls/${id}`,
                title,
                about: <Deadline closesAt={closesAt} />,
              }))}
            />
            <More shown={others.items.length} total={others.total} />
          </>
        ) : (
          <EmptyState title={matching.total > 0 ? "No other open calls right now" : "No open calls right now"}>
            <p>
              We notify you when a call opens. <Link to="/notifications/settings">Choose which ones</Link>.
            </p>
          </EmptyState>
        )}
      </Section>
    </>
  );
}

function More({ shown, total }: { shown: number; total: number }) {
  if (total <= shown) return null;
  return <p>{counted(total - shown, "more is", "more are")} in the list of all open calls.</p>;
}
