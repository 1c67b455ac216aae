import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { browseAnnouncements } from "~/domain/announcement/queries.server";
import { browseOpenCalls } from "~/domain/call/queries.server";
import { AnnouncementList } from "~/ui/announcement/announcement-list";
import { CallList } from "~/ui/call/call-list";
import { SubmitAnytime } from "~/ui/call/submit-anytime";
import { feedLinks } from "~/ui/feed/feeds";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { homeOf } from "~/web/pages/home";
import { page } from "~/web/pages/page.server";

export const meta = titleOf("Work with us");

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
        lede="Show the government what your organization can do. We send your documents to the reviewers who follow your technology."
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
      {home === null && <HowItWorks />}
      <div className="glip-columns">
        <Section
          title="Open calls for technology"
          actions={total > calls.length && <Link to="/calls">All {total} open calls</Link>}
        >
          {calls.length > 0 ? (
            <CallList calls={calls} />
          ) : (
            <EmptyState title="No open calls right now">
              <SubmitAnytime />
            </EmptyState>
          )}
        </Section>
        {announcements.length > 0 && (
          <Section title="Announcements" actions={<Link to="/announcements">All announcements</Link>}>
            <AnnouncementList announcements={announcements} />
          </Section>
        )}
      </div>
    </>
  );
}

/** The steps for a new visitor, in order. */
const STEPS = [
  { title: "Register", text: "Tell us once about your company, university or lab and the technology you work on." },
  { title: "Submit", text: "Send a capability document at any time, or respond to an open call before it closes." },
  {
    title: "Follow",
    text: "See when your document reaches government reviewers and when one of them has reviewed it.",
  },
];

function HowItWorks() {
  return (
    <ol className="glip-how" aria-label="How it works">
      {STEPS.map(({ title, text }) => (
        <li key={title} className="glip-how__step">
          <h2 className="glip-how__title">{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
