import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { engagementAttachment, organization, user } from "#db/schema";
import {
  insertAnnouncement,
  insertAssessment,
  insertAudit,
  insertCall,
  insertCommand,
  insertDialogueNote,
  insertEngagement,
  insertEngagementAttachment,
  insertEngagementNote,
  insertInvitation,
  insertOrganization,
  insertPasswordLink,
  insertQuestion,
  insertReviewNote,
  insertSavedSearch,
  insertSubmission,
} from "../support/arrange";
import { idOf, ORGANIZATIONS } from "../support/cast";
import { FOR_EVERYONE } from "../support/common-headers";
import { withoutScripts } from "../support/markup";
import { openPortal } from "../support/portal";

const MARKUP = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'&`;

test("stored markup is text on every page that shows it, and in the data for the scripts", async () => {
  const portal = await openPortal();
  const callId = insertCall(portal, { title: MARKUP, description: MARKUP, techTags: MARKUP.toLowerCase() });
  const submissionId = insertSubmission(portal, {
    title: MARKUP,
    summary: MARKUP,
    techTags: MARKUP.toLowerCase(),
    callId,
  });
  const searchId = insertSavedSearch(portal, { name: MARKUP, query: MARKUP, filters: JSON.stringify({ tag: MARKUP }) });
  const announcementId = insertAnnouncement(portal, { title: MARKUP, body: MARKUP });
  const words = { name: MARKUP, abbreviation: MARKUP, echelon: MARKUP, location: MARKUP, mission: MARKUP };
  const commandId = insertCommand(portal, words);
  portal.db
    .update(user)
    .set({ name: MARKUP, title: MARKUP, commandId })
    .where(eq(user.id, idOf("bravoPoc")))
    .run();
  const engagementId = insertEngagement(portal, {
    title: MARKUP,
    location: MARKUP,
    summary: MARKUP,
    otherOrganization: MARKUP,
  });
  insertEngagementNote(portal, engagementId, "poc", MARKUP);
  insertEngagementAttachment(portal, engagementId);
  portal.db.update(engagementAttachment).set({ fileName: MARKUP }).run();
  const draftId = insertCall(portal, { title: MARKUP, status: "DRAFT", officeName: MARKUP });
  const questionId = insertQuestion(portal, { callId, label: MARKUP });
  insertAssessment(portal, submissionId, "bravoPoc", { comment: MARKUP, answers: { [questionId]: MARKUP } });
  insertReviewNote(portal, submissionId, { body: MARKUP, mentions: ["bravoPoc"] });
  insertDialogueNote(portal, { organizationId: ORGANIZATIONS.borealis, body: MARKUP });
  insertOrganization(portal, { name: MARKUP });
  portal.db
    .update(user)
    .set({ name: MARKUP })
    .where(eq(user.id, idOf("acmeUser")))
    .run();
  portal.db
    .update(user)
    .set({ name: MARKUP, title: MARKUP, createdAt: "2020-01-01T00:00:00.000Z" })
    .where(eq(user.id, idOf("bravoPoc")))
    .run();
  portal.db
    .update(organization)
    .set({ name: `${MARKUP} too` })
    .where(eq(organization.id, ORGANIZATIONS.borealis))
    .run();
  const { token } = insertInvitation(portal, { organizationId: ORGANIZATIONS.borealis });
  const columns = { userAgent: MARKUP, path: MARKUP, referrer: MARKUP, claimedEmail: MARKUP };
  const change = { [MARKUP]: MARKUP, list: [MARKUP, { [MARKUP]: MARKUP }] };
  const auditId = insertAudit(portal, "call_updated", {
    ...columns,
    targetType: MARKUP,
    targetId: MARKUP,
    details: { before: change, after: { ...change, status: MARKUP }, [MARKUP]: MARKUP },
  });
  // As stored by versions that counted views without a record check. One segment, so that it is a page's path.
  const looked = `/calls/${MARKUP.replaceAll("/", "")}`;
  for (const [table, column] of [
    ["traffic_path", "path"],
    ["traffic_referrer", "referrer"],
  ]) {
    const day = portal.now().toISOString().slice(0, 10);
    portal.db.$client.prepare(`INSERT INTO ${table} (day, ${column}, views) VALUES (?, ?, 2)`).run(day, looked);
  }
  expect((await portal.request(null, "POST", "/api/analytics/pageview", { json: { path: "/calls" } })).status).toBe(
    201,
  );
  const pages = [
    ["acmeUser", "/"],
    ["acmeUser", "/calls"],
    ["acmeUser", `/calls/${callId}`],
    ["acmeUser", "/announcements"],
    ["acmeUser", `/announcements/${announcementId}`],
    ["acmeUser", "/portal"],
    ["acmeUser", `/portal/submissions/${submissionId}`],
    ["acmeUser", "/portal/submissions/new"],
    ["acmeAdmin", "/portal/users"],
    ["acmeAdmin", `/portal/users/${idOf("acmeUser")}`],
    ["acmeAdmin", `/portal/users/${idOf("acmeUser")}/deactivate`],
    [null, `/invitations/${token}`],
    ["acmeUser", `/invitations/${token}`],
    [null, `/password/${insertPasswordLink(portal, "acmeUser")}`],
    ["poc", "/searches"],
    ["poc", `/searches/${searchId}`],
    ["poc", `/searches/new?${new URLSearchParams({ q: MARKUP })}`],
    ["poc", "/gov/announcements"],
    ["poc", `/gov/announcements/${announcementId}`],
    ["lead", `/gov/announcements/${announcementId}/edit`],
    ["poc", "/gov/submissions"],
    ["poc", `/gov/submissions/${submissionId}`],
    ["admin", "/gov/submissions/reroute"],
    ["poc", "/gov"],
    ["poc", "/gov/engagements"],
    ["poc", "/gov/engagements?month=2026-03"],
    ["poc", `/gov/engagements/${engagementId}`],
    ["poc", `/gov/engagements/${engagementId}/edit`],
    ["poc", `/gov/organizations/${ORGANIZATIONS.acme}?submission=${submissionId}`],
    ["systemAdmin", "/gov/admin/commands"],
    ["systemAdmin", `/gov/admin/commands?move=${commandId}`],
    ["systemAdmin", `/gov/admin/commands/${commandId}`],
    ["systemAdmin", `/gov/admin/users?user=${idOf("bravoPoc")}`],
    ["systemAdmin", `/gov/admin/users/${idOf("bravoPoc")}`],
    ["systemAdmin", `/gov/admin/users/${idOf("bravoPoc")}/deactivate`],
    ["systemAdmin", "/gov/admin/recertification"],
    ["systemAdmin", `/gov/admin/industry-users/${idOf("acmeUser")}/release`],
    ["systemAdmin", `/gov/organizations/${ORGANIZATIONS.borealis}/release`],
    ["systemAdmin", "/gov/admin/industry-users"],
    ["systemAdmin", `/gov/admin/industry-users/${idOf("acmeUser")}`],
    ["systemAdmin", `/gov/admin/industry-users/${idOf("acmeUser")}/deactivate`],
    ["systemAdmin", "/gov/admin/audit"],
    ["systemAdmin", `/gov/admin/audit?actor=${encodeURIComponent(MARKUP)}&targetType=${encodeURIComponent(MARKUP)}`],
    ["systemAdmin", `/gov/admin/audit/${auditId}`],
    ["systemAdmin", "/gov/admin/traffic"],
    ["poc", `/gov/organizations/${ORGANIZATIONS.borealis}`],
    ["poc", "/gov/organizations"],
    ["poc", "/gov/calls"],
    ["poc", `/gov/calls/${callId}`],
    ["lead", `/gov/calls/${draftId}/edit`],
    ["lead", `/gov/calls/${callId}/questions`],
    ["poc", `/gov/submissions?callId=${callId}`],
    ["poc", "/gov/search?q=onerror"],
    ["poc", "/gov/search?q=onerorr"],
    ["poc", `/gov/search?q=${encodeURIComponent(MARKUP)}`],
  ] as const;
  for (const [person, path] of pages) {
    const answer = await portal.request(person, "GET", path);
    expect(answer.status, path).toBe(200);
    expect(answer.text, path).not.toContain("<script>alert");
    expect(answer.text, path).not.toContain("<img src=x");
    expect(answer.text, path).toContain("&lt;img src=x");
  }
});

test("every script of a page has the nonce of its policy, and the next page has another", async () => {
  const portal = await openPortal();
  const nonces = new Set<string>();
  for (const path of ["/", "/notifications", "/no/such/page"]) {
    const answer = await portal.request("poc", "GET", path);
    const policy = answer.headers.get("content-security-policy") ?? "";
    const nonce = policy.match(/script-src 'self' 'nonce-([^']+)'/)?.[1] ?? "";
    expect(nonce).not.toBe("");
    nonces.add(nonce);
    const scripts = answer.text.match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    expect(policy).not.toContain("unsafe-inline");
    expect(answer.text).not.toMatch(/ style="| on\w+="/);
  }
  expect(nonces.size).toBe(3);
});

test("a page that fails gives no reason, and the log does", async () => {
  const portal = await openPortal();
  portal.db.$client.exec("ALTER TABLE call RENAME TO call_away");
  const answer = await portal.request(null, "GET", "/calls");
  expect(answer.status).toBe(500);
  expect(answer.text).toContain("Something went wrong");
  expect(answer.text).not.toMatch(/no such table|SqliteError|node_modules/);
  const requestId = answer.headers.get("x-request-id");
  expect(
    portal.log.some((line) => line.requestId === requestId && JSON.stringify(line).includes("no such table")),
  ).toBe(true);
});

test("the data of a refused or failed page names no class for scripts to create", async () => {
  const portal = await openPortal();
  const refused = [
    await portal.request(null, "GET", "/calls/none"),
    await portal.request("acmeUser", "GET", "/gov"),
    await portal.request("readonly", "POST", "/gov/engagements/new", { form: { title: "x" } }),
    await portal.request("poc", "GET", "/nothing?__type=Error&__subType=WebSocket&message=ws:evil.example"),
  ];
  portal.db.$client.exec("ALTER TABLE call RENAME TO call_away");
  const answers = [...refused, await portal.request(null, "GET", "/calls")];
  expect(answers.map(({ status }) => status)).toEqual([404, 403, 403, 404, 500]);
  for (const { text } of answers) {
    // Data names each property once, in quotes that the page's script escapes.
    expect(text).toContain('\\"__type\\",\\"RouteErrorResponse\\"');
    expect(text).not.toContain('\\"__subType\\"');
  }
});

test("a page that fails at an address that looks like another site's does not lead there", async () => {
  const portal = await openPortal();
  const cookie = portal.cookieOf("poc");
  portal.db.$client.exec("ALTER TABLE notification RENAME TO notification_away");
  const { status, text } = await portal.request(null, "GET", "//evil.example/x?y", { headers: { cookie } });
  expect(status).toBe(500);
  expect(text).toContain('href="/evil.example/x?y"');
  expect(withoutScripts(text)).not.toContain('"//evil.example');
});

test("nothing caches a page of a signed-in user", async () => {
  const portal = await openPortal();
  expect((await portal.request("poc", "GET", "/gov")).headers.get("cache-control")).toBe("private, no-store");
  expect((await portal.request("poc", "GET", "/calls")).headers.get("cache-control")).toBe("private, no-store");
  expect((await portal.request(null, "GET", "/calls")).headers.get("cache-control")).toMatch(FOR_EVERYONE);
  const filtered = await portal.request(null, "GET", "/calls?q=rotor");
  expect(filtered.headers.get("cache-control")).toBe("private, no-cache");
});

test.each([
  ["/gov/calls/new", 200],
  ["/gov/calls/new/", 200],
  ["/gov/Calls/NEW", 200],
  ["/gov/calls/n%65w", 200],
  ["/gov/calls/new.data", 200],
  ["/_root.data", 200],
  ["/gov/calls/newer", 404],
  ["/gov/calls/new/more", 404],
  ["/gov/calls/new%2fer", 404],
  ["/GOV/calls", 404],
  ["/gov//calls", 404],
  ["/", 200],
  ["/nothing", 404],
])("%s returns %i", async (path, status) => {
  const portal = await openPortal();
  expect((await portal.request("admin", "GET", path)).status).toBe(status);
});

test("a page has every character of its texts, wherever React's buffers end", async () => {
  const portal = await openPortal();
  const titles = Array.from({ length: 20 }, (_, length) => "€".repeat(20 + length));
  for (const title of titles) insertCall(portal, { title, status: "OPEN" });
  const { text } = await portal.request(null, "GET", "/calls");
  for (const title of titles) expect(text).toContain(`>${title}<`);
  expect(text).not.toContain("\0");
});
