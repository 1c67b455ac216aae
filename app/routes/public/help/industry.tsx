import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { SUBMISSION_TYPES } from "#db/enumerations";
import { LOCK_MESSAGE } from "~/domain/account/rules";
import { REMINDER_DAYS } from "~/domain/call/rules";
import { ROLE_GUARDS } from "~/domain/industry-user/rules";
import { registrationSchema } from "~/domain/organization/schema";
import { passkeysOffered } from "~/domain/second-factor/queries.server";
import { submissionFieldsSchema } from "~/domain/submission/schema";
import { SUBMISSION_FILE_TYPES } from "~/storage/file-types";
import { ContactPointer, EmailedLinkPointer, FILE_SIZE, fileTypes, Help } from "~/ui/help/help";
import { useFrame } from "~/ui/kit/page/frame-context";
import { Part } from "~/ui/kit/page/guide";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { SearchHelp } from "~/ui/search/search-help";
import { counted, formatCount } from "~/values/format";
import { labelOf, PASSWORD_HINT } from "~/values/labels";
import { LIMITS, SIGN_IN_FAILURES } from "~/values/limits";
import { constraintsOf } from "~/web/forms/constraints.server";
import { page } from "~/web/pages/page.server";
import { CompanyLimits } from "./company-limits";
import { PromisedAnswer } from "./promised-answer";
import { WhatHappens } from "./what-happens";

export const meta = titleOf("Help for companies and labs");

export async function loader(args: LoaderFunctionArgs) {
  const { services, read } = await page(args, "public");
  const { settings } = services;
  const { credentialsLocked, sessionIdleMinutes, sessionAbsoluteHours, answerWithinDays, timeZone } = settings;
  const lockMessage = credentialsLocked ? LOCK_MESSAGE : null;
  const { password, techTags } = constraintsOf(registrationSchema);
  const { title, summary } = constraintsOf(submissionFieldsSchema);
  const offersPasskeys = await read(passkeysOffered);
  const promise = { answerWithinDays, timeZone: timeZone.name };
  const session = { sessionIdleMinutes, sessionAbsoluteHours };
  const guesses = settings.searchBackend !== "fulltext";
  return { guesses, lockMessage, offersPasskeys, ...session, ...promise, password, techTags, title, summary };
}

const PARTS = {
  registering: { id: "registering", title: "Registering" },
  profile: { id: "profile", title: "Your organization's profile" },
  calls: { id: "calls", title: "Finding calls" },
  search: { id: "search", title: "Search" },
  submitting: { id: "submitting", title: "Submitting a document" },
  happens: { id: "what-happens", title: "What happens next" },
  promise: { id: "promise", title: "When you hear from us" },
  notifications: { id: "notifications", title: "Notifications" },
  colleagues: { id: "colleagues", title: "Colleagues" },
  password: { id: "password", title: "Signing in and your password" },
  limits: { id: "limits", title: "Limits" },
} as const;

export default function IndustryHelp() {
  return (
    <Help current="/help/industry" parts={Object.values(PARTS)}>
      <PageHeader
        title="Help for companies, universities and labs"
        lede="How to register, submit documents and follow what happens to them."
        breadcrumbs={[{ label: "Help", to: "/help" }, { label: "For companies and labs" }]}
      />
      <Registering />
      <Profile />
      <Calls />
      <Search />
      <Submitting />
      <WhatHappens part={PARTS.happens} />
      <PromisedAnswer {...PARTS.promise} />
      <Notifications />
      <Colleagues />
      <Password />
      <CompanyLimits {...PARTS.limits} />
    </Help>
  );
}

function Registering() {
  const { password } = useLoaderData<typeof loader>();
  return (
    <Part {...PARTS.registering}>
      <p>
        <Link to="/register">Register your organization</Link> once. The person who registers it becomes its first
        administrator and can invite colleagues.
      </p>
      <ul className="usa-list">
        <li>You need your organization's name and type, your own name, and an email address to sign in with.</li>
        <li>You can add the rest to your profile later: UEI, CAGE code, NAICS codes, size, contacts and tags.</li>
        <li>
          Choose a password of {password?.minLength} to {password?.maxLength} characters. {PASSWORD_HINT}. A sentence is
          long enough and easy to remember.
        </li>
        <li>
          We keep your answers for up to {LIMITS.registrationDraftHours} hours, so you can stop and continue in the same
          browser.
        </li>
        <li>
          If you see that the organization is already registered, someone used its name, UEI or CAGE code. Ask a
          colleague to <a href={`#${PARTS.colleagues.id}`}>invite you</a>, or <ContactPointer />.
        </li>
      </ul>
    </Part>
  );
}

function Profile() {
  const { techTags } = useLoaderData<typeof loader>();
  return (
    <Part {...PARTS.profile}>
      <p>
        Your <Link to="/portal/profile">profile</Link> is what the government reads about you. Everyone in your
        organization can see it. Only administrators can change it.
      </p>
      <ul className="usa-list">
        <li>You cannot change your organization's name here.</li>
        <li>
          Enter up to {LIMITS.naicsCodes} six-digit NAICS codes, and check every set-aside category that applies. With
          any set-aside, you count as a small business.
        </li>
        <li>
          Tags are short terms for what you do, such as <em>autonomy</em> or <em>sensors</em>. Separate them with
          commas, up to {techTags?.maxLength} characters in total. Use our suggested tags where you can, because others
          use the same words.
        </li>
        <li>Only the government can set your organization's status or mark it as a nontraditional contractor.</li>
      </ul>
    </Part>
  );
}

function Calls() {
  return (
    <Part {...PARTS.calls}>
      <p>
        The <Link to="/calls">open calls</Link> describe what the government is looking for. Anyone can read them
        without signing in. Calls that close soonest come first.
      </p>
      <ul className="usa-list">
        <li>Each call says when it closes. Some calls stay open until further notice.</li>
        <li>
          You can <Link to="/calls">subscribe</Link> to calls in a feed reader, or to their deadlines in your calendar.
        </li>
        <li>You do not need a call to submit. You can send a capability statement at any time.</li>
        <li>
          <Link to="/announcements">Announcements</Link> tell you about events and changes.
        </li>
      </ul>
    </Part>
  );
}

function Search() {
  const { guesses } = useLoaderData<typeof loader>();
  return (
    <Part {...PARTS.search}>
      <p>
        Use the search box at the top of any page. If you sign in, you also find what your organization sent, and you
        can select “Save this search” above the results. We then notify you of new records, and you can change or delete{" "}
        <Link to="/searches">your saved searches</Link>.
      </p>
      <SearchHelp audience="company" guesses={guesses} />
    </Part>
  );
}

function Submitting() {
  const { title, summary } = useLoaderData<typeof loader>();
  return (
    <Part {...PARTS.submitting}>
      <p>
        Sign in and <Link to="/portal/submissions/new">submit a document</Link>. Choose its type, enter a title and a
        summary, and add the file.
      </p>
      <ul className="usa-list">
        <li>The types are: {SUBMISSION_TYPES.map((type) => labelOf(type).toLowerCase()).join(", ")}.</li>
        <li>
          The title can have {title?.minLength} to {title?.maxLength} characters, and the summary {summary?.minLength}{" "}
          to {formatCount(summary?.maxLength ?? 0)}.
        </li>
        <li>
          Choose a {fileTypes(SUBMISSION_FILE_TYPES)} file up to {FILE_SIZE}, without macros. Its content must match its
          extension. The file is optional.
        </li>
        <li>
          If you are responding to a call, choose the call. We use its tags and yours to find{" "}
          <a href={`#${PARTS.happens.id}`}>reviewers for your document</a>.
        </li>
        <li>
          You cannot change or withdraw a submission. If you made a mistake, submit it again and say so in the summary.
        </li>
        <li>Your submission is private. Only people in your organization and government users can read it.</li>
      </ul>
    </Part>
  );
}

function Notifications() {
  const sendsMail = useFrame()?.sendsMail ?? false;
  return (
    <Part {...PARTS.notifications}>
      <p>
        To see your notifications, select the bell at the top of any page.{" "}
        {sendsMail
          ? "We also email you about them, once a day unless you choose otherwise in your settings."
          : "We do not send email or text messages, so check back from time to time."}
      </p>
      <ul className="usa-list">
        <li>We notify you about announcements, new open calls, your submissions and your account.</li>
        <li>
          In your <Link to="/notifications/settings">notification settings</Link>, you can turn off each kind, or choose
          tags to hear only about calls that have one of them.
        </li>
        <li>
          On the page of an open call, you can follow it. We then remind you {REMINDER_DAYS} days before it closes.
        </li>
        <li>
          You can see the deadlines of these calls <Link to="/account/feeds">in your own calendar</Link>, such as
          Outlook, and your notifications in a feed reader.
        </li>
        <li>We mark a notification as read when you open the page it is about.</li>
        <li>
          We do not notify you when a scheduled call opens or a closed call reopens. Check the list of open calls for
          these.
        </li>
      </ul>
    </Part>
  );
}

function Colleagues() {
  const sendsMail = useFrame()?.sendsMail ?? false;
  return (
    <Part {...PARTS.colleagues}>
      <p>
        Administrators can invite colleagues on the <Link to="/portal/users">People</Link> page.{" "}
        {sendsMail
          ? "We email the invitation, and also show you its link."
          : "We do not send the invitation. We give you a link to send yourself."}
      </p>
      <ul className="usa-list">
        <li>
          One person can use the link, once, within {counted(LIMITS.invitationDays, "day", "days")}. An administrator
          can withdraw it before then.
        </li>
        <li>
          <strong>{labelOf("INDUSTRY_USER")}</strong>: can read the organization's profile and all its submissions, and
          submit documents.
        </li>
        <li>
          <strong>{labelOf("INDUSTRY_ADMIN")}</strong>: can also change the profile, invite people and change their
          roles.
        </li>
        <li>{ROLE_GUARDS}</li>
        <li>
          When someone leaves, select their name on the People page and deactivate the account. They are signed out
          immediately, and a colleague can take over their notifications. You can also end someone's sessions there.
        </li>
      </ul>
    </Part>
  );
}

function Password() {
  const { lockMessage, offersPasskeys, sessionIdleMinutes, sessionAbsoluteHours } = useLoaderData<typeof loader>();
  return (
    <Part {...PARTS.password}>
      <ul className="usa-list">
        <li>
          We sign you out if you do nothing for {counted(sessionIdleMinutes, "minute", "minutes")}, and after{" "}
          {counted(sessionAbsoluteHours, "hour", "hours")} in any case. Two minutes before, we ask whether you are still
          there. Without JavaScript we cannot ask, and you lose what you have not saved.
        </li>
        <li>
          After {SIGN_IN_FAILURES.max} failed tries, you must wait up to{" "}
          {counted(SIGN_IN_FAILURES.windowSeconds / 60, "minute", "minutes")}.
        </li>
        {!lockMessage && (
          <li>
            <Link to="/account/second-factor">Turn on a second factor</Link>, and your password is not enough to sign
            in: you also enter a code from an app on your phone. Keep your recovery codes. If you lost them and your
            phone, an administrator of your organization can remove your second factor.
          </li>
        )}
        {offersPasskeys && (
          <li>
            <Link to="/account/passkeys">Add a passkey</Link> to sign in with your fingerprint, your face or a PIN
            instead of your password. It needs JavaScript.
          </li>
        )}
        {lockMessage ? (
          <li>{LOCK_MESSAGE}</li>
        ) : (
          <li>
            <Link to="/account/password">Change your password</Link> if you think someone knows it. This signs you out
            everywhere.
          </li>
        )}
        <li>
          <Link to="/account">Your account</Link> shows where you are signed in. You can end a session you do not
          recognize.
        </li>
        <li>
          If you forgot your password, ask an administrator of your organization for a link to set a new one.{" "}
          {!lockMessage && <EmailedLinkPointer />} If you are the only administrator, <ContactPointer />.
        </li>
      </ul>
    </Part>
  );
}
