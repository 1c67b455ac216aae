import { expect, test } from "vitest";
import type { Database } from "#db/open";
import { announcement, call, command, organization, submission, user } from "#db/schema";
import { type Random, seededRandom } from "~/demo/stage/random";
import { byId, type ChangesResponse, type CopiedItem, Copy } from "../support/copy";
import { seededServer } from "../support/seeded-server";
import { openSession } from "../support/sessions";

/*
 * Copies every list of the built server over HTTP while others make random changes. At the end, after it has read all
 * changes, each copy must equal its list.
 */

const SEED = Number(process.env.SYNCHRONIZATION_SEED ?? Date.now() % 1_000_000);
const WRITERS = 6;
const ACTIONS = 110;
/** Calls are scheduled at most this far ahead, so that they open during the test. */
const RELEASE_MILLISECONDS = 1_500;

const ORGANIZATIONS = ["organization-0", "organization-1", "organization-2"];
const GOVERNMENT = Array.from({ length: WRITERS }, (_unused, index) => `government-${index}`);
const INDUSTRY = Array.from({ length: WRITERS }, (_unused, index) => `industry-${index}`);
/** The organization of all industry users. */
const OWN = "organization-0";

const tokens = new Map<string, string>();
const shared = seededServer(seed);

function seed(db: Database): void {
  const now = new Date().toISOString();
  const times = { createdAt: now, updatedAt: now };
  const names = { name: "Command", nameKey: "command", abbreviation: "C", abbreviationKey: "c", echelon: "Office" };
  db.insert(command)
    .values({ id: "command", ...names, ...times })
    .run();
  for (const id of ORGANIZATIONS) {
    db.insert(organization)
      .values({ id, name: id, nameKey: id, orgType: "COMPANY", ...times })
      .run();
  }
  for (const id of [...GOVERNMENT, ...INDUSTRY]) {
    const kind = GOVERNMENT.includes(id)
      ? ({ role: "GOV_SYSTEM_ADMIN" } as const)
      : ({ role: "INDUSTRY", industryRole: "INDUSTRY_ADMIN", organizationId: OWN } as const);
    db.insert(user)
      .values({ id, email: `${id}@example.test`, name: id, passwordHash: "none", ...kind, ...times })
      .run();
    tokens.set(id, openSession(db, id));
  }
  const texts = { type: "WHITE_PAPER", title: "A quiet rotor", summary: "It is quiet, and it turns." } as const;
  for (let number = 0; number < 30; number += 1) {
    const organizationId = ORGANIZATIONS[number % ORGANIZATIONS.length] ?? OWN;
    db.insert(submission)
      .values({ id: `submission-${number}`, organizationId, submittedBy: "industry-0", ...texts, ...times })
      .run();
  }
  // No writer changes these, so that every list with a filter has a record at the end.
  db.insert(submission)
    .values({ id: "left", organizationId: OWN, submittedBy: "industry-0", status: "ARCHIVED", ...texts, ...times })
    .run();
  const authored = { id: "left", title: "Left as it is", authorId: "government-0", ...times };
  db.insert(announcement)
    .values({ ...authored, body: "They are good.", published: true, publishedAt: times.createdAt })
    .run();
  db.insert(call)
    .values({ ...authored, description: "Quiet ones.", status: "OPEN" })
    .run();
}

const LISTS = [
  ["/api/gov/organizations", "government-0"],
  ["/api/gov/submissions", "government-0"],
  ["/api/gov/engagements", "government-0"],
  ["/api/gov/calls", "government-0"],
  ["/api/gov/announcements", "government-0"],
  ["/api/gov/organizations/organization-1/dialogue", "government-0"],
  ["/api/gov/admin/commands", "government-0"],
  ["/api/gov/admin/users", "government-0"],
  ["/api/gov/admin/tags", "government-0"],
  ["/api/gov/admin/audit", "government-0"],
  ["/api/portal/submissions", "industry-0"],
  ["/api/portal/users", "industry-0"],
  ["/api/portal/invitations", "industry-0"],
  ["/api/gov/submissions?status=ARCHIVED", "government-0"],
  ["/api/gov/calls?status=OPEN", "government-0"],
  ["/api/gov/announcements?published=true", "government-0"],
] as const;

/** The ids that a filter should find, in the ledger. By then, every scheduled call has opened. */
const FOUND: Record<string, string> = {
  "/api/gov/submissions?status=ARCHIVED": "SELECT id FROM submission WHERE status = 'ARCHIVED' ORDER BY id",
  "/api/gov/calls?status=OPEN": "SELECT id FROM call WHERE status IN ('OPEN', 'PENDING') ORDER BY id",
  "/api/gov/announcements?published=true":
    "SELECT id FROM announcement WHERE published = 1 AND deleted_at IS NULL ORDER BY id",
};

async function send(as: string, method: string, path: string, body?: object | FormData): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(shared.server.origin + path, {
    method,
    headers: { cookie: `session=${tokens.get(as)}`, ...(body && !isForm && { "content-type": "application/json" }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
}

async function read<Shape>(as: string, path: string): Promise<Shape> {
  const response = await send(as, "GET", path);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${text}`);
  return (JSON.parse(text) as { data: Shape }).data;
}

const withQuery = (path: string, query: string) => `${path}${path.includes("?") ? "&" : "?"}${query}`;

/** The complete list. */
async function plain(as: string, path: string): Promise<CopiedItem[]> {
  const items: CopiedItem[] = [];
  for (let page = 1; ; page += 1) {
    const data = await read<CopiedItem[] | ChangesResponse>(as, withQuery(path, `page=${page}&pageSize=100`));
    if (Array.isArray(data)) return byId(data);
    items.push(...data.items);
    if (items.length >= data.total) return byId(items);
  }
}

/** The records that the writers have created and not deleted, as far as they know. */
const made = {
  engagements: [] as string[],
  calls: [] as string[],
  announcements: [] as string[],
  commands: [] as string[],
  tags: [] as string[],
  invitations: [] as string[],
  submissions: Array.from({ length: 30 }, (_unused, number) => `submission-${number}`),
};
let lastRelease = 0;
let count = 0;
/** A new value each time, so that no change restores an old value. */
const another = (word: string) => {
  count += 1;
  return `${word} ${count}`;
};

/** Picks only some records, so that others stay to the end. */
const KEPT = 3;

/** Removes one of these. @returns it */
function take(random: Random, ids: string[]): string {
  if (ids.length <= KEPT) return "none";
  return ids.splice(random.below(ids.length), 1)[0] ?? "none";
}
const one = (random: Random, ids: readonly string[]) => (ids.length > 0 ? random.pick(ids) : "none");

type Action = (random: Random, as: { government: string; industry: string }) => Promise<Response>;

async function make(list: string[], request: Promise<Response>): Promise<Response> {
  const response = await request;
  if (response.status === 201) list.push(((await response.json()) as { data: { id: string } }).data.id);
  return response;
}

function engagementOf(random: Random): object {
  return {
    title: another("Demonstration"),
    type: random.pick(["DEMO", "BRIEFING"]),
    status: random.pick(["PLANNED", "CLOSED"]),
    date: "2026-03-10",
    commandId: one(random, ["command", ...made.commands]),
    organizationIds: [random.pick(ORGANIZATIONS)],
  };
}

function callOf(random: Random): object {
  const status = random.pick(["DRAFT", "OPEN", "PENDING", "PENDING"]);
  const content = { title: another("Rotors"), description: "Quiet ones.", status };
  if (status !== "PENDING") return content;
  const release = Date.now() + 50 + random.below(RELEASE_MILLISECONDS);
  lastRelease = Math.max(lastRelease, release);
  return { ...content, releasesAt: new Date(release).toISOString() };
}

function submissionForm(): FormData {
  const form = new FormData();
  const fields = { type: "WHITE_PAPER", title: another("A rotor"), summary: "It is quiet, and it turns." };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const ACTS: Record<string, Action> = {
  "record an engagement": (random, { government }) =>
    make(made.engagements, send(government, "POST", "/api/gov/engagements", engagementOf(random))),
  "change an engagement": (random, { government }) =>
    send(government, "PATCH", `/api/gov/engagements/${one(random, made.engagements)}`, engagementOf(random)),
  "note on an engagement": (random, { government }) =>
    send(government, "POST", `/api/gov/engagements/${one(random, made.engagements)}/notes`, { body: "They came." }),
  "delete an engagement": (random, { government }) =>
    send(government, "DELETE", `/api/gov/engagements/${take(random, made.engagements)}`),
  "create a call": (random, { government }) =>
    make(made.calls, send(government, "POST", "/api/gov/calls", callOf(random))),
  "change a call": (random, { government }) =>
    send(government, "PATCH", `/api/gov/calls/${one(random, made.calls)}`, { title: another("Hulls") }),
  "move a call": (random, { government }) => {
    const status = random.pick(["OPEN", "CLOSED", "DRAFT"]);
    return send(government, "PATCH", `/api/gov/calls/${one(random, made.calls)}`, { status });
  },
  "publish an announcement": (_random, { government }) => {
    const content = { title: another("News"), body: "They are good." };
    return make(made.announcements, send(government, "POST", "/api/gov/announcements", content));
  },
  "change an announcement": (random, { government }) => {
    const change = { title: another("News"), published: random.below(2) === 0 };
    return send(government, "PATCH", `/api/gov/announcements/${one(random, made.announcements)}`, change);
  },
  "delete an announcement": (random, { government }) =>
    send(government, "DELETE", `/api/gov/announcements/${take(random, made.announcements)}`),
  "create a command": (_random, { government }) => {
    const names = { name: another("Command"), abbreviation: another("C"), echelon: "Office" };
    return make(made.commands, send(government, "POST", "/api/gov/admin/commands", names));
  },
  "rename a command": (random, { government }) => {
    const path = `/api/gov/admin/commands/${one(random, ["command", ...made.commands])}`;
    return send(government, "PATCH", path, { name: another("Renamed") });
  },
  "delete a command": (random, { government }) =>
    // A command with engagements stays.
    send(government, "DELETE", `/api/gov/admin/commands/${one(random, made.commands)}`),
  "create a tag": (_random, { government }) =>
    make(made.tags, send(government, "POST", "/api/gov/admin/tags", { label: another("tag") })),
  "delete a tag": (random, { government }) =>
    send(government, "DELETE", `/api/gov/admin/tags/${take(random, made.tags)}`),
  "change a user": (random, { government }) =>
    send(government, "PATCH", "/api/gov/admin/users", { userId: one(random, GOVERNMENT), title: another("Officer") }),
  "set an organization's status": (random, { government }) => {
    const status = random.pick(["NEW", "ACTIVE", "WATCHLIST"]);
    return send(government, "PATCH", `/api/gov/organizations/${random.pick(ORGANIZATIONS)}/status`, { status });
  },
  "note on an organization": (random, { government }) => {
    const path = `/api/gov/organizations/${random.pick(ORGANIZATIONS)}/dialogue`;
    return send(government, "POST", path, { body: another("They answered") });
  },
  "review a submission": (random, { government }) => {
    const status = random.pick(["REVIEWED", "ARCHIVED"]);
    return send(government, "PATCH", `/api/gov/submissions/${one(random, made.submissions)}/status`, { status });
  },
  submit: (_random, { industry }) =>
    make(made.submissions, send(industry, "POST", "/api/portal/submissions", submissionForm())),
  "change the profile": (_random, { industry }) =>
    send(industry, "PUT", "/api/portal/profile", { orgType: "COMPANY", city: another("Arlington") }),
  invite: (_random, { industry }) => {
    const email = `${another("nina").replace(" ", "-")}@example.test`;
    const invited = { email, industryRole: "INDUSTRY_USER" };
    return make(made.invitations, send(industry, "POST", "/api/portal/invitations", invited));
  },
  "withdraw an invitation": (random, { industry }) =>
    send(industry, "DELETE", `/api/portal/invitations/${take(random, made.invitations)}`),
};

const done = new Map<string, number>();
const notDone = () => Object.keys(ACTS).filter((name) => !done.has(name));
/** Limits how long the test waits until each act has succeeded once. Some need luck: only a draft can be changed. */
const goesOn = (turn: number) => turn < ACTIONS || (notDone().length > 0 && turn < 10 * ACTIONS);

async function write(writer: number): Promise<void> {
  const random = seededRandom(SEED + writer);
  const as = { government: GOVERNMENT[writer] ?? "", industry: INDUSTRY[writer] ?? "" };
  for (let turn = 0; goesOn(turn); turn += 1) {
    const [name, act] = random.pick(Object.entries(ACTS));
    const { status } = await act(random, as);
    // Only changes by others may cause a refusal.
    expect([200, 201, 400, 404, 409, 429], `${name} returned ${status}`).toContain(status);
    if (status < 300) done.set(name, (done.get(name) ?? 0) + 1);
  }
}

test(`a client that copies every list while others write ends equal to the source (seed ${SEED})`, async () => {
  const random = seededRandom(SEED - 1);
  const copies = LISTS.map(([path, as]) => ({
    path,
    as,
    copy: new Copy((updatedSince) => {
      const query = new URLSearchParams({ updatedSince, pageSize: String(1 + random.below(7)) });
      return read<ChangesResponse>(as, withQuery(path, String(query)));
    }),
  }));
  let isWriting = true;
  const writing = Promise.all(Array.from({ length: WRITERS }, (_unused, writer) => write(writer))).finally(() => {
    isWriting = false;
  });
  const copying = copies.map(async ({ copy }) => {
    while (isWriting || Date.now() <= lastRelease) await copy.ask();
    await copy.follow();
  });
  await writing;
  await Promise.all(copying);

  for (const { path, as, copy } of copies) {
    const complete = await plain(as, path);
    expect(copy.contents(), path).toEqual(complete);
    const found = FOUND[path];
    if (found) expect(complete.map(({ id }) => id)).toEqual(shared.ledger.prepare(found).pluck().all());
    expect(copy.repeated, `what came twice of ${path}`).toEqual([]);
    if (!path.includes("?")) expect(copy.removedAgain, `what was removed twice of ${path}`).toEqual([]);
    expect(copy.records.size, path).toBeGreaterThan(0);
  }
  // Each act succeeded at least once.
  expect(notDone()).toEqual([]);
}, 120_000);
