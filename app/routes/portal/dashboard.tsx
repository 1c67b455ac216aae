import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { SUBMISSION_STATUSES } from "#db/enumerations";
import { browseAnnouncements } from "~/domain/announcement/queries.server";
import { browseOpenCalls } from "~/domain/call/queries.server";
import { nameOfOrganization } from "~/domain/organization/queries.server";
import { countSubmissions, latestOwnSubmissions } from "~/domain/submission/queries.server";
import { page } from "~/http/page.server";
import { organizationOf } from "~/policy/policy";
import { AnnouncementList } from "~/ui/announcement-list";
import { CallList } from "~/ui/call-list";
import { EmptyState, PageHeader, Section } from "~/ui/page";
import { StatusCounts } from "~/ui/status-counts";
import { SubmissionTable, shownSubmission } from "~/ui/submission-table";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Dashboard");

const CALLS_SHOWN = "5";
const ANNOUNCEMENTS_SHOWN = "3";

export async function loader(args: LoaderFunctionArgs) {
  const { actor, services, read } = await page(args, "industry");
  const submissions = await read(latestOwnSubmissions);
  const { items: calls } = await read(browseOpenCalls, { pageSize: CALLS_SHOWN });
  const { items: announcements } = await read(browseAnnouncements, { pageSize: ANNOUNCEMENTS_SHOWN });
  return {
    organizationName: nameOfOrganization(services.db, organizationOf(actor)),
    submissions: submissions.map(shownSubmission),
    counts: await read(countSubmissions),
    calls,
    announcements,
  };
}

export default function PortalDashboard() {
  const { organizationName, submissions, counts, calls, announcements } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={organizationName ?? "Dashboard"}
        lede="What your organization sent, and what became of it."
        actions={
          <Link className="usa-button" to="/portal/submissions/new">
            New submission
          </Link>
        }
      />
      <StatusCounts statuses={SUBMISSION_STATUSES} counts={counts} />
      <Section title="Latest submissions" actions={<Link to="/portal/submissions">All submissions</Link>}>
        {submissions.length > 0 ? (
          <SubmissionTable
            caption="Latest submissions"
            rows={submissions}
            hrefFor={(row) => `/portal/submissions/${row.id}`}
          />
        ) : (
          <EmptyState title="Nothing submitted yet">
            <p>
              <Link to="/portal/submissions/new">Submit a capability document</Link>: it reaches the government people
              who follow its tags.
            </p>
          </EmptyState>
        )}
      </Section>
      <Section title="Open calls" actions={<Link to="/calls">All open calls</Link>}>
        {calls.length > 0 ? <CallList calls={calls} /> : <EmptyState title="No call is open now" />}
      </Section>
      <Section title="Announcements" actions={<Link to="/announcements">All announcements</Link>}>
        {announcements.length > 0 ? (
          <AnnouncementList announcements={announcements} />
        ) : (
          <EmptyState title="Nothing is announced yet" />
        )}
      </Section>
    </>
  );
}
