import { describe, expect, test } from "vitest";
import { BACKGROUND_HEADER } from "~/web/transport/background-request";
import {
  filesForm,
  insertAnnouncement,
  insertCall,
  insertEngagement,
  insertInvitation,
  insertNotification,
  insertSubmission,
  notificationsOf,
  setInterests,
  submissionForm,
} from "../support/arrange";
import { idOf, ORGANIZATIONS, PASSWORD, type PersonKey } from "../support/cast";
import { mostRowsChanged } from "../support/most-changed";
import { openPortal, type Portal } from "../support/portal";

/* Opening the record of a notification, or acting on the record, marks the notification read. */

const unreadOf = (portal: Portal, person: PersonKey) => notificationsOf(portal, person).filter(({ read }) => !read);
/** The number on a page's bell. */
const bellOn = (html: string) => Number(html.match(/aria-label="Notifications, (\d+) unread"/)?.[1] ?? 0);

/** Causes a notification. @returns the address of the page that shows its record */
type Happen = (portal: Portal) => Promise<string>;

const publish = async (portal: Portal, path: string, json: object) => {
  const answer = await portal.request("lead", "POST", path, { json });
  return (answer.body as { data: { id: string } }).data.id;
};
const announce = (portal: Portal) => publish(portal, "/api/gov/announcements", { title: "Forum", body: "In May." });
const open = (portal: Portal) => publish(portal, "/api/gov/calls", { title: "Rotors", description: "Quiet ones." });
async function submit(portal: Portal) {
  if (portal.db.query.notificationSetting.findMany().sync().length === 0) setInterests(portal, "poc", "rotors");
  const multipart = submissionForm({ techTags: "rotors" });
  const answer = await portal.request("acmeUser", "POST", "/api/portal/submissions", { multipart });
  return (answer.body as { data: { id: string } }).data.id;
}
async function note(portal: Portal) {
  const id = insertEngagement(portal);
  await portal.request("lead", "POST", `/api/gov/engagements/${id}/notes`, { json: { body: "They came." } });
  return id;
}
async function review(portal: Portal) {
  const id = insertSubmission(portal, { status: "ROUTED" });
  await portal.request("admin", "PATCH", `/api/gov/submissions/${id}/status`, { json: { status: "REVIEWED" } });
  return id;
}

const PAGES: [what: string, person: PersonKey, happen: Happen][] = [
  ["an announcement", "acmeUser", async (portal) => `/announcements/${await announce(portal)}`],
  ["a call", "acmeUser", async (portal) => `/calls/${await open(portal)}`],
  ["a submission, on its page", "poc", async (portal) => `/gov/submissions/${await submit(portal)}`],
  [
    "a submission, on its organization's page",
    "poc",
    async (portal) => `/gov/organizations/${ORGANIZATIONS.acme}?historyPage=1&submission=${await submit(portal)}`,
  ],
  ["one's own submission", "acmeUser", async (portal) => `/portal/submissions/${await review(portal)}`],
  ["an engagement", "poc", async (portal) => `/gov/engagements/${await note(portal)}`],
  [
    "a changed role",
    "acmeUser",
    async (portal) => {
      const path = `/api/portal/users/${idOf("acmeUser")}`;
      for (const industryRole of ["INDUSTRY_ADMIN", "INDUSTRY_USER"]) {
        await portal.request("acmeAdmin", "PATCH", path, { json: { industryRole } });
      }
      return "/account";
    },
  ],
  [
    "a colleague who joined",
    "acmeAdmin",
    async (portal) => {
      const { token } = insertInvitation(portal);
      const json = { token, name: "Nina Colleague", password: PASSWORD };
      await portal.request(null, "POST", "/api/portal/invitations/accept", { json });
      return "/portal/users";
    },
  ],
];

describe("opening", () => {
  test.each(PAGES)("%s marks what led to it read, before its own header counts, and nothing else", async (...row) => {
    const [, person, happen] = row;
    const portal = await openPortal();
    const path = await happen(portal);
    const unread = unreadOf(portal, person);
    expect(unread).not.toEqual([]);
    // Each notification links to this page, or to another that shows the same record.
    expect(unread.every(({ linkUrl }) => linkUrl !== null)).toBe(true);
    insertNotification(portal, person, { id: "another", linkUrl: "/announcements/another" });
    insertNotification(portal, "lead", { id: "of-another", linkUrl: unread[0]?.linkUrl ?? null });

    const { status, text } = await portal.request(person, "GET", path);
    expect([status, bellOn(text)]).toEqual([200, 1]);
    expect(unreadOf(portal, person).map(({ id }) => id)).toEqual(["another"]);
    expect(unreadOf(portal, "lead").map(({ id }) => id)).toContain("of-another");
  });

  test("by a script that requests the page's data marks it too", async () => {
    const portal = await openPortal();
    const path = `/announcements/${await announce(portal)}.data`;
    expect((await portal.request("acmeUser", "GET", path)).status).toBe(200);
    expect(unreadOf(portal, "acmeUser")).toEqual([]);
  });

  test("the list of notifications, the dashboard or another page of the same kind marks nothing", async () => {
    const portal = await openPortal();
    await submit(portal);
    await announce(portal);
    const elsewhere = [
      ["poc", "/notifications"],
      ["poc", "/gov"],
      ["poc", "/gov/submissions"],
      ["poc", `/gov/organizations/${ORGANIZATIONS.acme}`],
      ["poc", `/gov/submissions/${insertSubmission(portal)}`],
      ["acmeUser", "/portal"],
      ["acmeUser", "/announcements"],
      ["acmeUser", `/announcements/${insertAnnouncement(portal)}`],
    ] as const;
    for (const [person, path] of elsewhere) {
      expect(bellOn((await portal.request(person, "GET", path)).text), path).toBe(1);
    }
  });

  test("a page of another organization with the submission in its address marks nothing", async () => {
    const portal = await openPortal();
    const id = await submit(portal);
    await portal.request("poc", "GET", `/gov/organizations/${ORGANIZATIONS.borealis}?submission=${id}`);
    expect(unreadOf(portal, "poc")).toHaveLength(1);
  });

  test.each([
    ["a browser that prefetches it", "GET", { "sec-purpose": "prefetch;prerender" }],
    ["an older browser that prefetches it", "GET", { purpose: "prefetch" }],
    ["a HEAD request", "HEAD", {}],
    ["a background request of a page", "GET", { [BACKGROUND_HEADER]: "bell" }],
    ["another site", "GET", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }],
    ["another host of this site", "GET", { "sec-fetch-site": "same-site" }],
  ])("it by %s marks nothing", async (_who, method, headers) => {
    const portal = await openPortal();
    const path = `/announcements/${await announce(portal)}`;
    expect((await portal.request("acmeUser", method, path, { headers })).status).toBe(200);
    expect(unreadOf(portal, "acmeUser")).toHaveLength(1);
    await portal.request("acmeUser", "GET", path, { headers: { "sec-fetch-site": "same-origin" } });
    expect(unreadOf(portal, "acmeUser")).toEqual([]);
  });

  test("a page with nothing unread writes nothing", async () => {
    const portal = await openPortal();
    const path = `/announcements/${await announce(portal)}`;
    await portal.request("acmeUser", "GET", path);
    const most = mostRowsChanged(portal);
    await portal.request("acmeUser", "GET", path);
    expect(most()).toBe(0);
  });

  test("a page still works while the database cannot be written", async () => {
    const portal = await openPortal();
    const path = `/announcements/${await announce(portal)}`;
    portal.cookieOf("acmeUser");
    portal.db.$client.exec("PRAGMA query_only = ON");
    const { status, text } = await portal.request("acmeUser", "GET", path);
    portal.db.$client.exec("PRAGMA query_only = OFF");
    expect([status, bellOn(text)]).toEqual([200, 1]);
  });
});

describe("an action on a record", () => {
  const ACTS: [
    what: string,
    person: PersonKey,
    happen: Happen,
    act: (portal: Portal, id: string) => Promise<unknown>,
  ][] = [
    [
      "a submission by reviewing it through the API",
      "poc",
      submit,
      (portal, id) =>
        portal.request("poc", "PATCH", `/api/gov/submissions/${id}/status`, { json: { status: "REVIEWED" } }),
    ],
    [
      "a submission by archiving it from the list",
      "poc",
      submit,
      (portal, id) => portal.request("poc", "POST", "/gov/submissions", { form: { id, status: "ARCHIVED" } }),
    ],
    [
      "a call by submitting to it",
      "acmeUser",
      open,
      (portal, callId) =>
        portal.request("acmeUser", "POST", "/api/portal/submissions", { multipart: submissionForm({ callId }) }),
    ],
    [
      "an engagement by adding a note",
      "poc",
      note,
      (portal, id) => portal.request("poc", "POST", `/api/gov/engagements/${id}/notes`, { json: { body: "We met." } }),
    ],
    [
      "an engagement by adding files",
      "poc",
      note,
      (portal, id) =>
        portal.request("poc", "POST", `/api/gov/engagements/${id}/attachments`, {
          multipart: filesForm({ name: "notes.txt", bytes: Buffer.from("They came.") }),
        }),
    ],
    [
      "an engagement by deleting it",
      "poc",
      note,
      (portal, id) => portal.request("poc", "DELETE", `/api/gov/engagements/${id}`),
    ],
  ];

  test.each(ACTS)("%s marks the actor's own notification about it read", async (_what, person, happen, act) => {
    const portal = await openPortal();
    const id = await happen(portal);
    const [notification] = unreadOf(portal, person);
    expect(notification).toBeDefined();
    const { linkUrl, submissionId, kind } = notification ?? { linkUrl: null, submissionId: null, kind: "SYSTEM" };
    insertNotification(portal, "readonly", { linkUrl, submissionId, kind });
    insertNotification(portal, person, { id: "another" });
    await act(portal, id);
    expect(unreadOf(portal, person).map((row) => row.id)).toEqual(["another"]);
    expect(unreadOf(portal, "readonly")).toHaveLength(1);
  });

  test("a refused action marks nothing", async () => {
    const portal = await openPortal();
    const id = await submit(portal);
    for (const [person, json] of [
      ["poc", { status: "NONE" }],
      ["readonly", { status: "REVIEWED" }],
    ] as const) {
      await portal.request(person, "PATCH", `/api/gov/submissions/${id}/status`, { json });
    }
    expect(unreadOf(portal, "poc")).toHaveLength(1);
  });

  test("the index of links finds the unread notifications of a record", async () => {
    const portal = await openPortal();
    insertCall(portal);
    const plan = portal.db.$client
      .prepare(`EXPLAIN QUERY PLAN SELECT 1 FROM notification WHERE user_id = 'a' AND link_url = 'b' AND "read" = 0`)
      .all();
    expect(JSON.stringify(plan)).toContain("notification_unread_link (user_id=? AND link_url=?)");
  });
});
