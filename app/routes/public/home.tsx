import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { browseAnnouncements } from "~/domain/announcement/queries.server";
import { browseOpenCalls } from "~/domain/call/queries.server";
import { publicFigures } from "~/domain/outcome/public-figures.server";
import { AnnouncementList } from "~/ui/announcement/announcement-list";
import { CallList } from "~/ui/call/call-list";
import { SubmitAnytime } from "~/ui/call/submit-anytime";
import { feedLinks } from "~/ui/feed/feeds";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { useFrame } from "~/ui/kit/page/frame-context";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { counted, formatCount, formatMonth } from "~/values/format";
import { LIMITS } from "~/values/limits";
import { homeOf } from "~/web/pages/home";
import { page } from "~/web/pages/page.server";

export const meta = titleOf("Work with us");

const CALLS_SHOWN = "5";
const ANNOUNCEMENTS_SHOWN = "3";

export const links = () => feedLinks("announcements", "calls");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "public");
  const { items: calls, total } = await read(browseOpenCalls, { pageSize: CALLS_SHOWN });
  const { items: announcements } = await read(browseAnnouncements, { pageSize: ANNOUNCEMENTS_SHOWN });
  const { answerWithinDays } = services.settings;
  return {
    home: actor && homeOf(actor),
    calls,
    total,
    announcements,
    figures: await read(publicFigures),
    answerWithinDays,
  };
}

export default function Home() {
  const { calls, total, announcements } = useLoaderData<typeof loader>();
  return (
    <>
      <Hero />
      <Figures />
      <div className="glip-columns">
        <Section
          title="What we are looking for now"
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
        <WhatHappens />
      </div>
      {announcements.length > 0 && (
        <Section title="Announcements" actions={<Link to="/announcements">All announcements</Link>}>
          <AnnouncementList announcements={announcements} isCards />
        </Section>
      )}
    </>
  );
}

/** Whose portal it is, what it is for, and the one thing to do next. */
function Hero() {
  const { home } = useLoaderData<typeof loader>();
  const frame = useFrame();
  return (
    <div className="glip-hero">
      <div>
        {frame?.agencyName && <p className="glip-hero__agency">{frame.agencyName}</p>}
        <h1>Bring your technology to the government</h1>
        <p className="glip-hero__lede">
          Show us what your organization can do. We send your documents to the reviewers who follow your technology, and
          you see what becomes of them.
        </p>
        <p className="glip-hero__action">
          {home === null ? (
            <>
              <Link className="usa-button" to="/register">
                Register your organization
              </Link>
              <span>
                Already registered? <Link to="/login">Sign in</Link>
              </span>
            </>
          ) : (
            <Link className="usa-button" to={home}>
              Go to your dashboard
            </Link>
          )}
        </p>
      </div>
      {frame?.sealPath && <img className="glip-hero__seal" src={frame.sealPath} alt="" width="208" height="208" />}
    </div>
  );
}

/** What became of submissions, as far as there were enough to say so. */
function Figures() {
  const { figures, answerWithinDays } = useLoaderData<typeof loader>();
  const { received, answered, medianDays, nextSteps, months } = figures;
  const shown = [
    { value: received, label: "submissions received" },
    { value: answered, label: "submissions answered" },
    { value: medianDays, label: "days until half of those were answered", promised: answerWithinDays },
    { value: nextSteps, label: "led to interest, a meeting or a referral" },
  ].filter(({ value }) => value !== null);
  if (shown.length === 0) return null;
  return (
    <section className="glip-numbers" aria-label="Submissions in numbers">
      <p className="glip-numbers__period">
        {formatMonth(months.first)} to {formatMonth(months.last)}, rounded to {LIMITS.publicFiguresRoundedTo}
      </p>
      <dl className="glip-numbers__list">
        {shown.map(({ value, label, promised = 0 }) => (
          <div key={label}>
            <dt>
              {label}
              {promised > 0 && `. We promise ${counted(promised, "working day")}`}
            </dt>
            <dd>{formatCount(value ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What happens to a document, in order. */
const STEPS = [
  { title: "You submit", text: "A document of a few pages, in response to a call or at any time. It stays private." },
  { title: "We route it", text: "Its tags decide which reviewers get it. You see when it has reached them." },
  { title: "A reviewer reads it", text: "If they need to know more, they ask you here." },
  { title: "You get an answer", text: "Interest, a meeting, a referral, or a plain “not now”. You read it here." },
];

function WhatHappens() {
  const { answerWithinDays } = useLoaderData<typeof loader>();
  return (
    <Section title="What happens to what you send">
      <ol className="glip-how">
        {STEPS.map(({ title, text }) => (
          <li key={title} className="glip-how__step">
            <h3 className="glip-how__title">{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p>
        {answerWithinDays > 0 &&
          `We promise an answer within ${counted(answerWithinDays, "working day")}, unless a call says otherwise. `}
        <Link to="/help/industry#what-happens">How this works</Link>
      </p>
    </Section>
  );
}
