import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { engagement, engagementOrganization, organization } from "#db/schema";
import { insertAudit, insertDialogueNote, insertOrganization, insertSubmission, instant } from "../support/arrange";
import { COMMANDS, emailOf, idOf, ORGANIZATIONS } from "../support/cast";
import { errorsIn, wordsOf } from "../support/markup";
import { CLIENT_IP, DAY, openPortal, type Portal } from "../support/portal";

const ACME = `/gov/organizations/${ORGANIZATIONS.acme}`;
const organizationRow = (portal: Portal) =>
  portal.db.query.organization.findFirst({ where: (row, { eq }) => eq(row.id, ORGANIZATIONS.acme) }).sync();
const post = (portal: Portal, form: string, fields: Record<string, string>, as: "poc" | "readonly" = "poc") =>
  portal.request(as, "POST", `${ACME}?${form}`, { form: fields });
const read = async (portal: Portal, path: string, as: "poc" | "readonly" = "poc") =>
  (await portal.request(as, "GET", path)).text;
test("the list filters by its address, and keeps the filters", async () => {
  const portal = await openPortal();
  insertOrganization(portal, { name: "Quiet Rotors", techTags: "rotors", status: "WATCHLIST" });
  const all = await read(portal, "/gov/organizations?q=&status=&orgType=&tag=&sort=");
  expect(all).toContain("Quiet Rotors");
  expect(all).toContain("acme industries");
  const some = await read(portal, "/gov/organizations?q=quiet++ROT&status=WATCHLIST&tag=rotors", "readonly");
  expect(some).toContain("Quiet Rotors");
  expect(some).not.toContain("acme industries");
  expect(some).toContain("1 organization<");
  expect(some).toMatch(/<option value="WATCHLIST" selected="">/);
  expect(await read(portal, "/gov/organizations?q=none")).toContain("No matching organizations");
});

test("the list has pages that keep its filters", async () => {
  const portal = await openPortal();
  for (let number = 0; number < 30; number += 1) insertOrganization(portal, { status: "ACTIVE" });
  const page = await read(portal, "/gov/organizations?status=ACTIVE&pageSize=10&page=2");
  expect(wordsOf(page)).toContain("Showing 11 to 20 of 30");
  expect(page).toContain("status=ACTIVE&amp;pageSize=10&amp;page=3");
});

test.each([
  [
    "an internationalized name",
    "https://münchen.example/start",
    "https://münchen.example/start Goes to xn--mnchen-3ya.example",
  ],
  ["a page of the site", "https://acme.example/products", "https://acme.example/products Goes to acme.example"],
  ["only a host", "https://acme.example/", "https://acme.example/"],
  [
    "a user name, from before we refused them",
    "https://sam.gov@evil.example/",
    "https://sam.gov@evil.example/ Goes to evil.example",
  ],
  [
    "a path with a direction mark, from before we refused them",
    "https://evil.example/\u202evog.mas",
    "https://evil.example/%E2%80%AEvog.mas Goes to evil.example",
  ],
])("a website with %s is shown with the host that it leads to", async (_what, website, shown) => {
  const portal = await openPortal();
  portal.db.update(organization).set({ website }).where(eq(organization.id, ORGANIZATIONS.acme)).run();
  expect(wordsOf(await read(portal, ACME))).toContain(`Website ${shown} Address`);
});

test("a user sets the status in the form, and the history shows the change and its author", async () => {
  const portal = await openPortal();
  const answer = await post(portal, "status", { status: "UNDER_REVIEW" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, ACME]);
  expect(organizationRow(portal)?.status).toBe("UNDER_REVIEW");
  const page = wordsOf(await read(portal, ACME));
  expect(page).toContain("Status changed From New to Under review Person poc, ");
  const wrong = await post(portal, "status", { status: "" });
  expect(wrong.status).toBe(400);
  expect(errorsIn(wrong.text)).toEqual({ status: ["required"] });
});

test("a user sets and clears the mark of a nontraditional contractor in the form", async () => {
  const portal = await openPortal();
  const button = (text: string) => text.match(/name="nontraditional" value="(\w+)"/)?.[1] ?? "";
  for (const marked of [true, false]) {
    const value = button(await read(portal, ACME));
    expect(value).toBe(String(marked));
    expect((await post(portal, "nontraditional", { nontraditional: value })).status).toBe(302);
    expect(organizationRow(portal)?.nontraditional).toBe(marked);
  }
  expect((await post(portal, "nontraditional", { nontraditional: "perhaps" })).status).toBe(400);
  const words = wordsOf(await read(portal, ACME));
  expect(words).toContain("No longer marked as nontraditional Person poc, ");
  expect(words).toContain(" Marked as nontraditional Person poc, ");
});

test("a user adds a note, sees it first with its author, and keeps the text if it is refused", async () => {
  const portal = await openPortal();
  insertDialogueNote(portal, { body: "The older one.", createdAt: instant(portal, -DAY), authorId: idOf("lead") });
  expect((await post(portal, "dialogue", { body: "First line\r\nsecond line" })).status).toBe(302);
  const page = wordsOf(await read(portal, ACME));
  expect(page).toMatch(/Internal notes \(2\).*Person poc.*First line second line.*Person lead.*The older one\./);
  expect(page).toContain("Internal note added Person poc, ");
  const refused = await post(portal, "dialogue", { body: "a".repeat(4001) });
  expect(refused.status).toBe(400);
  expect(errorsIn(refused.text)).toEqual({ body: ["too_long"] });
  expect(refused.text).toContain(`${"a".repeat(4001)}</textarea>`);
});

test("a reader can read the notes, gets no form, and a direct request is refused", async () => {
  const portal = await openPortal();
  insertDialogueNote(portal, { body: "For all of government." });
  const page = await read(portal, ACME, "readonly");
  expect(page).toContain("For all of government.");
  for (const form of ["status", "nontraditional", "dialogue"]) {
    expect(page).not.toContain(`?${form}"`);
    const fields = { status: "ACTIVE", nontraditional: "true", body: "Mine." };
    expect((await post(portal, form, fields, "readonly")).status).toBe(403);
  }
  expect(portal.auditRows()).toEqual([]);
});

test("the page shows only this organization's people and engagements", async () => {
  const portal = await openPortal();
  const times = { createdAt: instant(portal), updatedAt: instant(portal) };
  for (let number = 0; number < 22; number += 1) {
    const organizationId = number === 21 ? ORGANIZATIONS.borealis : ORGANIZATIONS.acme;
    const row = { id: `e${number}`, title: `Visit ${number}.`, type: "SITE_VISIT", status: "PLANNED" } as const;
    const of = {
      organizationId,
      commandId: COMMANDS.alpha,
      createdBy: idOf("poc"),
      date: instant(portal, number * DAY),
    };
    portal.db
      .insert(engagement)
      .values({ ...row, ...of, ...times })
      .run();
    portal.db.insert(engagementOrganization).values({ engagementId: row.id, organizationId, position: 0 }).run();
  }
  const page = await read(portal, ACME);
  expect(page).toContain('href="/gov/engagements/e20"');
  expect(page.match(/Visit \d+\.<\/a>/g)).toHaveLength(20);
  // The latest is another organization's, and the oldest is one too many.
  expect(page).not.toContain("Visit 21.");
  expect(page).not.toContain("Visit 0.");
  expect(page.indexOf("Visit 20.")).toBeLessThan(page.indexOf("Visit 2."));
  expect(page).toContain(`href="/gov/engagements?organizationId=${ORGANIZATIONS.acme}"`);
  expect(page).toContain(emailOf("acmeUser"));
  expect(page).toContain("Organization administrator");
  expect(page).not.toContain(emailOf("borealisAdmin"));
});

test("the history lists a changed profile's fields, and not the sender's address or browser", async () => {
  const portal = await openPortal();
  const headers = { "user-agent": "Tell-Tale/1.0" };
  const json = { orgType: "ACADEMIA", cageCode: "1AB2C", setAsides: ["WOSB"] };
  await portal.request("acmeAdmin", "PUT", "/api/portal/profile", { json, headers });
  const { text } = await portal.request("poc", "GET", ACME);
  expect(wordsOf(text)).toContain(
    "Profile changed Organization type, CAGE code, Set-asides, Small business Person acmeAdmin, ",
  );
  expect(text).not.toContain(CLIENT_IP);
  expect(text).not.toContain("Tell-Tale");
  expect(wordsOf(await read(portal, `/gov/organizations/${ORGANIZATIONS.borealis}`))).toContain("No changes yet");
});

test("the history has pages, newest first, and keeps everything", async () => {
  const portal = await openPortal();
  await post(portal, "status", { status: "WATCHLIST" });
  const target = { targetType: "organization", targetId: ORGANIZATIONS.acme };
  const instants = Array.from({ length: 51 }, (_unused, number) => instant(portal, (number + 1) * DAY));
  for (const at of instants) insertAudit(portal, "organization_profile_updated", { as: "acmeAdmin", at, ...target });
  const shown = (text: string) =>
    [...text.matchAll(/>Profile changed<[\s\S]*?dateTime="([^"]+)"/gi)].map(([, at]) => at);
  const newest = instants.toReversed();
  const first = await read(portal, ACME);
  expect(wordsOf(first)).toContain("History (52)");
  expect(shown(first)).toEqual(newest.slice(0, 20));
  expect(wordsOf(first)).not.toContain("From New to Watchlist");
  expect(first).toContain('?historyPage=3#history"');
  expect(first).toContain('<h2 id="history">');
  const last = await read(portal, `${ACME}?historyPage=3`);
  expect(shown(last)).toEqual(newest.slice(40));
  expect(wordsOf(last)).toContain("From New to Watchlist");
  expect(wordsOf(last)).toContain("Showing 41 to 52 of 52");
  const beyond = await portal.request("poc", "GET", `${ACME}?historyPage=9`);
  expect(beyond.status).toBe(200);
  expect(wordsOf(beyond.text)).toContain("This page does not exist");
  expect((await portal.request("poc", "GET", `${ACME}?historyPage=none`)).text).toContain("History (52)");
});

test("the page links of the history and of the notes keep each other's page", async () => {
  const portal = await openPortal();
  for (let number = 0; number < 25; number += 1) {
    insertDialogueNote(portal);
    insertAudit(portal, "organization_dialogue_created", {
      ...{ as: "poc", targetType: "organization", targetId: ORGANIZATIONS.acme },
    });
  }
  const page = await read(portal, `${ACME}?page=2&historyPage=2`);
  expect(page).toContain('?page=1&amp;historyPage=2"');
  expect(page).toContain('?page=2&amp;historyPage=1#history"');
});

test("the queue of one organization's submissions names it, and links to all", async () => {
  const portal = await openPortal();
  insertSubmission(portal);
  const path = `/gov/submissions?organizationId=${ORGANIZATIONS.acme}`;
  const page = await read(portal, `${path}&status=SUBMITTED`);
  expect(wordsOf(page)).toContain("Organization: acme industries");
  expect(page).toContain('href="/gov/submissions?status=SUBMITTED"');
  expect(page).toMatch(/type="hidden" name="organizationId" value="organization-acme"/);
});
