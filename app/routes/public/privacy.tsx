import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ContactPointer, Help } from "~/ui/help/help";
import { PairTable } from "~/ui/kit/list/pair-table";
import { useFrame } from "~/ui/kit/page/frame-context";
import { Part } from "~/ui/kit/page/guide";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { counted } from "~/values/format";
import { LIMITS, MAIL } from "~/values/limits";
import { page } from "~/web/pages/page.server";
import { NOTICE_SECONDS } from "~/web/transport/cookies.server";

export const meta = titleOf("Privacy");

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await page(args, "public");
  const { sessionIdleMinutes, sessionAbsoluteHours, pageviewRetentionDays } = services.settings;
  return { sessionIdleMinutes, sessionAbsoluteHours, pageviewRetentionDays, noticeSeconds: NOTICE_SECONDS };
}

const PARTS = {
  kept: { id: "kept", title: "What we keep about you" },
  who: { id: "who", title: "Who sees it" },
  cookies: { id: "cookies", title: "Cookies" },
  logs: { id: "logs", title: "What we record" },
  long: { id: "how-long", title: "How long we keep it" },
  not: { id: "not-done", title: "What we do not do" },
  ask: { id: "ask", title: "Questions" },
} as const;

export default function Privacy() {
  const sendsMail = useFrame()?.sendsMail ?? false;
  return (
    <Help current="/privacy" parts={Object.values(PARTS)}>
      <PageHeader title="Privacy" lede="What we keep about you, why, for how long, and who can see it." />
      <Part {...PARTS.kept}>
        <ul className="usa-list">
          <li>
            <strong>Your account</strong>: your name, email address, role, and organization or command. We keep only a
            hash of your password. Nobody can read the password from it. If you turn on a second factor, we keep the key
            of your app in encrypted form, and hashes of your recovery codes. Of a passkey, we keep the public key. Your
            fingerprint, face or PIN stays on your device.
          </li>
          <li>
            <strong>Your organization's profile</strong>: what its administrators enter, including the names, email
            addresses and telephone numbers of its contacts.
          </li>
          <li>
            <strong>What you send</strong>: submissions, notes and files.
          </li>
          <li>
            <strong>Your notifications</strong>, which ones you have read, and your notification settings
            {sendsMail && ", with how soon we email you"}.
          </li>
          <li>
            <strong>Your searches</strong>: those you save, and the last {LIMITS.recentSearches} that you made while
            signed in. Only you see them. They are not in the audit log or in exports.
          </li>
        </ul>
      </Part>
      <Part {...PARTS.who}>
        <ul className="usa-list">
          <li>
            The public can see calls and announcements. A call shows the contacts it lists. An announcement shows who
            published it.
          </li>
          <li>People in your organization can see its profile, its submissions and one another.</li>
          <li>
            Government users can see every profile and submission, and who submitted it. Only government users can see
            their notes and engagements.
          </li>
          <li>Organizations cannot see each other's information.</li>
          <li>Files are private. You must sign in to download one, and we record each download.</li>
        </ul>
      </Part>
      <Cookies />
      <Part {...PARTS.logs}>
        <ul className="usa-list">
          <li>
            <strong>The audit log</strong> records every change, sign-in (including failed ones) and download. Each
            entry has the time, your email address and role, your IP address, what your browser calls itself, and what
            changed. It never contains passwords, codes or the content of files. Only system administrators can read the
            log. All government users can read an organization's history, which comes from it.
          </li>
          <li>
            <strong>Page views</strong> are recorded in the same log, without a cookie. We record the page, the page you
            came from on this site, your IP address, your browser, and your email address if you are signed in. We leave
            out anything after a question mark in the address. If your browser does not run JavaScript, we do not record
            your page views.
          </li>
          <li>
            <strong>The server's own log</strong> records the time, path, result and IP address of each request, and
            your account ID if you are signed in. We use it to find faults and attacks.
          </li>
        </ul>
      </Part>
      <HowLong />
      <Part {...PARTS.not}>
        <ul className="usa-list">
          {sendsMail ? (
            <li>
              We do not track whether you open our email. It has no images, and repeats only titles that are public. We
              do not send text messages.
            </li>
          ) : (
            <li>We do not send email or text messages.</li>
          )}
          <li>
            We do not let other programs read your dates and notifications, unless you turn on your{" "}
            <Link to="/account/feeds">calendar and feed</Link>. Any program or person that has its address can then read
            them, with only the titles that are public.
          </li>
          <li>
            We do not load anything from other sites
            {sendsMail ? ". Besides email, we send nothing to them." : " or send anything to them."} There is no
            advertising and no tracking.
          </li>
          <li>We do not sell your information or share it with other services.</li>
        </ul>
      </Part>
      <Part {...PARTS.ask}>
        <p>
          To ask what we keep about you, or to have something corrected, <ContactPointer />. You can see and change much
          of it yourself in <Link to="/account">your account</Link>,{" "}
          <Link to="/notifications/settings">your notification settings</Link> and, if you are an administrator, your
          organization's profile.
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
      meaning: `Keeps you signed in. It is a random number that we set when you sign in, register or accept an invitation. It expires ${counted(sessionIdleMinutes, "minute", "minutes")} after your last page, after ${counted(sessionAbsoluteHours, "hour", "hours")} in total, or when you sign out.`,
    },
    {
      key: "notice",
      name: "notice",
      meaning: `Carries a message such as "saved" to the next page. It lasts until that page, and ${counted(noticeSeconds, "second", "seconds")} at most.`,
    },
    {
      key: "sign-in-step",
      name: "sign-in-step",
      meaning: `Remembers that your password was right while you enter the code of your second factor. It is a random number that lasts ${counted(LIMITS.signInStepMinutes, "minute", "minutes")} at most.`,
    },
    {
      key: "identity",
      name: "identity",
      meaning: `If this service has single sign-on: recognizes your browser when the sign-in provider sends you back. It is a random number that lasts ${counted(LIMITS.identityRequestMinutes, "minute", "minutes")} at most.`,
    },
    {
      key: "passkey",
      name: "passkey",
      meaning: `Makes sure that the browser that asked for a passkey is the one that uses it. It is a random number that lasts ${counted(LIMITS.passkeyCeremonyMinutes, "minute", "minutes")} at most.`,
    },
    {
      key: "registration",
      name: "registration",
      meaning: `Brings you back to the answers of a registration that you started. It is a random number that lasts ${counted(LIMITS.registrationDraftHours, "hour", "hours")} at most.`,
    },
  ];
  return (
    <Part {...PARTS.cookies}>
      <p>
        We set up to six cookies. The service needs each of them, and scripts cannot read them. On a secure connection
        their names start with <code>__Host-</code>.
      </p>
      <PairTable caption="Cookies" isCaptionHidden columns={["Name", "What it is for"]} rows={rows} />
      <p>
        Your browser also remembers how far you scrolled. It does not send this to us, and forgets it when you close the
        tab.
      </p>
    </Part>
  );
}

function HowLong() {
  const sendsMail = useFrame()?.sendsMail ?? false;
  const { sessionAbsoluteHours, pageviewRetentionDays } = useLoaderData<typeof loader>();
  return (
    <Part {...PARTS.long}>
      <ul className="usa-list">
        <li>Answers of an unfinished registration: {counted(LIMITS.registrationDraftHours, "hour", "hours")}.</li>
        <li>
          Sessions, with the IP address and browser of each: until they end, which is after{" "}
          {counted(sessionAbsoluteHours, "hour", "hours")} at most.
        </li>
        <li>
          Invitations: they work for {counted(LIMITS.invitationDays, "day", "days")}. We keep a record of each one.
        </li>
        <li>
          Your last {LIMITS.recentSearches} searches: until you clear them on the search page, or newer ones replace
          them.
        </li>
        <li>
          Engagements, and files on engagements and announcements: until someone deletes them. We keep deleted
          announcements, but nobody can see them.
        </li>
        {pageviewRetentionDays > 0 && <li>Page views: {counted(pageviewRetentionDays, "day", "days")}.</li>}
        <li>
          Everything else has no end date: accounts, profiles, submissions and their files, calls, announcements,
          notifications and the audit log{pageviewRetentionDays === 0 && " with its page views"}. An archived submission
          no longer appears in lists, but we do not delete it.
        </li>
        {sendsMail && (
          <li>
            Email that we send you: {counted(MAIL.sentDays, "day")} after it was written, or{" "}
            {counted(MAIL.failedDays, "day")} if it could not be sent.
          </li>
        )}
        <li>The server's own log and backups: the agency that runs the service decides.</li>
      </ul>
    </Part>
  );
}
