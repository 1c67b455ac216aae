import { expect, test } from "vitest";
import { SUBMISSION_VIEWS } from "~/domain/submission/rules";
import { insertCall, insertSubmission } from "../support/arrange";
import { idOf, ORGANIZATIONS } from "../support/cast";
import { unescaped, withoutScripts, wordsOf } from "../support/markup";
import { openPortal, type Portal } from "../support/portal";

/* Government's list of submissions as a queue to work from. */

const PAGE = "/gov/submissions";

const markupOf = async (portal: Portal, address: string) =>
  withoutScripts((await portal.request("poc", "GET", address)).text);

test("a row links to its submission with the list's view, filters and order, but not its page", async () => {
  const portal = await openPortal();
  for (const id of ["one", "two"]) insertSubmission(portal, { id, title: "Rotor & hull", status: "ROUTED" });
  const hrefIn = async (query: string) => {
    const [, href = ""] =
      (await markupOf(portal, PAGE + query)).match(/href="(\/gov\/submissions\/(?:one|two)[^"]*)"/) ?? [];
    return unescaped(href);
  };
  expect(await hrefIn("")).toBe(`${PAGE}/two?view=all`);
  const filtered = "view=unassigned&status=ROUTED&q=rotor+%26&sort=title";
  expect(await hrefIn(`?${filtered}&page=2&pageSize=1`)).toBe(`${PAGE}/two?${filtered}`);
  expect(await hrefIn("?view=theirs&olderThan=8&q=hull")).toBe(`${PAGE}/two?view=all&q=hull`);
});

test("the page is named after its view, or after the reader's own view that it shows", async () => {
  const portal = await openPortal();
  const namesOf = async (query: string) => {
    const html = await markupOf(portal, PAGE + query);
    return [/<title>(.*?) \|/, /<h1[^>]*>(.*?)<\/h1>/].map((name) => html.match(name)?.[1]);
  };
  const seen = new Set<string | undefined>();
  for (const view of SUBMISSION_VIEWS) {
    const [title, heading] = await namesOf(`?view=${view}`);
    expect(title).toBe(heading);
    seen.add(heading);
  }
  expect(seen.size).toBe(SUBMISSION_VIEWS.length);
  const query = "view=unassigned&status=ROUTED";
  const saved = await portal.request("poc", "POST", "/api/gov/saved-views", { json: { name: "To hand out", query } });
  expect(saved.status).toBe(201);
  const own = "Submissions: To hand out";
  expect(await namesOf(`?${query}`)).toEqual([`${own}, Status: Routed`, own]);
  expect((await namesOf("?view=unassigned"))[1]).not.toBe(own);
});

test("rows narrow the list to their organization and call, and the view of due answers shows the days", async () => {
  const portal = await openPortal();
  const callId = insertCall(portal, { id: "call", title: "Quiet rotors" });
  const values = { callId, status: "ROUTED", answerBy: "2026-02-27", ownerId: idOf("poc") } as const;
  insertSubmission(portal, { ...values, governmentTags: "acoustics" });
  const html = await markupOf(portal, `${PAGE}?view=due`);
  expect(html).toContain(`href="${PAGE}?view=due&amp;callId=call"`);
  expect(html).toContain(`href="${PAGE}?view=due&amp;organizationId=${ORGANIZATIONS.acme}"`);
  expect(wordsOf(html)).toMatch(/Overdue since Feb 27 /);
  expect(wordsOf(html)).toMatch(/Government:\s+acoustics/);
  const narrowed = await markupOf(portal, `${PAGE}?view=due&callId=call&organizationId=${ORGANIZATIONS.acme}`);
  expect(html).toContain("Only this organization");
  expect(narrowed).not.toContain("Only this");
});
