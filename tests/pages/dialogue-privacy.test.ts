import { expect, test } from "vitest";
import { API_ROUTES, PAGE_ROUTES } from "~/routes.js";
import { insertCall, insertSubmission } from "../support/arrange";
import { INDUSTRY_PEOPLE, ORGANIZATIONS } from "../support/cast";
import { dataOf, openPortal, type Portal } from "../support/portal";

/** A search uses only this part of the note, because a page can repeat the query. */
const PART = "marker5d1f8a";
const MARKER = `${PART} nobody in industry reads this`;
const ACME = ORGANIZATIONS.acme;

/** Every address that a path can have, with each record as its `:id`. */
const addressesOf = (path: string, ids: readonly string[]) =>
  path.includes(":")
    ? ids.map((id) => `/${path.replace(/:\w+/g, id)}`)
    : [`/${path.replace(/^\//, "").replace("*", "no/such/place")}`];

async function writeNote(portal: Portal): Promise<string[]> {
  const callId = insertCall(portal, { techTags: "rotors" });
  const submissionId = insertSubmission(portal, { callId, status: "ROUTED" });
  const path = `/api/gov/organizations/${ACME}/dialogue`;
  const note = await portal.request("poc", "POST", path, { json: { body: MARKER } });
  // A note also changes other things: notifications, columns, audit rows.
  await portal.request("poc", "PATCH", `/api/gov/organizations/${ACME}/status`, { json: { status: "WATCHLIST" } });
  await portal.request("poc", "PATCH", `/api/gov/submissions/${submissionId}/status`, { json: { status: "REVIEWED" } });
  return [ACME, submissionId, callId, dataOf<{ id: string }>(note).id];
}

test("no page, page data or API response shows industry a dialogue note", async () => {
  const portal = await openPortal();
  const ids = await writeNote(portal);
  const pages = PAGE_ROUTES.flatMap(({ path }) => addressesOf(path, ids));
  const data = pages.map((path) => (path === "/" ? "/_root.data" : `${path}.data`));
  const api = API_ROUTES.flatMap(({ path }) => addressesOf(path, ids));
  const queries = ["/api/search", "/notifications", "/api/portal/submissions"].map((path) => `${path}?q=${PART}`);
  let shown = 0;
  for (const person of [...INDUSTRY_PEOPLE, null]) {
    for (const address of [...pages, ...data, ...api, ...queries]) {
      const answer = await portal.request(person, "GET", address);
      if (answer.status === 200) shown += 1;
      expect(answer.text.includes(MARKER), `${person} at ${address}`).toBe(false);
    }
  }
  // The test must see successful responses, not only refusals.
  expect(shown).toBeGreaterThan(60);
});

test("an organization's own writes return no note either", async () => {
  const portal = await openPortal();
  await writeNote(portal);
  const json = { orgType: "COMPANY", description: "We make rotors." };
  const saved = await portal.request("acmeAdmin", "PUT", "/api/portal/profile", { json });
  expect(saved.status).toBe(200);
  expect(saved.text).not.toContain(MARKER);
});

test("government sees the note, on its page, in the page's data and in the API", async () => {
  const portal = await openPortal();
  await writeNote(portal);
  for (const address of [
    `/gov/organizations/${ACME}`,
    `/gov/organizations/${ACME}.data`,
    `/api/gov/organizations/${ACME}`,
  ]) {
    const answer = await portal.request("readonly", "GET", address);
    expect(answer.status, address).toBe(200);
    expect(answer.text, address).toContain(MARKER);
  }
});
