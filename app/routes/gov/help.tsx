import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { GOVERNMENT_ROLES, type GovernmentRole } from "#db/enumerations";
import { assignableRoles } from "~/domain/account-administration/government-tiers";
import { type Gate, reachThrough } from "~/policy/policy";
import { ATTACHMENT_FILE_TYPES } from "~/storage/file-types";
import { FILE_SIZE, fileTypes, Help, inWords } from "~/ui/help/help";
import { Reviewing } from "~/ui/help/reviewing";
import { RoleTable } from "~/ui/help/role-table";
import { useDayEnd } from "~/ui/kit/format/day-end";
import { PairTable } from "~/ui/kit/list/pair-table";
import { useFrame } from "~/ui/kit/page/frame-context";
import { Part } from "~/ui/kit/page/guide";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { SearchHelp } from "~/ui/search/search-help";
import { formatCount } from "~/values/format";
import { labelOf } from "~/values/labels";
import { LIMITS, RATE_LIMITS } from "~/values/limits";
import { page } from "~/web/pages/page.server";

export const meta = titleOf("Help for government");

/** What each gate allows, in words, from what everyone may do to what few may. */
const TASKS: readonly { gate: Gate; task: string }[] = [
  { gate: "gov read", task: "Read and search all records" },
  { gate: "gov write", task: "Review submissions, set an organization's status, and write internal notes about it" },
  { gate: "review assignment", task: "Assign submissions to other people" },
  { gate: "engagement write", task: "Record and edit engagements, their notes and files" },
  { gate: "publisher", task: "Publish calls and announcements" },
  { gate: "admin tier", task: "See the lists of commands and of government users" },
  { gate: "user administration", task: "Add government users and change their roles" },
  { gate: "account administration", task: "Help people back in, end their sessions and deactivate accounts" },
  { gate: "enterprise", task: "Export the ledger and reroute submissions" },
  { gate: "system admin", task: "Change commands and tags, and read traffic and the audit log" },
];

/** What each government role may do, from the policy. */
function tasksByRole() {
  return TASKS.map(({ gate, task }) => ({
    task,
    reaches: GOVERNMENT_ROLES.map((role) => reachThrough(gate, { role, industryRole: null })),
  }));
}

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await page(args, "gov read");
  const { searchBackend, credentialsLocked, recertifyDays } = services.settings;
  return { tasks: tasksByRole(), guesses: searchBackend !== "fulltext", credentialsLocked, recertifyDays };
}

const PARTS = {
  interests: { id: "interests", title: "What we send you" },
  reviewing: { id: "reviewing", title: "Reviewing submissions" },
  organizations: { id: "organizations", title: "Organizations" },
  calls: { id: "calls", title: "Calls" },
  announcements: { id: "announcements", title: "Announcements" },
  engagements: { id: "engagements", title: "Engagements" },
  search: { id: "search", title: "Searching" },
  roles: { id: "roles", title: "What each role can do" },
  export: { id: "export", title: "Export" },
  audit: { id: "audit", title: "What we record" },
} as const;

export default function GovernmentHelp() {
  const { guesses } = useLoaderData<typeof loader>();
  return (
    <Help current="/help/government" parts={Object.values(PARTS)}>
      <PageHeader
        title="Help for government"
        lede="How to review submissions, publish calls and announcements, and keep the record."
        breadcrumbs={[{ label: "Help", to: "/help" }, { label: "For government" }]}
      />
      <Interests />
      <Reviewing part={PARTS.reviewing} />
      <Organizations />
      <Calls />
      <Announcements />
      <Engagements />
      <Part {...PARTS.search}>
        <p>
          Use the search box at the top of any page to search all records. Select “Save this search” above the results,
          and we notify you of new ones. You can change or delete <Link to="/searches">your saved searches</Link>.
        </p>
        <SearchHelp audience="government" guesses={guesses} />
      </Part>
      <Roles />
      <Export />
      <Recorded />
    </Help>
  );
}

function Interests() {
  return (
    <Part {...PARTS.interests}>
      <p>
        Your <Link to="/notifications/settings">routing interests</Link> are tags. We send you a submission if it, or
        its call, has exactly one of these tags. If you have no interests, we send you only submissions to your own
        calls.
      </p>
      <ul className="usa-list">
        <li>
          System administrators can give a suggested tag other names, such as "drones" for counter-uas. Routing treats
          them as the same tag.
        </li>
        <li>If you wrote a call, we send you every submission to it.</li>
        <li>
          If you turn off these notifications, we still route submissions to you. Find them under{" "}
          <Link to="/gov/submissions?view=mine">Routed to me</Link>.
        </li>
        <li>A submission's page shows who it was routed to, by which tags, and who was not notified and why.</li>
        <li>If you change your interests, the change applies to new submissions.</li>
        <li>
          You can see your engagements, tasks and the deadlines of your calls{" "}
          <Link to="/account/feeds">in your own calendar</Link>, such as Outlook, and your notifications in a feed
          reader.
        </li>
        <li>
          A submission without a reviewer stays <strong>{labelOf("SUBMITTED")}</strong>. An administrator can reroute{" "}
          <Link to="/gov/submissions?view=unrouted">unrouted submissions</Link>.
        </li>
      </ul>
    </Part>
  );
}

function Organizations() {
  return (
    <Part {...PARTS.organizations}>
      <p>
        An <Link to="/gov/organizations">organization</Link> writes its own profile. You set its status and whether it
        is nontraditional. The organization sees both, but we do not notify it of changes. Only government users can
        read internal notes.
      </p>
    </Part>
  );
}

const CALL_STATES = [
  { key: "DRAFT", meaning: "Only government users can see it. You can edit it, schedule it or open it." },
  {
    key: "PENDING",
    meaning:
      "The call is scheduled. Only government users can see it, and you can edit it. It opens on its own at the scheduled time, without a notification. If you open it earlier, we notify industry.",
  },
  {
    key: "OPEN",
    meaning:
      "Everyone can see it, and industry can submit to it until its last day is over. You can no longer edit it.",
  },
  {
    key: "CLOSED",
    meaning: "It takes no submissions. You can reopen it until its last day. Reopening does not notify anyone.",
  },
] as const;

function Calls() {
  const dayEnd = useDayEnd();
  return (
    <Part {...PARTS.calls}>
      <p>
        A <Link to="/gov/calls">call</Link> goes from draft to open to closed.
      </p>
      <PairTable
        caption="The status of a call"
        columns={["Status", "What it means"]}
        rows={CALL_STATES.map(({ key, meaning }) => ({ key, name: labelOf(key), meaning }))}
      />
      <ul className="usa-list">
        <li>
          When you open a call, we notify the people in industry whose settings allow it. The page shows how many before
          you confirm.
        </li>
        <li>
          The last day ends at {dayEnd}. After that, the call is not in the public list, takes no submissions and shows{" "}
          {labelOf("DEADLINE_PASSED")} until you close it. To open a call after its last day, change the closing date
          first.
        </li>
        <li>If an open call has a mistake, close it and write a new one.</li>
      </ul>
    </Part>
  );
}

function Announcements() {
  return (
    <Part {...PARTS.announcements}>
      <ul className="usa-list">
        <li>
          A new <Link to="/gov/announcements">announcement</Link> can be published immediately, scheduled, or saved as a
          draft. We notify industry once, when it is published. We do not notify anyone when you edit it or publish it
          again.
        </li>
        <li>
          Only government users can see a draft or a scheduled announcement and its files. Use a draft to add files
          before you publish it.
        </li>
        <li>
          You choose who is notified: everyone in industry, or only organizations with certain tags or set-asides.
          Everyone can read every published announcement. People who turned off notifications of announcements get none.
        </li>
        <li>
          The text of an announcement, a call or a note can have paragraphs, lists, links and small headings. Open
          “Formatting” below the field to see how to write them.
        </li>
        <li>
          If you unpublish an announcement, it no longer appears on public pages, and notifications about it say only
          that it was withdrawn. If you delete it, nobody can see it. You cannot undo this.
        </li>
        <li>
          You can add up to {LIMITS.attachmentsPerRecord} files of at most {FILE_SIZE} each:{" "}
          {fileTypes(ATTACHMENT_FILE_TYPES)}. Anyone who is signed in can download them.
        </li>
      </ul>
    </Part>
  );
}

function Engagements() {
  return (
    <Part {...PARTS.engagements}>
      <p>
        An <Link to="/gov/engagements">engagement</Link> is a meeting, a demonstration or a visit. It belongs to a
        command and lists who takes part: up to {LIMITS.engagementOrganizations} organizations, other participants by
        name, and up to {LIMITS.engagementAttendees} government attendees.
      </p>
      <ul className="usa-list">
        <li>
          All government users can read every engagement. Points of contact and command leads can edit only their own
          command's engagements, not those of the commands under it. Administrators can edit all of them.
        </li>
        <li>
          To plan one, use <strong>Plan an engagement</strong> on the organization's page. Times are where the agency
          is.
        </li>
        <li>
          See what is ahead in the <Link to="/gov/engagements?view=agenda">agenda</Link>, or a whole{" "}
          <Link to="/gov/engagements?view=month">month</Link>.
        </li>
        <li>
          Follow-up tasks have an owner and a due date. Yours stay on your <Link to="/gov">dashboard</Link> until you
          press <strong>Done</strong>. You can do yours even if the engagement belongs to another command.
        </li>
        <li>
          You can add notes, and up to {LIMITS.attachmentsPerRecord} files of at most {FILE_SIZE} each:{" "}
          {fileTypes(ATTACHMENT_FILE_TYPES)}. Industry cannot see any of it.
        </li>
        <li>
          When you change an engagement or add a note, we notify the person who recorded it and everyone who wrote a
          note, except you. Attendees hear when you add them and when the plan changes. Owners hear of new tasks.
        </li>
        <li>Deleting an engagement also deletes its notes, tasks and files. You cannot undo this.</li>
      </ul>
    </Part>
  );
}

function Roles() {
  const { tasks, credentialsLocked, recertifyDays } = useLoaderData<typeof loader>();
  return (
    <Part {...PARTS.roles}>
      <RoleTable caption={PARTS.roles.title} tasks={tasks} />
      <p>These roles can assign roles to government users:</p>
      <ul className="usa-list">
        {GOVERNMENT_ROLES.filter((role) => assignableRoles(role).length > 0).map((role) => (
          <li key={role}>
            <strong>{labelOf(role)}</strong>: {rolesInWords(assignableRoles(role))}
            {role === "GOV_COMMAND_LEAD" && ", within their own command"}.
          </li>
        ))}
      </ul>
      {!credentialsLocked && (
        <p>
          Everyone can <Link to="/account/second-factor">turn on a second factor</Link>: to sign in, they then also
          enter a code from an app on their phone. The agency can require one. If someone lost their phone and their
          recovery codes, a person who may change their account can remove it.
        </p>
      )}
      <p>
        {credentialsLocked
          ? "The person who adds a government user chooses their first password."
          : "When you add a government user, you get a link to pass on, with which they choose their own password. It works once, for an hour. If you choose a first password instead, they must change it when they first sign in."}
      </p>
      {!credentialsLocked && (
        <p>
          If someone else may have used a person's account, make a password link on the account's page. The link can
          also remove the second factor and all passkeys, which the other person may have added. It always unlinks
          single sign-on.
        </p>
      )}
      <p>
        When someone leaves, select their name in the list of <Link to="/gov/admin/users">users</Link> and deactivate
        the account. The page lists what they are responsible for, and you can hand it to a colleague. On the same page,
        you see where they are signed in and can end these sessions.
      </p>
      {recertifyDays > 0 && (
        <p>
          Every {recertifyDays} days, an administrator <Link to="/gov/admin/recertification">confirms</Link> that each
          government account is still needed. The dashboard shows when accounts are due.
        </p>
      )}
      <p>
        System administrators can also help <Link to="/gov/admin/industry-users">industry users</Link> whose
        organization has nobody who can: make a link, deactivate an account, or change an email address that belongs to
        someone else. If an organization registered under a name or code of another, its page has a link to release it.
        The <Link to="/gov/admin/status">status</Link> page shows backups, disk space, checks and mail.
      </p>
    </Part>
  );
}

function rolesInWords(roles: readonly GovernmentRole[]): string {
  return roles.length === GOVERNMENT_ROLES.length ? "all of them" : roles.map(labelOf).join(", ");
}

function Export() {
  const mayExport = useFrame()?.session?.gates.includes("enterprise");
  return (
    <Part {...PARTS.export}>
      <p>
        Administrators can {mayExport ? <Link to="/gov/admin/export">export</Link> : "export"} organizations,
        submissions and engagements as tables (CSV), engagements as a calendar, and the whole ledger as one file (JSON).
        Exports do not include uploaded files, notes or accounts. Each person can start {inWords(RATE_LIMITS.export)}.
      </p>
    </Part>
  );
}

function Recorded() {
  return (
    <Part {...PARTS.audit}>
      <p>
        The audit log records every change, sign-in and download: who, when, from which IP address and browser, and the
        values before and after. Nobody can change the log. Only system administrators can read it. To learn more, see
        our <Link to="/privacy">privacy</Link> page.
      </p>
      <p>
        You can search {formatCount(RATE_LIMITS.search.max)} times a minute. You are unlikely to reach other limits.
      </p>
    </Part>
  );
}
