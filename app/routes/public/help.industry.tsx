import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { SUBMISSION_TYPES } from "#db/enumerations";
import { registrationSchema } from "~/domain/organization/schema";
import { submissionFieldsSchema } from "~/domain/submission/schema";
import { constraintsOf } from "~/http/form.server";
import { page } from "~/http/page.server";
import { labelOf } from "~/labels";
import { DRAFT_LIMITS, LIMITS, RATE_LIMITS, SIGN_IN_FAILURES } from "~/limits";
import { SUBMISSION_FILE_TYPES } from "~/storage/file-types";
import { counted, formatCount } from "~/ui/format";
import { Part } from "~/ui/guide";
import { FILE_SIZE, fileTypes, Help, inWords, WhomToAsk } from "~/ui/help";
import { DataTable, PageHeader } from "~/ui/page";
import { PairTable } from "~/ui/pair-table";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Help for companies and labs");

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await page(args, "public");
  const { credentialsLocked, sessionIdleMinutes, sessionAbsoluteHours } = services.settings;
  const { password, techTags } = constraintsOf(registrationSchema);
  const { title, summary } = constraintsOf(submissionFieldsSchema);
  return { credentialsLocked, sessionIdleMinutes, sessionAbsoluteHours, password, techTags, title, summary };
}

const PARTS = {
  registering: { id: "registering", title: "Registering" },
  profile: { id: "profile", title: "Your organization's profile" },
  calls: { id: "calls", title: "Finding calls" },
  submitting: { id: "submitting", title: "Submitting a document" },
  happens: { id: "what-happens", title: "What happens after" },
  notices: { id: "notices", title: "Notices" },
  colleagues: { id: "colleagues", title: "Colleagues" },
  password: { id: "password", title: "Signing in, and your password" },
  limits: { id: "limits", title: "Limits" },
} as const;

export default function IndustryHelp() {
  return (
    <Help current="/help/industry" parts={Object.values(PARTS)}>
      <PageHeader
        title="Help for companies, universities and labs"
        lede="From registering to hearing that your document was reviewed."
        breadcrumbs={[{ label: "Help", to: "/help" }, { label: "For companies and labs" }]}
      />
      <Registering />
      <Profile />
      <Calls />
      <Submitting />
      <WhatHappens />
      <Notices />
      <Colleagues />
      <Password />
      <Limits />
    </Help>
  );
}

function Registering() {
  const { password } = useLoaderData<typeof loader>();
  return (
    <Part {...PARTS.registering}>
      <p>
        <Link to="/register">Register your organization</Link> once. Whoever registers it becomes its first
        administrator and can invite the others.
      </p>
      <ul className="usa-list">
        <li>You need your organization's name, its type, your own name and an email address to sign in with.</li>
        <li>
          Everything else can wait: UEI, CAGE code, NAICS codes, size, contacts, tags. You can add it later in the
          profile.
        </li>
        <li>
          Your password has {password?.minLength} to {password?.maxLength} characters, with an upper case letter, a
          lower case letter, a digit and a special character. A sentence is easy to remember and long enough.
        </li>
        <li>
          Your answers are kept on the server for up to {LIMITS.registrationDraftHours} hours, so that you can stop and
          go on in the same browser.
        </li>
        <li>
          If you are told that the organization is registered already, somebody used its name, UEI or CAGE code. Ask a
          colleague to <a href={`#${PARTS.colleagues.id}`}>invite you</a>, or <WhomToAsk />.
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
        The <Link to="/portal/profile">profile</Link> is what the government reads about you. Everybody of your
        organization sees it; administrators change it.
      </p>
      <ul className="usa-list">
        <li>Your organization's name cannot be changed here.</li>
        <li>
          Give up to {LIMITS.naicsCodes} NAICS codes of six digits, and every set-aside category that applies. With any
          of them you count as a small business.
        </li>
        <li>
          Tags say in single words what you do, such as <em>autonomy</em> or <em>sensors</em>: up to{" "}
          {techTags?.maxLength} characters, with commas between. Use those that are offered where they fit: others use
          the same words.
        </li>
        <li>Only government sets the status of your organization, and whether it is a nontraditional contractor.</li>
      </ul>
    </Part>
  );
}

function Calls() {
  return (
    <Part {...PARTS.calls}>
      <p>
        The <Link to="/calls">open calls</Link> say what the government looks for. Anybody can read them without signing
        in. The one whose deadline is nearest comes first.
      </p>
      <ul className="usa-list">
        <li>A call takes submissions until the end of its last day, 23:59 UTC. Some have no last day.</li>
        <li>
          You can <Link to="/calls">subscribe</Link> to the calls in a feed reader, or to their deadlines in a calendar.
        </li>
        <li>
          You need no call to submit: a capability statement may come at any time.{" "}
          <Link to="/announcements">Announcements</Link> tell of events and changes.
        </li>
      </ul>
    </Part>
  );
}

function Submitting() {
  const { title, summary } = useLoaderData<typeof loader>();
  return (
    <Part {...PARTS.submitting}>
      <p>
        <Link to="/portal/submissions/new">Submit a document</Link> when you are signed in. Choose what it is, give it a
        title and a summary, and add the file.
      </p>
      <ul className="usa-list">
        <li>It is one of these: {SUBMISSION_TYPES.map((type) => labelOf(type).toLowerCase()).join(", ")}.</li>
        <li>
          The title has {title?.minLength} to {title?.maxLength} characters, the summary {summary?.minLength} to{" "}
          {formatCount(summary?.maxLength ?? 0)}.
        </li>
        <li>
          The file is {fileTypes(SUBMISSION_FILE_TYPES)}, at most {FILE_SIZE}, and without macros. Its content must be
          what its name says. You may submit without a file.
        </li>
        <li>
          If it answers a call, choose the call: its tags then count as well as yours. Tags decide{" "}
          <a href={`#${PARTS.happens.id}`}>who is told</a>.
        </li>
        <li>You cannot change or take back what you sent. If something was wrong, send it again and say so.</li>
        <li>
          It stays private: people of your own organization and government users can read it. There is no public address
          of your file.
        </li>
      </ul>
    </Part>
  );
}

const STATUSES = [
  { key: "SUBMITTED", meaning: "It arrived, and has no reviewer yet. The government can look again." },
  { key: "ROUTED", meaning: "It reached government reviewers." },
  {
    key: "REVIEWED",
    meaning: "Somebody read it. The person who submitted it is notified, unless they turned that off.",
  },
  { key: "ARCHIVED", meaning: "It is done with. You still see it; government's lists do not show it any more." },
] as const;

function WhatHappens() {
  return (
    <Part {...PARTS.happens}>
      <p>
        The service compares the tags of your submission and of its call with the tags that government people follow.
        Whoever follows one of them is told at once. The author of a call is told of every submission to it.
      </p>
      <PairTable
        caption="The status of a submission"
        columns={["Status", "What it means"]}
        rows={STATUSES.map(({ key, meaning }) => ({ key, name: labelOf(key), meaning }))}
      />
      <p>
        Being reviewed is no decision on a contract. If somebody wants to know more, they write to you or call you
        outside of this service, so keep your <Link to="/portal/profile">contacts</Link> up to date.
      </p>
    </Part>
  );
}

function Notices() {
  return (
    <Part {...PARTS.notices}>
      <p>
        Notices wait behind the bell at the top of every page. The service sends no email and no text messages, so look
        in from time to time.
      </p>
      <ul className="usa-list">
        <li>
          You hear of announcements, of calls that open, and of what happens to your submissions and your account.
        </li>
        <li>
          In the <Link to="/notifications/settings">notification settings</Link> you can switch each kind off, or keep
          the calls to those that have one of your tags.
        </li>
        <li>Opening what a notice is about marks the notice read.</li>
        <li>
          A call that opens at a time set beforehand, or is opened a second time, notifies nobody: look at the list.
        </li>
      </ul>
    </Part>
  );
}

function Colleagues() {
  return (
    <Part {...PARTS.colleagues}>
      <p>
        Administrators invite colleagues on the page <Link to="/portal/users">People</Link>. The service shows a link
        and sends nothing: you pass the link on.
      </p>
      <ul className="usa-list">
        <li>
          A link lets one person in, once, within {counted(LIMITS.invitationDays, "day", "days")}. An administrator can
          withdraw it before.
        </li>
        <li>
          <strong>{labelOf("INDUSTRY_USER")}</strong>: reads the profile and all submissions of the organization, and
          submits.
        </li>
        <li>
          <strong>{labelOf("INDUSTRY_ADMIN")}</strong>: besides, changes the profile, invites people and changes their
          roles.
        </li>
        <li>
          You cannot take the administrator's role from yourself, and an organization keeps at least one administrator.
        </li>
      </ul>
    </Part>
  );
}

function Password() {
  const { credentialsLocked, sessionIdleMinutes, sessionAbsoluteHours } = useLoaderData<typeof loader>();
  return (
    <Part {...PARTS.password}>
      <ul className="usa-list">
        <li>
          You are signed out after {counted(sessionIdleMinutes, "minute", "minutes")} without use, and after{" "}
          {counted(sessionAbsoluteHours, "hour", "hours")} in any case. Two minutes before, the page asks whether you
          are still there; without JavaScript it cannot, and what you had not sent is then lost.
        </li>
        <li>
          After {SIGN_IN_FAILURES.max} failed tries you must wait:{" "}
          {counted(SIGN_IN_FAILURES.windowSeconds / 60, "minute", "minutes")} at most.
        </li>
        {credentialsLocked ? (
          <li>Passwords cannot be changed on this deployment.</li>
        ) : (
          <li>
            <Link to="/account/password">Change your password</Link> when you think somebody knows it. You are then
            signed out everywhere.
          </li>
        )}
        <li>
          <Link to="/account">Your account</Link> shows where you are signed in, and ends a session that is not yours.
        </li>
        <li>
          The service cannot send you a forgotten password or a new one. If you cannot sign in, <WhomToAsk />.
        </li>
      </ul>
    </Part>
  );
}

const LIMIT_ROWS = [
  { what: "Registrations from one network address", limit: inWords(RATE_LIMITS.registration) },
  { what: "Saved steps of a registration from one network address", limit: inWords(DRAFT_LIMITS.step) },
  { what: "Submissions of one person", limit: inWords(RATE_LIMITS.submission) },
  { what: "A file", limit: FILE_SIZE },
  { what: "Files of one submission", limit: "1" },
  { what: "Invitations of one organization", limit: inWords(RATE_LIMITS.invitation) },
  { what: "Tries to change a password", limit: inWords(RATE_LIMITS.passwordChange) },
] as const;

function Limits() {
  return (
    <Part {...PARTS.limits}>
      <p>Beyond these the service refuses and says how long to wait.</p>
      <DataTable
        caption="Limits"
        rows={LIMIT_ROWS}
        rowKey={({ what }) => what}
        columns={[
          { key: "what", header: "What", cell: ({ what }) => what },
          { key: "limit", header: "At most", cell: ({ limit }) => limit },
        ]}
      />
    </Part>
  );
}
