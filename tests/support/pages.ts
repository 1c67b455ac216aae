import type { PersonKey } from "./cast";

/* Every page of the service and who may see it: for the tests of the pages and for those in a browser. */

/** The outcome of a visit to a page. */
export type Outcome = "shown" | "sign in" | "sent on" | "refused" | "hidden";
/** A person of the cast, or a visitor who has not signed in. */
export type Visitor = PersonKey | "nobody";
type Audience = Record<Visitor, Outcome>;

const GOVERNMENT = ["readonly", "poc", "lead", "admin", "systemAdmin", "bravoPoc"] as const;
const INDUSTRY = ["acmeAdmin", "acmeUser", "borealisAdmin"] as const;

const each = <Person extends PersonKey>(people: readonly Person[], outcome: Outcome) =>
  Object.fromEntries(people.map((person) => [person, outcome])) as Record<Person, Outcome>;
const all = (outcome: Outcome) => each([...GOVERNMENT, ...INDUSTRY], outcome);

const everybody: Audience = { nobody: "shown", ...all("shown") };
const visitors: Audience = { nobody: "shown", ...all("sent on") };
const signedIn: Audience = { nobody: "sign in", ...all("shown") };
const government: Audience = { nobody: "sign in", ...each(GOVERNMENT, "shown"), ...each(INDUSTRY, "refused") };
/** Command leads and above: the admin tier, and those who publish. */
const leads: Audience = { ...government, readonly: "refused", poc: "refused", bravoPoc: "refused" };
const systemAdmin: Audience = { ...leads, lead: "refused", admin: "refused" };
const industry: Audience = { nobody: "sign in", ...each(GOVERNMENT, "refused"), ...each(INDUSTRY, "shown") };

/** Every page, and who may see it: written from docs/contract.md#roles-and-permissions, not from the code. */
export const PAGES: Record<string, Audience> = {
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
  logout: { nobody: "sent on", ...all("sent on") },
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
  "*": { nobody: "hidden", ...all("hidden") },
};

/** What a visitor's request for a page of the route table comes to. @throws Error where nothing is written of it. */
export function outcomeFor(visitor: Visitor, path: string): Outcome {
  const audience = PAGES[path];
  if (!audience) throw new Error(`The page ${path} has no audience in tests/support/pages.ts`);
  return audience[visitor];
}

/**
 * Records to visit pages with: by the path of one page, or by what stands before an id in a path. Of several the first
 * is the one that every role's page is shown with.
 */
export type PageRecords = Readonly<Record<string, string | readonly string[]>>;

/** The addresses of a page of the route table, one for each record. @throws Error where there is no record. */
export function pageAddresses(path: string, records: PageRecords): string[] {
  const plain = `/${path.replace(/^\//, "").replace("*", "no/such/page")}`;
  if (!plain.includes(":")) return [plain];
  const noun = plain.match(/([a-z]+)\/:/)?.[1] ?? "";
  const found = records[path] ?? records[noun];
  if (found === undefined) throw new Error(`The page ${path} has no record to be visited with`);
  return [found].flat().map((record) => plain.replace(/:\w+/, record));
}
