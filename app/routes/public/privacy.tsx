import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { NOTICE_SECONDS } from "~/http/cookies.server";
import { page } from "~/http/page.server";
import { LIMITS } from "~/limits";
import { counted } from "~/ui/format";
import { Part } from "~/ui/guide";
import { Help, WhomToAsk } from "~/ui/help";
import { PageHeader } from "~/ui/page";
import { PairTable } from "~/ui/pair-table";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Privacy");

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await page(args, "public");
  const { sessionIdleMinutes, sessionAbsoluteHours, pageviewRetentionDays } = services.settings;
  return { sessionIdleMinutes, sessionAbsoluteHours, pageviewRetentionDays, noticeSeconds: NOTICE_SECONDS };
}

const PARTS = {
  kept: { id: "kept", title: "What is kept about you" },
  who: { id: "who", title: "Who sees it" },
  cookies: { id: "cookies", title: "Cookies" },
  logs: { id: "logs", title: "What is recorded" },
  long: { id: "how-long", title: "How long" },
  not: { id: "not-done", title: "What is not done" },
  ask: { id: "ask", title: "Questions" },
} as const;

export default function Privacy() {
  return (
    <Help current="/privacy" parts={Object.values(PARTS)}>
      <PageHeader title="Privacy" lede="What this service keeps about you, why, for how long, and who sees it." />
      <Part {...PARTS.kept}>
        <ul className="usa-list">
          <li>
            <strong>Your account</strong>: name, email address, role, and the organization or command that you belong
            to. Of your password only a hash is kept, from which it cannot be read.
          </li>
          <li>
            <strong>Your organization's profile</strong>: what its administrators enter, with the names, email addresses
            and telephone numbers of its contacts.
          </li>
          <li>
            <strong>What you send</strong>: submissions, notes, and the files with them.
          </li>
          <li>
            <strong>Your notices</strong>, which of them you have read, and your settings for them.
          </li>
        </ul>
      </Part>
      <Part {...PARTS.who}>
        <ul className="usa-list">
          <li>
            The public sees calls and announcements: with the name of whoever published an announcement, and the
            contacts that a call names.
          </li>
          <li>Your organization's people see its profile, its submissions and each other.</li>
          <li>
            Government users see all profiles and submissions, and who submitted them. Their own notes and engagements
            are for government alone.
          </li>
          <li>No organization sees anything of another one.</li>
          <li>Files are private: each download asks who you are, and is recorded.</li>
        </ul>
      </Part>
      <Cookies />
      <Part {...PARTS.logs}>
        <ul className="usa-list">
          <li>
            <strong>The audit log</strong> has every change, sign-in (failed ones too) and download: the time, your
            email address and role, your network address (IP), your browser's name for itself, and what was changed. It
            never has passwords or the content of files. System administrators read it; the history of an organization,
            as far as it is of that log, is read by all of government.
          </li>
          <li>
            <strong>Page views</strong> are written to the same log by the service itself, without a cookie: the page,
            the page of this site before it, network address, browser, and your email address if you are signed in. What
            stands behind the question mark of an address is left out. It needs JavaScript: without, you are not
            counted.
          </li>
          <li>
            <strong>The server's own log</strong> has each request: time, path, result, network address, and the number
            of your account if you are signed in. It is for finding faults and attacks.
          </li>
        </ul>
      </Part>
      <HowLong />
      <Part {...PARTS.not}>
        <ul className="usa-list">
          <li>The service sends no email and no text messages.</li>
          <li>
            Nothing is loaded from other sites, and nothing is sent to them. There is no advertising and no tracking.
          </li>
          <li>Nobody's data is sold or passed on by the service.</li>
        </ul>
      </Part>
      <Part {...PARTS.ask}>
        <p>
          To ask what is kept about you, or to have something put right, <WhomToAsk />. Much of it you see and change
          yourself: <Link to="/account">your account</Link>,{" "}
          <Link to="/notifications/settings">your notification settings</Link> and, as an organization's administrator,
          its profile.
        </p>
      </Part>
    </Help>
  );
}

function Cookies() {
  const { sessionIdleMinutes, sessionAbsoluteHours, noticeSeconds } = useLoaderData<typeof loader>();
  const rows = [
    {
      key: "session",
      name: "session",
      meaning: `Keeps you signed in. A random number, set when you sign in, register or accept an invitation. It counts for ${counted(sessionIdleMinutes, "minute", "minutes")} after your last page and for ${counted(sessionAbsoluteHours, "hour", "hours")} in all, and goes when you sign out.`,
    },
    {
      key: "notice",
      name: "notice",
      meaning: `Carries a message such as "saved" to the next page. It lasts until that page, at most ${counted(noticeSeconds, "second", "seconds")}.`,
    },
    {
      key: "registration",
      name: "registration",
      meaning: `Leads back to the answers of a registration that you have begun. A random number, for at most ${counted(LIMITS.registrationDraftHours, "hour", "hours")}.`,
    },
  ];
  return (
    <Part {...PARTS.cookies}>
      <p>
        There are three, all set by this site alone and needed for what you do. Scripts cannot read them. On a secure
        connection their names begin with <code>__Host-</code>.
      </p>
      <PairTable caption="Cookies" isCaptionHidden columns={["Name", "What it is for"]} rows={rows} />
      <p>
        Besides, your browser remembers for its own tab how far you had scrolled. It is not sent, and goes with the tab.
      </p>
    </Part>
  );
}

function HowLong() {
  const { sessionAbsoluteHours, pageviewRetentionDays } = useLoaderData<typeof loader>();
  return (
    <Part {...PARTS.long}>
      <ul className="usa-list">
        <li>
          The answers of a registration that is not finished: {counted(LIMITS.registrationDraftHours, "hour", "hours")}.
        </li>
        <li>
          Sessions, with the network address and browser of each: until they end, after{" "}
          {counted(sessionAbsoluteHours, "hour", "hours")} at most.
        </li>
        <li>
          An invitation can be used for {counted(LIMITS.invitationDays, "day", "days")}; that it was made is kept.
        </li>
        <li>
          Engagements, and single files of engagements and announcements: until somebody deletes them. A deleted
          announcement is shown to nobody, but is kept.
        </li>
        {pageviewRetentionDays > 0 && <li>Page views: {counted(pageviewRetentionDays, "day", "days")}.</li>}
        <li>
          All else is kept without an end: accounts, profiles, submissions with their files, calls, announcements,
          notices and the audit log{pageviewRetentionDays === 0 && " with its page views"}. An archived submission is
          hidden from lists, not deleted. The service itself deletes none of it.
        </li>
        <li>How long the server's own log and copies for safety are kept is up to the agency that runs the service.</li>
      </ul>
    </Part>
  );
}
