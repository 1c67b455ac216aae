import { expect, test } from "vitest";
import { AUDIT_EVENTS } from "~/audit/events";
import {
  insertAnnouncement,
  insertAudit,
  insertCall,
  insertEngagement,
  insertInvitation,
  insertSubmission,
} from "../support/arrange";
import { COMMANDS, emailOf, idOf, ORGANIZATIONS } from "../support/cast";
import { withoutScripts, wordsOf } from "../support/markup";
import { DAY, openPortal, type Portal } from "../support/portal";

const PATH = "/gov/admin/audit";

async function visit(portal: Portal, path: string): Promise<string> {
  const { status, text } = await portal.request("systemAdmin", "GET", path);
  expect(status, path).toBe(200);
  return withoutScripts(text).replaceAll("&amp;", "&");
}

/** A page's text without tags, in one line. */
/** The events that a page links to, in order. */
const eventsOn = (html: string) => [...html.matchAll(/href="\/gov\/admin\/audit\/([\w-]+)"/g)].map(([, id]) => id);
const csvOf = (html: string) => html.match(/href="(\/api\/gov\/admin\/audit\/csv[^"]*)"/)?.[1];

test("the page lists events in words, newest first, and page views only on request", async () => {
  const portal = await openPortal();
  insertAudit(portal, "sign_in_failure", { id: "a", claimedEmail: "stranger@example.test" });
  insertAudit(portal, "pageview", { id: "b", path: "/calls" });
  insertAudit(portal, "organization_status_changed", {
    ...{ id: "c", as: "poc", targetType: "organization", targetId: ORGANIZATIONS.acme },
  });
  const html = await visit(portal, PATH);
  expect(eventsOn(html)).toEqual(["c", "a"]);
  const words = wordsOf(html);
  expect(words).toContain("2 events");
  expect(words).toContain("Organization status changed");
  expect(words).toContain("Government point of contact");
  expect(words).toContain("acme industries");
  expect(words).toMatch(/Sign-in failed\s+stranger@ ?example\.test/);
  expect(words).toContain("Failure");
  expect(words).toContain("npm run audit:verify");
  expect(html).not.toContain('checked=""');

  const all = await visit(portal, `${PATH}?pageviews=true`);
  expect(eventsOn(all)).toEqual(["c", "b", "a"]);
  expect(all).toContain('checked=""');
  expect(wordsOf(all)).toContain("Page view /calls Not signed in");
  // A filter for the event includes page views.
  expect(eventsOn(await visit(portal, `${PATH}?event=pageview`))).toEqual(["b"]);
});

test("the filters are in the address, and the CSV has the same filters", async () => {
  const portal = await openPortal();
  insertAudit(portal, "call_created", { id: "a", as: "lead" });
  portal.advance(DAY);
  insertAudit(portal, "call_created", { id: "b", as: "lead" });
  insertAudit(portal, "call_created", { id: "c", as: "admin" });
  insertAudit(portal, "call_updated", { id: "d", as: "lead" });
  const query = `event=call_created&actor=${encodeURIComponent(emailOf("lead"))}&from=2026-03-03&to=2026-03-03`;
  const html = await visit(portal, `${PATH}?${query}&outcome=SUCCESS&sort=createdAt&page=1`);
  expect(eventsOn(html)).toEqual(["b"]);
  expect(html).toContain('<option value="call_created" selected="">Call created</option>');
  expect(html).toContain(`value="${emailOf("lead")}"`);
  expect(html).toContain('value="2026-03-03"');
  const csv = csvOf(html) ?? "";
  expect(Object.fromEntries(new URLSearchParams(csv.split("?")[1]))).toEqual({
    event: "call_created",
    actor: emailOf("lead"),
    from: "2026-03-03",
    to: "2026-03-03",
    outcome: "SUCCESS",
    sort: "createdAt",
    pageviews: "false",
  });
  const { status, text } = await portal.request("systemAdmin", "GET", csv);
  expect([status, text.split("\r\n").length, text.includes("\r\nb,")]).toEqual([200, 3, true]);
});

test("the filter lists events in order of their labels", async () => {
  const portal = await openPortal();
  const html = await visit(portal, PATH);
  const select = html.match(/<select[^>]*name="event"[\s\S]*?<\/select>/)?.[0] ?? "";
  const labels = [...select.matchAll(/<option value="\w+">([^<]+)</g)].map(([, label = ""]) => label);
  expect(labels.length).toBe(AUDIT_EVENTS.length);
  expect(labels).toEqual([...labels].sort((one, other) => one.localeCompare(other, "en")));
  expect(labels.filter((label) => /_|Gov user|Sign in success/.test(label))).toEqual([]);
});

test("an invalid filter is ignored with a message, and a filter without matches offers to clear it", async () => {
  const portal = await openPortal();
  insertAudit(portal, "sign_out", { id: "a" });
  const faulty = await visit(portal, `${PATH}?from=2026-02-30&event=none&pageviews=some&outcome=SUCCESS`);
  expect(eventsOn(faulty)).toEqual(["a"]);
  expect(wordsOf(faulty)).toContain("We did not understand part of this address");
  expect(csvOf(faulty)).toBe("/api/gov/admin/audit/csv?outcome=SUCCESS&pageviews=false");
  const empty = await visit(portal, `${PATH}?actor=nobody`);
  expect(wordsOf(empty)).toContain("No matching events");
  expect(empty).toContain('href="/gov/admin/audit">clear the filter</a>');
  expect(csvOf(empty)).toBeUndefined();
  expect(wordsOf(await visit(portal, `${PATH}?page=9`))).toContain("This page does not exist");
});

test("a record without a page still has its name", async () => {
  const portal = await openPortal();
  const { id } = insertInvitation(portal, { email: "guest@example.test" });
  const eventId = insertAudit(portal, "industry_user_invited", { targetType: "invitation", targetId: id });
  const words = wordsOf(await visit(portal, `${PATH}/${eventId}`));
  expect(words).toContain("guest@example.test Invitation");
  expect(words).not.toContain(", deleted");
});

test("a record links to its page, if it still has one, and to its history", async () => {
  const portal = await openPortal();
  const gone = insertAnnouncement(portal, { deletedAt: portal.now().toISOString(), title: "Gone" });
  const records: [type: string, id: string, page: string | null][] = [
    ["organization", ORGANIZATIONS.acme, `/gov/organizations/${ORGANIZATIONS.acme}`],
    ["submission", insertSubmission(portal, { id: "s1" }), "/gov/submissions/s1"],
    ["engagement", insertEngagement(portal, { id: "e1" }), "/gov/engagements/e1"],
    ["call", insertCall(portal, { id: "c1" }), "/gov/calls/c1"],
    ["announcement", insertAnnouncement(portal, { id: "n1" }), "/gov/announcements/n1"],
    ["command", COMMANDS.alpha, `/gov/admin/commands/${COMMANDS.alpha}`],
    ["user", idOf("poc"), `/gov/admin/users/${idOf("poc")}`],
    ["user", idOf("acmeUser"), `/gov/admin/industry-users/${idOf("acmeUser")}`],
    ["announcement", gone, null],
    ["engagement", "deleted", null],
    ["preset_tag", "tag", null],
    // One record's id is not another record's.
    ["call", "s1", null],
  ];
  for (const [type, id, page] of records) {
    const eventId = insertAudit(portal, "sign_out", { targetType: type, targetId: id });
    const html = await visit(portal, `${PATH}/${eventId}`);
    if (page === null) {
      expect(wordsOf(html), type).toContain(`${id} ${type === "preset_tag" ? "Preset tag" : ""}`.trim());
      // Tags have no pages, so theirs is not missing.
      expect(wordsOf(html).includes(", deleted"), type).toBe(type !== "preset_tag");
    } else {
      expect(html, type).toContain(`href="${page}"`);
      expect((await portal.request("systemAdmin", "GET", page)).status, page).toBe(200);
    }
    const history = await visit(portal, `${PATH}?${new URLSearchParams({ target: id })}`);
    expect(html).toContain(`href="/gov/admin/audit?${new URLSearchParams({ target: id })}"`);
    expect(eventsOn(history)).toContain(eventId);
    expect(wordsOf(history)).toContain("Filtered by Record (ID): ");
  }
  const history = await visit(portal, `${PATH}?target=${ORGANIZATIONS.acme}`);
  expect(wordsOf(history)).toContain("Filtered by Record (ID): acme industries");
});

test("an event's page shows each field before and after, in words", async () => {
  const portal = await openPortal();
  const before = {
    status: "UNDER_REVIEW",
    techTags: "",
    pocEmail: null,
    setAsides: ["EIGHT_A"],
    nontraditional: false,
  };
  const after = {
    ...{ status: "ACTIVE", techTags: "rotors", pocEmail: "poc@example.com", setAsides: ["EIGHT_A", "HUBZONE"] },
    ...{ nontraditional: true, closesAt: "2026-03-04T23:59:59.999Z", date: "2026-03-05T00:00:00.000Z", name: "ACTIVE" },
  };
  const id = insertAudit(portal, "organization_profile_updated", {
    ...{ as: "poc", ip: "198.51.100.9", userAgent: "Firefox", requestId: "request-7" },
    ...{ targetType: "organization", targetId: ORGANIZATIONS.acme },
    details: { before, after, notified: 3 },
  });
  const html = await visit(portal, `${PATH}/${id}`);
  const words = wordsOf(html);
  for (const text of [
    "Status Under review Active",
    "Tech tags Empty rotors",
    "POC email Empty poc@example.com",
    "Set asides 8(a) 8(a) HUBZone",
    "Nontraditional No Yes",
    "Closes at Mar 4, 2026, 6:59 PM EST",
    "Date Mar 5, 2026",
    // Only values from a list have labels. A name is shown as it is.
    "Name ACTIVE",
    "Notified 3",
    "Client address 198.51.100.9",
    "User agent Firefox",
    "Request ID request-7",
    `Actor’s ID ${idOf("poc")}`,
  ]) {
    expect(words).toContain(text);
  }
  const [row] = portal.auditRows();
  expect(words).toContain(`Hash ${row?.hash}`);
  expect(words).toContain(`Previous row’s hash ${row?.prevHash}`);
  expect(html).toContain(`href="/gov/admin/audit?${new URLSearchParams({ actor: emailOf("poc") })}"`);
});

test("an event that created something shows one value of each field, and one without changes says so", async () => {
  const portal = await openPortal();
  const made = insertAudit(portal, "notification_settings_updated", {
    details: { after: { settings: [{ kind: "SYSTEM", enabled: false, techTags: "" }] } },
  });
  const words = wordsOf(await visit(portal, `${PATH}/${made}`));
  expect(words).toContain("Field Value Settings Kind: System Enabled: No Tech tags: Empty");
  const deleted = insertAudit(portal, "preset_tag_deleted", { details: { before: { label: "rotors" } } });
  expect(wordsOf(await visit(portal, `${PATH}/${deleted}`))).toContain("Earlier values Field Value Label rotors");
  const view = insertAudit(portal, "pageview", { path: "/calls", referrer: "/" });
  const shown = wordsOf(await visit(portal, `${PATH}/${view}`));
  expect(shown).toContain("No field changes recorded");
  expect(shown).toContain("Page /calls Came from /");
});

test("a missing event gets a 404, and only administrators see pages of the log", async () => {
  const portal = await openPortal();
  const id = insertAudit(portal, "sign_out");
  expect((await portal.request("systemAdmin", "GET", `${PATH}/none`)).status).toBe(404);
  for (const person of ["admin", "lead", "acmeAdmin"] as const) {
    for (const path of [PATH, `${PATH}/${id}`]) {
      expect((await portal.request(person, "GET", path)).status, `${person} ${path}`).toBe(403);
    }
  }
  for (const person of ["admin", "lead"] as const) {
    const { text } = await portal.request(person, "GET", "/gov/admin/commands");
    expect(text).not.toContain("/gov/admin/audit");
  }
  expect(await visit(portal, "/gov/admin/commands")).toContain('href="/gov/admin/audit"');
});
