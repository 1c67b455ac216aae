import { expect, test } from "vitest";
import { PAGE_ROUTES } from "~/routes";
import {
  insertAnnouncement,
  insertAudit,
  insertCall,
  insertEngagement,
  insertInvitation,
  insertPasswordLink,
  insertPresetTag,
  insertSavedSearch,
  insertSubmission,
} from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { formsWithWrongNote } from "../support/markup";
import { type Outcome, PAGES, pageAddresses } from "../support/pages";
import { openPortal } from "../support/portal";
import { shellErrors } from "../support/shell";
import { unsubscribeToken } from "../support/unsubscribe";

const STATUS: Record<Outcome, number> = { shown: 200, "sign in": 302, redirected: 302, refused: 403, hidden: 404 };

test("the route table and this table have the same pages", () => {
  expect(PAGE_ROUTES.map((route) => route.path).sort()).toEqual(Object.keys(PAGES).sort());
});

const AGENCY = "Office of Tests";

test.each(Object.entries(PAGES))("page %s is shown only to its audience", async (path, audience) => {
  const portal = await openPortal({ AGENCY_NAME: AGENCY });
  const records = {
    announcements: insertAnnouncement(portal),
    audit: insertAudit(portal, "sign_out"),
    calls: insertCall(portal),
    commands: COMMANDS.alpha,
    developers: "government-calls",
    engagements: insertEngagement(portal),
    invitations: insertInvitation(portal).token,
    organizations: ORGANIZATIONS.acme,
    identity: "no-such-token",
    password: insertPasswordLink(portal, "acmeUser"),
    register: "review",
    searches: insertSavedSearch(portal),
    submissions: insertSubmission(portal),
    tags: insertPresetTag(portal, "radar"),
    unsubscribe: unsubscribeToken(portal.db, idOf("acmeUser")),
    users: idOf("poc"),
    "portal/users/:id": idOf("acmeUser"),
    "portal/users/:id/deactivate": idOf("acmeUser"),
    "gov/admin/industry-users/:id": idOf("acmeUser"),
    "gov/admin/industry-users/:id/deactivate": idOf("acmeUser"),
    "gov/admin/industry-users/:id/release": idOf("acmeUser"),
  };
  const [address = ""] = pageAddresses(path, records);

  for (const [person, outcome] of Object.entries(audience) as [PersonKey | "nobody", Outcome][]) {
    const answer = await portal.request(person === "nobody" ? null : person, "GET", address);
    expect([person, answer.status]).toEqual([person, STATUS[outcome]]);
    if (outcome === "shown") expect(shellErrors(path, answer.text, AGENCY), person).toEqual([]);
    expect(formsWithWrongNote(answer.text), "tell constraintsOf which fields the form does not show").toEqual([]);
    const location = answer.headers.get("location");
    if (outcome === "sign in") expect(location).toBe(`/login?redirectTo=${encodeURIComponent(address)}`);
    else if (outcome !== "redirected") expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.text, person).not.toContain("Unexpected Server Error");
  }
});

test("an industry user sees no other organization's name on a page for government", async () => {
  const portal = await openPortal();
  insertSubmission(portal, { title: "Acme's own secret" });
  const answer = await portal.request("borealisAdmin", "GET", "/portal/submissions");
  expect(answer.text).not.toContain("own secret");
});

test("the dashboard counts only the reader's own organization's submissions", async () => {
  const portal = await openPortal();
  insertSubmission(portal);
  insertSubmission(portal, { status: "REVIEWED" });
  insertSubmission(portal, { status: "REVIEWED", organizationId: ORGANIZATIONS.borealis });
  const counts = async (person: PersonKey, path: string) => {
    const { text } = await portal.request(person, "GET", path);
    return [...text.matchAll(/glip-stat__value">(\d+)</g)].map(([, total]) => Number(total));
  };
  // One in each status.
  expect(await counts("acmeUser", "/portal")).toEqual([1, 0, 1, 0]);
  expect(await counts("borealisAdmin", "/portal")).toEqual([0, 0, 1, 0]);
});

test("an organization's page leaves out archived submissions, and a call's page hides its author", async () => {
  const portal = await openPortal();
  insertSubmission(portal, { title: "Put away", status: "ARCHIVED" });
  const organization = await portal.request("poc", "GET", `/gov/organizations/${ORGANIZATIONS.acme}`);
  expect(organization.text).toContain("Submissions (0)");
  expect(organization.text).not.toContain("Put away");
  const call = await portal.request(null, "GET", `/calls/${insertCall(portal)}`);
  expect(call.text).not.toContain(idOf("lead"));
});

test("an address shows a submission only on the page of its own organization", async () => {
  const portal = await openPortal();
  const own = insertSubmission(portal, { title: "Quiet blades" });
  const address = (organization: string, submission: string) =>
    `/gov/organizations/${organization}?submission=${submission}`;
  const shown = await portal.request("poc", "GET", address(ORGANIZATIONS.acme, own));
  expect(shown.text).toContain("Submission from your notification");
  for (const [organization, submission] of [
    [ORGANIZATIONS.borealis, own],
    [ORGANIZATIONS.acme, "no-such-submission"],
  ] as const) {
    const discarded = await portal.request("poc", "GET", address(organization, submission));
    expect(discarded.status).toBe(200);
    expect(discarded.text).not.toContain("Submission from your notification");
  }
});
