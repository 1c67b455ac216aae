import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { SUBMISSION_STATUSES } from "#db/enumerations";
import { browseAnnouncements } from "~/domain/announcement/queries.server";
import { openCallsByOwnTags } from "~/domain/call/own-tags.server";
import { namesOfAdministrators } from "~/domain/industry-user/queries.server";
import { markRead } from "~/domain/notification/mark-read.server";
import { listNotifications } from "~/domain/notification/queries.server";
import { ownCompleteness } from "~/domain/organization/completeness.server";
import { countSubmissions, latestOwnSubmissions, ownSubmissionsToAnswer } from "~/domain/submission/queries.server";
import { reachThrough } from "~/policy/policy";
import { AnnouncementList } from "~/ui/announcement/announcement-list";
import { CallList } from "~/ui/call/call-list";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { Alert } from "~/ui/kit/page/alert";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { NoticeList } from "~/ui/notification/notice-list";
import { ANSWER_COLUMN, shownAnswer } from "~/ui/outcome/answer-column";
import { SubmissionTable, shownSubmission } from "~/ui/submission/submission-table";
import { counted, formatCount } from "~/values/format";
import { textAsFlag } from "~/web/forms/form-options";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";
import { ProfileCompleteness, SamReminder } from "./profile-completeness";
import { StatusCounts } from "./status-counts";

export const meta = titleOf("Dashboard");

const CALLS_SHOWN = "5";
const NOTICES_SHOWN = "3";
const ANNOUNCEMENTS_SHOWN = "3";

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "industry");
  const submissions = await read(latestOwnSubmissions);
  const { items: announcements } = await read(browseAnnouncements, { pageSize: ANNOUNCEMENTS_SHOWN });
  return {
    profile: await read(ownCompleteness),
    mayEdit: reachThrough("industry admin", actor) !== null,
    administrators: await read(namesOfAdministrators),
    notices: await read(listNotifications, { unread: "true", pageSize: NOTICES_SHOWN }),
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
  const { profile, mayEdit, administrators, notices, questions, submissions, counts, announcements } =
    useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title={profile.name}
        lede="Your organization's submissions, notifications and open calls."
        actions={
          <Link className="usa-button" to="/portal/submissions/new">
            New submission
          </Link>
        }
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={{}} />
      {questions.length > 0 && (
        <Alert kind="warning" heading="Answer needed">
          <p>The government asked you questions about these submissions:</p>
          <ul>
            {questions.map(({ id, title }) => (
              <li key={id}>
                <Link to={`/portal/submissions/${id}#messages`}>{title}</Link>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {profile.sam && <SamReminder sam={profile.sam} mayEdit={mayEdit} />}
      <StatusCounts
        statuses={SUBMISSION_STATUSES}
        counts={counts}
        hrefFor={(status) => (status === "ARCHIVED" ? undefined : `/portal/submissions?status=${status}`)}
      />
      <Section
        title="Unread notifications"
        actions={
          <>
            <Link to="/notifications">All notifications</Link>
            {notices.total > 0 && (
              <Form method="post" action="?read">
                <SubmitButton name="all" value="true" variant="unstyled" pendingText="Marking…">
                  Mark all {formatCount(notices.total)} as read
                </SubmitButton>
              </Form>
            )}
          </>
        }
      >
        {notices.items.length > 0 ? (
          <>
            <NoticeList notices={notices.items} action="?read" />
            {notices.total > notices.items.length && (
              <p>
                <Link to="/notifications?unread=true">
                  {counted(
                    notices.total - notices.items.length,
                    "more unread notification",
                    "more unread notifications",
                  )}
                </Link>
              </p>
            )}
          </>
        ) : (
          <p>You're all caught up.</p>
        )}
      </Section>
      <ProfileCompleteness profile={profile} mayEdit={mayEdit} administrators={administrators} />
      <Section title="Latest submissions" actions={<Link to="/portal/submissions">All submissions</Link>}>
        {submissions.length > 0 ? (
          <SubmissionTable
            caption="Latest submissions"
            rows={submissions}
            hrefFor={(row) => `/portal/submissions/${row.id}`}
            extra={[ANSWER_COLUMN]}
          />
        ) : (
          <EmptyState title="No submissions yet">
            <p>
              <Link to="/portal/submissions/new">Submit a capability document</Link>. We send it to the government
              reviewers who follow its tags.
            </p>
          </EmptyState>
        )}
      </Section>
      <Calls />
      <Section title="Announcements" actions={<Link to="/announcements">All announcements</Link>}>
        {announcements.length > 0 ? (
          <AnnouncementList announcements={announcements} />
        ) : (
          <EmptyState title="No announcements yet" />
        )}
      </Section>
    </>
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
            <CallList calls={matching.items} />
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
      <Section title="Other open calls" actions={all}>
        {others.items.length > 0 ? (
          <>
            <CallList calls={others.items} />
            <More shown={others.items.length} total={others.total} />
          </>
        ) : (
          <EmptyState title={matching.total > 0 ? "No other open calls right now" : "No open calls right now"} />
        )}
      </Section>
    </>
  );
}

function More({ shown, total }: { shown: number; total: number }) {
  if (total <= shown) return null;
  return <p>{counted(total - shown, "more is", "more are")} in the list of all open calls.</p>;
}
