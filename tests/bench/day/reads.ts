import { SUBMISSION_VIEWS } from "~/domain/submission/rules";
import { address, type Kind, oneOf, read } from "./ask";

/* What people read in a day. Shares are compared within an audience: most requests open the usual lists and records. */

const GOVERNMENT = ["government"] as const;
const ADMINISTRATOR = ["administrator"] as const;
const INDUSTRY = ["industry"] as const;
const VISITOR = ["visitor"] as const;

const VIEW_SHARES: Record<(typeof SUBMISSION_VIEWS)[number], number> = {
  all: 4,
  due: 8,
  owned: 8,
  opinion: 3,
  mine: 10,
  unassigned: 4,
  unrouted: 2,
};

const QUEUE: readonly Kind[] = [
  ...SUBMISSION_VIEWS.map((view) =>
    read(`submissions: ${view}`, VIEW_SHARES[view], GOVERNMENT, () => address("/gov/submissions", { view })),
  ),
  read("submissions: by tag", 3, GOVERNMENT, (_person, random, { tags }) =>
    address("/gov/submissions", { tag: random.pick(tags) }),
  ),
  read("submissions: mine by tag", 2, GOVERNMENT, (_person, random, { tags }) =>
    address("/gov/submissions", { view: "mine", tag: random.pick(tags) }),
  ),
  read("submissions: by words of the title", 2, GOVERNMENT, (_person, random, { words }) =>
    address("/gov/submissions", { q: random.pick(words) }),
  ),
  read("submissions: by status and type", 2, GOVERNMENT, (_person, random) =>
    address("/gov/submissions", { status: random.pick(["ROUTED", "REVIEWED"]), type: "PITCH_MATERIAL" }),
  ),
  read("submissions: by age", 1, GOVERNMENT, () => address("/gov/submissions", { status: "ROUTED", olderThan: "30" })),
  read("submissions: of an organization", 2, GOVERNMENT, (_person, random, { organizations }) =>
    address("/gov/submissions", { organizationId: random.pick(organizations) }),
  ),
  read("submissions: of a call", 2, GOVERNMENT, (_person, random, { calls }) =>
    address("/gov/submissions", { callId: random.pick(calls) }),
  ),
  read("submissions: by title, a later page", 1, GOVERNMENT, (_person, random) =>
    address("/gov/submissions", { sort: "title", page: String(2 + random.below(20)) }),
  ),
  read("submission: from mine", 12, GOVERNMENT, (person, random) => {
    const id = oneOf(random, person.submissions);
    return id && `/gov/submissions/${id}?view=mine`;
  }),
  read("submission: from all", 4, GOVERNMENT, (person, random) => {
    const id = oneOf(random, person.submissions);
    return id && `/gov/submissions/${id}`;
  }),
];

const RECORDS: readonly Kind[] = [
  read("dashboard", 8, GOVERNMENT, () => "/gov"),
  read("organizations", 2, GOVERNMENT, () => "/gov/organizations"),
  read("organizations: by status and type", 1, GOVERNMENT, () =>
    address("/gov/organizations", { status: "ACTIVE", orgType: "COMPANY" }),
  ),
  read("organizations: by set-aside", 1, GOVERNMENT, () =>
    address("/gov/organizations", { setAside: "SDVOSB", sort: "-updatedAt" }),
  ),
  read("organizations: by tag", 1, GOVERNMENT, (_person, random, { tags }) =>
    address("/gov/organizations", { tag: random.pick(tags) }),
  ),
  read("organizations: by name", 1, GOVERNMENT, (_person, random, { words }) =>
    address("/gov/organizations", { q: random.pick(words) }),
  ),
  read(
    "organization",
    4,
    GOVERNMENT,
    (_person, random, { organizations }) => `/gov/organizations/${random.pick(organizations)}`,
  ),
  read("engagements", 2, GOVERNMENT, () => "/gov/engagements"),
  read("engagements: by status", 1, GOVERNMENT, () => address("/gov/engagements", { status: "FOLLOW_UP" })),
  read("engagements: of a command", 1, GOVERNMENT, (_person, random, { commands }) =>
    address("/gov/engagements", { commandId: random.pick(commands) }),
  ),
  read("engagements: by words of the title", 1, GOVERNMENT, (_person, random, { words }) =>
    address("/gov/engagements", { q: random.pick(words) }),
  ),
  read("engagements: a month", 1, GOVERNMENT, () =>
    address("/gov/engagements", { month: new Date().toISOString().slice(0, 7) }),
  ),
  read(
    "engagement",
    3,
    GOVERNMENT,
    (_person, random, { engagements }) => `/gov/engagements/${random.pick(engagements)}`,
  ),
  read("calls of government", 1, GOVERNMENT, () => "/gov/calls"),
  read("call of government", 1, GOVERNMENT, (_person, random, { calls }) => `/gov/calls/${random.pick(calls)}`),
  read(
    "comparison of a call",
    1,
    GOVERNMENT,
    (_person, random, { calls }) => `/gov/calls/${random.pick(calls)}/comparison`,
  ),
  read("announcements of government", 1, GOVERNMENT, () => "/gov/announcements"),
  read("notifications", 3, [...GOVERNMENT, ...INDUSTRY], () => "/notifications"),
  read("notifications: unread", 1, [...GOVERNMENT, ...INDUSTRY], () => address("/notifications", { unread: "true" })),
  read("search page of government", 5, GOVERNMENT, (_person, random, { words }) =>
    address("/gov/search", { q: random.pick(words) }),
  ),
  read("search page: two words", 2, GOVERNMENT, (_person, random, { words }) =>
    address("/gov/search", { q: `${random.pick(words)} ${random.pick(words)}` }),
  ),
  read("search suggestions", 3, GOVERNMENT, (_person, random, { words }) =>
    address("/api/search/suggestions", { q: random.pick(words).slice(0, 4) }),
  ),
];

const API: readonly Kind[] = [
  read("API: submissions", 1, GOVERNMENT, () => "/api/gov/submissions"),
  read("API: submissions, mine", 2, GOVERNMENT, () => "/api/gov/submissions?view=mine&pageSize=100"),
  read("API: submissions by tag", 1, GOVERNMENT, (_person, random, { tags }) =>
    address("/api/gov/submissions", { tag: random.pick(tags) }),
  ),
  read("API: organizations", 1, GOVERNMENT, () => "/api/gov/organizations?pageSize=100"),
  read("API: engagements", 1, GOVERNMENT, () => "/api/gov/engagements?pageSize=100"),
  read("API: search", 2, GOVERNMENT, (_person, random, { words }) => address("/api/search", { q: random.pick(words) })),
  read("API: ledger search", 2, GOVERNMENT, (_person, random, { words }) =>
    address("/api/search/ledger", { q: random.pick(words) }),
  ),
  read("API: unread notifications", 3, [...GOVERNMENT, ...INDUSTRY], () => "/api/notifications/unread-count"),
];

const ADMINISTRATION: readonly Kind[] = [
  read("audit log", 3, ADMINISTRATOR, () => "/gov/admin/audit"),
  read("audit log: without page views", 2, ADMINISTRATOR, () => "/gov/admin/audit?pageviews=false"),
  read("audit log: an event", 2, ADMINISTRATOR, () => "/gov/admin/audit?event=submission_reviewed"),
  read("audit log: a person", 2, ADMINISTRATOR, (_person, random) =>
    address("/gov/admin/audit", { actor: `person-${1 + random.below(50)}@agency.example` }),
  ),
  read("audit log: a type", 1, ADMINISTRATOR, () => "/gov/admin/audit?targetType=submission"),
  read("audit log: some days", 1, ADMINISTRATOR, () => "/gov/admin/audit?from=2024-01-01&to=2024-12-31"),
  read("government users", 2, ADMINISTRATOR, () => "/gov/admin/users"),
  read("industry users", 2, ADMINISTRATOR, () => "/gov/admin/industry-users"),
  read("industry users: by name", 1, ADMINISTRATOR, (_person, random, { words }) =>
    address("/gov/admin/industry-users", { q: random.pick(words) }),
  ),
  read("tags", 1, ADMINISTRATOR, () => "/gov/admin/tags"),
  read("commands", 1, ADMINISTRATOR, () => "/gov/admin/commands"),
  read("command", 1, ADMINISTRATOR, (_person, random, { commands }) => `/gov/admin/commands/${random.pick(commands)}`),
  read("traffic", 1, ADMINISTRATOR, () => "/gov/admin/traffic"),
  read("status", 1, ADMINISTRATOR, () => "/gov/admin/status"),
  read("confirmation of accounts", 1, ADMINISTRATOR, () => "/gov/admin/recertification"),
  read("dashboard of administrators", 2, ADMINISTRATOR, () => "/gov"),
  read("due answers of everyone", 2, ADMINISTRATOR, () => "/gov/submissions?view=due"),
];

const COMPANIES: readonly Kind[] = [
  read("portal", 6, INDUSTRY, () => "/portal"),
  read("own submissions", 6, INDUSTRY, () => "/portal/submissions"),
  read("own submissions by tag", 1, INDUSTRY, (_person, random, { tags }) =>
    address("/portal/submissions", { tag: random.pick(tags) }),
  ),
  read("own submission", 8, INDUSTRY, (person, random) => {
    const id = oneOf(random, person.submissions);
    return id && `/portal/submissions/${id}`;
  }),
  read("form of a submission", 2, INDUSTRY, () => "/portal/submissions/new"),
  read("profile", 2, INDUSTRY, () => "/portal/profile"),
  read("colleagues", 1, INDUSTRY, ({ industryRole }) => (industryRole === "INDUSTRY_ADMIN" ? "/portal/users" : null)),
  read("search page of companies", 2, INDUSTRY, (_person, random, { words }) =>
    address("/search", { q: random.pick(words) }),
  ),
  read("API: own submissions", 1, INDUSTRY, () => "/api/portal/submissions"),
];

const PUBLIC: readonly Kind[] = [
  read("home", 10, VISITOR, () => "/"),
  read("open calls", 8, [...VISITOR, ...INDUSTRY], () => "/calls"),
  read(
    "open call",
    12,
    [...VISITOR, ...INDUSTRY],
    (_person, random, { openCalls }) => `/calls/${random.pick(openCalls)}`,
  ),
  read("announcements", 5, VISITOR, () => "/announcements"),
  read(
    "announcement",
    5,
    VISITOR,
    (_person, random, { announcements }) => `/announcements/${random.pick(announcements)}`,
  ),
  read("search page of visitors", 2, VISITOR, (_person, random, { words }) =>
    address("/search", { q: random.pick(words) }),
  ),
  read("feed of calls (Atom)", 2, VISITOR, () => "/api/feeds/calls.atom", true),
  read("feed of calls (calendar)", 1, VISITOR, () => "/api/feeds/calls.ics", true),
  read("feed of announcements (JSON)", 1, VISITOR, () => "/api/feeds/announcements.json", true),
  read("API: open calls", 2, VISITOR, () => "/api/portal/calls", true),
  read("API: announcements", 1, VISITOR, () => "/api/portal/announcements", true),
];

export const READS: readonly Kind[] = [...QUEUE, ...RECORDS, ...API, ...ADMINISTRATION, ...COMPANIES, ...PUBLIC];
