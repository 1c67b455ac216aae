import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { browseAnnouncements } from "~/domain/announcement/queries.server";
import { browseOpenCalls } from "~/domain/call/queries.server";
import { homeOf, page } from "~/http/page.server";
import { AnnouncementList } from "~/ui/announcement-list";
import { CallList } from "~/ui/call-list";
import { feedLinks } from "~/ui/feeds";
import { EmptyState, PageHeader, Section } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta = () => titleOf("Work with us");

const CALLS_SHOWN = "5";
const ANNOUNCEMENTS_SHOWN = "3";

export const links = () => feedLinks("announcements", "calls");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "public");
  const { items: calls, total } = await read(browseOpenCalls, { pageSize: CALLS_SHOWN });
  const { items: announcements } = await read(browseAnnouncements, { pageSize: ANNOUNCEMENTS_SHOWN });
  return { home: actor && homeOf(actor), calls, total, announcements };
}

export default function Home() {
  const { home, calls, total, announcements } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Bring your technology to the government"
        lede="Register your organization, answer open calls and submit what you can do. Each submission reaches the government people who follow its subject, and you see when it was reviewed."
        actions={
          home ? (
            <Link className="usa-button" to={home}>
              Go to your dashboard
            </Link>
          ) : (
            <>
              <Link className="usa-button" to="/register">
                Register your organization
              </Link>
              <Link className="usa-button usa-button--outline" to="/login">
                Sign in
              </Link>
            </>
          )
        }
      />
      <Section
        title="Open calls for technology"
        actions={total > calls.length && <Link to="/calls">All {total} open calls</Link>}
      >
        {calls.length > 0 ? (
          <CallList calls={calls} />
        ) : (
          <EmptyState title="No call is open now">
            <p>You may submit a capability document at any time, without a call.</p>
          </EmptyState>
        )}
      </Section>
      {announcements.length > 0 && (
        <Section title="Announcements" actions={<Link to="/announcements">All announcements</Link>}>
          <AnnouncementList announcements={announcements} />
        </Section>
      )}
    </>
  );
}
