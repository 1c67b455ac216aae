import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { GOVERNMENT_ROLES, type GovernmentRole } from "#db/enumerations";
import { assignableRoles } from "~/domain/government-user/rules";
import { page } from "~/http/page.server";
import { labelOf } from "~/labels";
import { LIMITS, RATE_LIMITS } from "~/limits";
import { type Gate, reachThrough } from "~/policy/policy";
import { ATTACHMENT_FILE_TYPES } from "~/storage/file-types";
import { formatCount } from "~/ui/format";
import { Part } from "~/ui/guide";
import { FILE_SIZE, fileTypes, Help, inWords } from "~/ui/help";
import { DataTable, PageHeader } from "~/ui/page";
import { PairTable } from "~/ui/pair-table";
import { SearchHelp } from "~/ui/search-help";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Help for government");

/** What a gate lets its roles do, in their own words, from what all may do to what few may. */
const TASKS: readonly { gate: Gate; task: string }[] = [
  { gate: "gov read", task: "Read and search all records" },
  { gate: "gov write", task: "Review submissions; set an organization's status; write internal notes about it" },
  { gate: "engagement write", task: "Record and change engagements, their notes and files" },
  { gate: "publisher", task: "Publish calls and announcements" },
  { gate: "admin tier", task: "See the lists of commands and of government users" },
  { gate: "user administration", task: "Add government users and change their roles" },
  { gate: "enterprise", task: "Export the ledger; route unrouted submissions again" },
  { gate: "system admin", task: "Change commands and tags; read traffic and the audit log" },
];

/** What each government role may do, as the policy has it. */
function tasksByRole() {
  return TASKS.map(({ gate, task }) => ({
    task,
    reaches: GOVERNMENT_ROLES.map((role) => reachThrough(gate, { role, industryRole: null })),
  }));
}

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await page(args, "gov read");
  const { searchBackend, credentialsLocked } = services.settings;
  return { tasks: tasksByRole(), findsSimilar: searchBackend === "hybrid", credentialsLocked };
}

const PARTS = {
  interests: { id: "interests", title: "What reaches you" },
  reviewing: { id: "reviewing", title: "Reviewing submissions" },
  organizations: { id: "organizations", title: "Organizations" },
  calls: { id: "calls", title: "Calls" },
  announcements: { id: "announcements", title: "Announcements" },
  engagements: { id: "engagements", title: "Engagements" },
  search: { id: "search", title: "Searching" },
  roles: { id: "roles", title: "What each role may do" },
  export: { id: "export", title: "Export" },
  audit: { id: "audit", title: "What is recorded" },
} as const;

export default function GovernmentHelp() {
  const { findsSimilar } = useLoaderData<typeof loader>();
  return (
    <Help current="/help/government" parts={Object.values(PARTS)}>
      <PageHeader
        title="Help for government"
        lede="From a submission that reaches you to the record of what followed."
        breadcrumbs={[{ label: "Help", to: "/help" }, { label: "For government" }]}
      />
      <Interests />
      <Reviewing />
      <Organizations />
      <Calls />
      <Announcements />
      <Engagements />
      <Part {...PARTS.search}>
        <p>The field at the top of every page searches all records.</p>
        <SearchHelp findsSimilar={findsSimilar} />
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
        Your <Link to="/notifications/settings">routing interests</Link> are tags. A submission reaches you when it, or
        the call it answers, has one of them, word for word. Without interests only submissions to your own calls reach
        you.
      </p>
      <ul className="usa-list">
        <li>Whoever wrote a call is told of every submission to it.</li>
        <li>
          If you switch the notices off, submissions are still routed to you: you find them under{" "}
          <Link to="/gov/submissions?view=mine">routed to me</Link>, and are not notified.
        </li>
        <li>A submission's page says who was matched, by which tags, and who was not notified and why.</li>
        <li>Changed interests count from the next submission on.</li>
        <li>
          A submission that concerns nobody stays <strong>{labelOf("SUBMITTED")}</strong>.{" "}
          <Link to="/gov/submissions?view=unrouted">Unrouted ones</Link> can be routed again by an administrator.
        </li>
      </ul>
    </Part>
  );
}

function Reviewing() {
  return (
    <Part {...PARTS.reviewing}>
      <ul className="usa-list">
        <li>
          Mark a routed submission <strong>{labelOf("REVIEWED").toLowerCase()}</strong> once you have read it. Whoever
          submitted it gets a notice; nobody else does.
        </li>
        <li>
          <strong>Archive</strong> what is done with. It leaves the lists and the search, the organization still sees
          it, and this cannot be taken back.
        </li>
        <li>Each download of a file is recorded with your name.</li>
      </ul>
    </Part>
  );
}

function Organizations() {
  return (
    <Part {...PARTS.organizations}>
      <p>
        An <Link to="/gov/organizations">organization</Link> writes its own profile. Its status and whether it is
        nontraditional are yours to set; it sees both, and is not notified of a change. Internal notes are for
        government alone: the organization never sees them.
      </p>
    </Part>
  );
}

const CALL_STATES = [
  { key: "DRAFT", meaning: "Government sees it. You can edit it, schedule it or open it." },
  {
    key: "PENDING",
    meaning:
      "Scheduled: government sees it, and you can edit it. It opens by itself at its time, without a notice; or you open it before, with one.",
  },
  {
    key: "OPEN",
    meaning: "Everybody sees it, and industry can submit to it until its last day is over. It can no longer be edited.",
  },
  { key: "CLOSED", meaning: "It takes no submissions. You can reopen it until its last day, which notifies nobody." },
] as const;

function Calls() {
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
          Opening a call notifies the people of industry whose settings let it through. The page says beforehand how
          many.
        </li>
        <li>
          The last day ends at 23:59 UTC. After it, the call leaves the public list, takes no submissions and is shown
          as {labelOf("DEADLINE_PASSED")}, until you close it. You cannot open a call after its last day: change the
          closing date first.
        </li>
        <li>If an open call is wrong, close it and write a new one.</li>
      </ul>
    </Part>
  );
}

function Announcements() {
  return (
    <Part {...PARTS.announcements}>
      <ul className="usa-list">
        <li>
          A new <Link to="/gov/announcements">announcement</Link> is public at once. Industry is notified of it once:
          not when it is edited, and not when it is published again.
        </li>
        <li>
          Unpublishing takes it off the public pages, and the notifications about it then say only that it was
          withdrawn. Deleting takes it from everybody, and cannot be taken back.
        </li>
        <li>
          It takes up to {LIMITS.attachmentsPerRecord} files of at most {FILE_SIZE} each:{" "}
          {fileTypes(ATTACHMENT_FILE_TYPES)}. Whoever is signed in can download them.
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
        command and names those who took part: up to {LIMITS.engagementOrganizations} organizations, and others in
        words.
      </p>
      <ul className="usa-list">
        <li>
          All of government reads every engagement. Points of contact and command leads change those of their own
          command, without the commands below it; administrators change all.
        </li>
        <li>
          It takes notes, and up to {LIMITS.attachmentsPerRecord} files of at most {FILE_SIZE} each:{" "}
          {fileTypes(ATTACHMENT_FILE_TYPES)}. Industry sees none of it.
        </li>
        <li>A change or a note notifies whoever recorded it and whoever wrote a note, but never you yourself.</li>
        <li>Deleting one takes its notes and files with it, and cannot be taken back.</li>
      </ul>
    </Part>
  );
}

function Roles() {
  const { tasks, credentialsLocked } = useLoaderData<typeof loader>();
  return (
    <Part {...PARTS.roles}>
      <DataTable
        caption="Roles, and what each may do"
        rows={tasks}
        rowKey={({ task }) => task}
        columns={[
          { key: "task", header: "Task", cell: ({ task }) => task },
          ...GOVERNMENT_ROLES.map((role, index) => ({
            key: role,
            header: labelOf(role),
            cell: ({ reaches }: (typeof tasks)[number]) => REACH_WORDS[reaches[index] ?? "none"],
          })),
        ]}
      />
      <p>Who may give which role to a government user:</p>
      <ul className="usa-list">
        {GOVERNMENT_ROLES.filter((role) => assignableRoles(role).length > 0).map((role) => (
          <li key={role}>
            <strong>{labelOf(role)}</strong>: {rolesInWords(assignableRoles(role))}
            {role === "GOV_COMMAND_LEAD" && ", within the own command"}.
          </li>
        ))}
      </ul>
      <p>
        A new government user gets a password from whoever adds them
        {!credentialsLocked && ", and must choose another at the first sign-in"}.
      </p>
    </Part>
  );
}

const REACH_WORDS: Readonly<Record<string, string>> = { any: "Yes", "own command": "Own command", none: "No" };

function rolesInWords(roles: readonly GovernmentRole[]): string {
  return roles.length === GOVERNMENT_ROLES.length ? "all of them" : roles.map(labelOf).join(", ");
}

function Export() {
  return (
    <Part {...PARTS.export}>
      <p>
        Administrators can <Link to="/gov/admin/export">export</Link> organizations, submissions and engagements as
        tables (CSV), engagements as a calendar, and the whole ledger as one file (JSON). Uploaded files, notes and
        accounts are not in them. At most {inWords(RATE_LIMITS.export)} for each person.
      </p>
    </Part>
  );
}

function Recorded() {
  return (
    <Part {...PARTS.audit}>
      <p>
        Every change, sign-in and download is recorded in the audit log: who, when, from which network address and
        browser, and what was there before and after. The log can be added to and not be changed. System administrators
        read it. The page on <Link to="/privacy">privacy</Link> says more.
      </p>
      <p>
        A search may be asked {formatCount(RATE_LIMITS.search.max)} times a minute; other limits you will hardly meet.
      </p>
    </Part>
  );
}
