import { expect, test } from "vitest";
import { PAGE_ROUTES } from "~/routes";
import {
  insertAnnouncement,
  insertAudit,
  insertCall,
  insertEngagement,
  insertInvitation,
  insertSubmission,
} from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS, PEOPLE, type PersonKey } from "../support/cast";
import { openPortal } from "../support/portal";

/** What a visit to a page comes to: shown, sent to sign in, sent on, refused, or hidden. */
type Outcome = "shown" | "sign in" | "sent on" | "refused" | "hidden";
type Audience = Partial<Record<PersonKey | "nobody", Outcome>>;

const GOVERNMENT = ["readonly", "poc", "lead", "admin", "systemAdmin", "bravoPoc"] as const;
const INDUSTRY = ["acmeAdmin", "acmeUser", "borealisAdmin"] as const;

const each = (people: readonly PersonKey[], outcome: Outcome): Audience =>
  Object.fromEntries(people.map((person) => [person, outcome]));

const everybody: Audience = { nobody: "shown", ...each(PEOPLE, "shown") };
const visitors: Audience = { nobody: "shown", ...each(PEOPLE, "sent on") };
const signedIn: Audience = { nobody: "sign in", ...each(PEOPLE, "shown") };
const government: Audience = { nobody: "sign in", ...each(GOVERNMENT, "shown"), ...each(INDUSTRY, "refused") };
/** Command leads and above: the admin tier, and those who publish. */
const leads: Audience = { ...government, readonly: "refused", poc: "refused", bravoPoc: "refused" };
const systemAdmin: Audience = { ...leads, lead: "refused", admin: "refused" };
const industry: Audience = { nobody: "sign in", ...each(GOVERNMENT, "refused"), ...each(INDUSTRY, "shown") };

/** Every page, and who may see it: written from the specification's roles, not from the code. */
const PAGES: Record<string, Audience> = {
  "/": everybody,
  calls: everybody,
  "calls/:id": everybody,
  announcements: everybody,
  "announcements/:id": everybody,
  developers: everybody,
  "developers/:group": everybody,
  help: everybody,
  "help/industry": everybody,
  "help/government": government,
  accessibility: everybody,
  privacy: everybody,
  register: visitors,
  "register/:step": visitors,
  "invitations/:token": everybody,
  login: visitors,
  logout: { nobody: "sent on", ...each(PEOPLE, "sent on") },
  account: signedIn,
  "account/password": signedIn,
  portal: industry,
  "portal/profile": industry,
  "portal/profile/edit": { ...industry, acmeUser: "refused" },
  "portal/submissions": industry,
  "portal/submissions/new": industry,
  "portal/submissions/:id": { ...industry, borealisAdmin: "hidden" },
  "portal/users": { ...industry, acmeUser: "refused" },
  notifications: signedIn,
  "notifications/settings": signedIn,
  gov: government,
  "gov/search": government,
  "gov/submissions": government,
  "gov/submissions/reroute": { ...leads, lead: "refused" },
  "gov/submissions/:id": government,
  "gov/announcements": government,
  "gov/announcements/new": leads,
  "gov/announcements/:id": government,
  "gov/announcements/:id/edit": leads,
  "gov/admin/commands": leads,
  "gov/admin/commands/:id": government,
  "gov/admin/users": leads,
  "gov/admin/tags": systemAdmin,
  "gov/admin/export": { ...leads, lead: "refused" },
  "gov/admin/audit": systemAdmin,
  "gov/admin/audit/:id": systemAdmin,
  "gov/admin/traffic": systemAdmin,
  "gov/engagements": government,
  "gov/engagements/new": { ...government, readonly: "refused" },
  "gov/engagements/:id": government,
  "gov/engagements/:id/edit": { ...government, readonly: "refused", bravoPoc: "refused" },
  "gov/organizations": government,
  "gov/organizations/:id": government,
  "gov/calls": government,
  "gov/calls/new": leads,
  "gov/calls/:id": government,
  "gov/calls/:id/edit": leads,
  "*": { nobody: "hidden", ...each(PEOPLE, "hidden") },
};

const STATUS: Record<Outcome, number> = { shown: 200, "sign in": 302, "sent on": 302, refused: 403, hidden: 404 };

test("every page of the route table has an audience here, and the reverse", () => {
  expect(PAGE_ROUTES.map((route) => route.path).sort()).toEqual(Object.keys(PAGES).sort());
});

test.each(Object.entries(PAGES))("page %s is shown to its audience and to nobody else", async (path, audience) => {
  const portal = await openPortal();
  const records: Record<string, string> = {
    announcements: insertAnnouncement(portal),
    audit: insertAudit(portal, "sign_out"),
    calls: insertCall(portal),
    commands: COMMANDS.alpha,
    developers: "government-calls",
    engagements: insertEngagement(portal),
    invitations: insertInvitation(portal).token,
    organizations: ORGANIZATIONS.acme,
    register: "review",
    submissions: insertSubmission(portal),
  };
  // The part of the path before an id says what it is the id of.
  const target = records[path.match(/([a-z]+)\/:/)?.[1] ?? ""] ?? "";
  const address = `/${path.replace(/^\//, "").replace(/:\w+/, target).replace("*", "no/such/page")}`;

  for (const [person, outcome] of Object.entries(audience) as [PersonKey | "nobody", Outcome][]) {
    const answer = await portal.request(person === "nobody" ? null : person, "GET", address);
    expect([person, answer.status]).toEqual([person, STATUS[outcome]]);
    const location = answer.headers.get("location");
    if (outcome === "sign in") expect(location).toBe(`/login?redirectTo=${encodeURIComponent(address)}`);
    else if (outcome !== "sent on") expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.text, person).not.toContain("Unexpected Server Error");
  }
});

test("a page that only government sees names no other organization to industry", async () => {
  const portal = await openPortal();
  insertSubmission(portal, { title: "Acme's own secret" });
  const answer = await portal.request("borealisAdmin", "GET", "/portal/submissions");
  expect(answer.text).not.toContain("own secret");
});

test("the dashboard counts one's own organization's submissions alone", async () => {
  const portal = await openPortal();
  insertSubmission(portal);
  insertSubmission(portal, { status: "REVIEWED" });
  insertSubmission(portal, { status: "REVIEWED", organizationId: ORGANIZATIONS.borealis });
  const counts = async (person: PersonKey, path: string) => {
    const { text } = await portal.request(person, "GET", path);
    return [...text.matchAll(/glip-stat__value">(\d+)</g)].map(([, total]) => Number(total));
  };
  // Submitted, routed, reviewed, archived.
  expect(await counts("acmeUser", "/portal")).toEqual([1, 0, 1, 0]);
  expect(await counts("borealisAdmin", "/portal")).toEqual([0, 0, 1, 0]);
});

test("an archived submission leaves the organization's page, and a call's page does not say who wrote it", async () => {
  const portal = await openPortal();
  insertSubmission(portal, { title: "Put away", status: "ARCHIVED" });
  const organization = await portal.request("poc", "GET", `/gov/organizations/${ORGANIZATIONS.acme}`);
  expect(organization.text).toContain("Submissions (0)");
  expect(organization.text).not.toContain("Put away");
  const call = await portal.request(null, "GET", `/calls/${insertCall(portal)}`);
  expect(call.text).not.toContain(idOf("lead"));
});

test("a submission named in an organization's address is shown only when it is that organization's", async () => {
  const portal = await openPortal();
  const own = insertSubmission(portal, { title: "Quiet blades" });
  const address = (organization: string, submission: string) =>
    `/gov/organizations/${organization}?submission=${submission}`;
  const shown = await portal.request("poc", "GET", address(ORGANIZATIONS.acme, own));
  expect(shown.text).toContain("The submission you came for");
  for (const [organization, submission] of [
    [ORGANIZATIONS.borealis, own],
    [ORGANIZATIONS.acme, "no-such-submission"],
  ] as const) {
    const discarded = await portal.request("poc", "GET", address(organization, submission));
    expect(discarded.status).toBe(200);
    expect(discarded.text).not.toContain("The submission you came for");
  }
});
