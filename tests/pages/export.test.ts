import { expect, test } from "vitest";
import { insertCall, insertEngagement, insertSubmission } from "../support/arrange";
import { wordsOf } from "../support/markup";
import { openPortal } from "../support/portal";

const PATH = "/gov/admin/export";

test("the page offers each export with its number of records, including archived ones", async () => {
  const portal = await openPortal();
  insertCall(portal, { status: "DRAFT" });
  for (const status of ["SUBMITTED", "ARCHIVED", "ROUTED"] as const) insertSubmission(portal, { status });
  for (let count = 0; count < 4; count += 1) insertEngagement(portal);
  const { text } = await portal.request("admin", "GET", PATH);
  const rows = [...text.matchAll(/<tr>(?:(?!<\/tr>)[\s\S])*?href="([^"]+)"[\s\S]*?<\/tr>/g)];
  const shown = rows.map(([row, href]) => [href, Number(row.match(/data-label="Records now"[^>]*>([\d,]+)</)?.[1])]);
  expect(shown).toEqual([
    ["/api/export/all", 10],
    ["/api/export/csv?entity=organizations", 2],
    ["/api/export/csv?entity=submissions", 3],
    ["/api/export/csv?entity=engagements", 4],
    ["/api/export/engagements.ics", 4],
  ]);
  for (const [href] of shown) expect((await portal.request("admin", "GET", String(href))).status).toBe(200);
});

test("the page says that downloads are recorded, how many are allowed, and how to read them", async () => {
  const portal = await openPortal();
  const words = wordsOf((await portal.request("admin", "GET", PATH)).text);
  expect(words).toContain("We record each download in the audit log with your name.");
  expect(words).toContain("You can start 60 downloads an hour.");
  expect(words).toContain("UTF-8");
  expect(words).toContain("an apostrophe in front");
  expect(words).toContain("Importing the calendar");
  expect(portal.auditRows()).toEqual([]);
});

test("the administration pages link there only for users who may export", async () => {
  const portal = await openPortal();
  const offers = async (person: "lead" | "admin" | "systemAdmin", path: string) =>
    (await portal.request(person, "GET", path)).text.includes(`href="${PATH}"`);
  for (const path of ["/gov/admin/commands", "/gov/admin/commands/command-alpha", "/gov/admin/users"]) {
    expect(await offers("lead", path)).toBe(false);
    expect(await offers("admin", path)).toBe(true);
    expect(await offers("systemAdmin", path)).toBe(true);
  }
  expect(await offers("systemAdmin", "/gov/admin/tags")).toBe(true);
  const { text } = await portal.request("admin", "GET", PATH);
  expect(text).not.toContain('href="/gov/admin/tags"');
});
