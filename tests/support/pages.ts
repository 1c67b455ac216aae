import type { PersonKey } from "./cast";

/* Every page and who may see it, for the page tests and the browser tests. */

/** The outcome of a visit to a page. */
export type Outcome = "shown" | "sign in" | "redirected" | "refused" | "hidden";
/** A person of the cast, or a visitor who has not signed in. */
export type Visitor = PersonKey | "nobody";
type Audience = Record<Visitor, Outcome>;

const GOVERNMENT = ["readonly", "poc", "lead", "admin", "systemAdmin", "bravoPoc"] as const;
const INDUSTRY = ["acmeAdmin", "acmeUser", "borealisAdmin"] as const;

const each = <Person extends PersonKey>(people: readonly Person[], outcome: Outcome) =>
  Object.fromEntries(people.map((person) => [person, outcome])) as Record<Person, Outcome>;
const all = (outcome: Outcome) => each([...GOVERNMENT, ...INDUSTRY], outcome);

const everyone: Audience = { nobody: "shown", ...all("shown") };
const visitors: Audience = { nobody: "shown", ...all("redirected") };
const signedIn: Audience = { nobody: "sign in", ...all("shown") };
const government: Audience = { nobody: "sign in", ...each(GOVERNMENT, "shown"), ...each(INDUSTRY, "refused") };
/** Command leads and above. */
const leads: Audience = { ...government, readonly: "refused", poc: "refused", bravoPoc: "refused" };
const systemAdmin: Audience = { ...leads, lead: "refused", admin: "refused" };
const industry: Audience = { nobody: "sign in", ...each(GOVERNMENT, "refused"), ...each(INDUSTRY, "shown") };

/** Every page and who may see it. Written from docs/contract.md#roles-and-permissions, not from the code. */
export const PAGES: Record<string, Audience> = {
  "/": everyone,
  calls: everyone,
  "calls/:id": everyone,
  // Government is led to its own search.
  search: { nobody: "shown", ...each(GOVERNMENT, "redirected"), ...each(INDUSTRY, "shown") },
  announcements: everyone,
  "announcements/:id": everyone,
  developers: everyone,
  "developers/:group": everyone,
  help: everyone,
  "help/industry": everyone,
  "help/government": government,
  accessibility: everyone,
  privacy: everyone,
  register: visitors,
  "register/:step": visitors,
  "invitations/:token": everyone,
  "password/:token": everyone,
  "unsubscribe/:token": everyone,
  // Single sign-on is off by default.
  "link-identity/:token": { nobody: "hidden", ...all("hidden") },
  // There are no tables of codes by default.
  "classification-codes": { nobody: "hidden", ...all("hidden") },
  // Mail is off by default.
  "login/forgot": { nobody: "hidden", ...all("hidden") },
  "login/callback": { nobody: "hidden", ...all("hidden") },
  "account/single-sign-on": { nobody: "sign in", ...all("hidden") },
  login: visitors,
  "login/second-factor": { nobody: "redirected", ...all("redirected") },
  "login/passkey": { nobody: "redirected", ...all("redirected") },
  logout: { nobody: "redirected", ...all("redirected") },
  account: signedIn,
  "account/feeds": signedIn,
  "account/password": signedIn,
  "account/second-factor": signedIn,
  "account/passkeys": signedIn,
  "account/passkeys/new": signedIn,
  portal: industry,
  "portal/profile": industry,
  "portal/profile/edit": { ...industry, acmeUser: "refused" },
  "portal/submissions": industry,
  "portal/submissions/new": industry,
  "portal/submissions/:id": { ...industry, borealisAdmin: "hidden" },
  "portal/users": { ...industry, acmeUser: "refused" },
  "portal/users/:id": { ...industry, acmeUser: "refused", borealisAdmin: "hidden" },
  "portal/users/:id/deactivate": { ...industry, acmeUser: "refused", borealisAdmin: "hidden" },
  notifications: signedIn,
  searches: signedIn,
  "searches/new": signedIn,
  "searches/:id": { ...all("hidden"), nobody: "sign in", poc: "shown" },
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
  "gov/admin/users/:id": leads,
  "gov/admin/users/:id/deactivate": leads,
  "gov/admin/recertification": leads,
  "gov/admin/industry-users": systemAdmin,
  "gov/admin/industry-users/:id": systemAdmin,
  "gov/admin/industry-users/:id/deactivate": systemAdmin,
  "gov/admin/industry-users/:id/release": systemAdmin,
  "gov/admin/tags": systemAdmin,
  "gov/admin/tags/:id": systemAdmin,
  "gov/admin/questions": { ...leads, lead: "refused" },
  "gov/admin/export": { ...leads, lead: "refused" },
  "gov/admin/audit": systemAdmin,
  "gov/admin/audit/:id": systemAdmin,
  "gov/admin/traffic": systemAdmin,
  "gov/admin/status": systemAdmin,
  "gov/admin/outbox": systemAdmin,
  "gov/engagements": government,
  "gov/engagements/new": { ...government, readonly: "refused" },
  "gov/engagements/:id": government,
  "gov/engagements/:id/edit": { ...government, readonly: "refused", bravoPoc: "refused" },
  "gov/organizations": government,
  "gov/organizations/:id": government,
  "gov/organizations/:id/release": systemAdmin,
  "gov/calls": government,
  "gov/calls/new": leads,
  "gov/calls/:id": government,
  "gov/calls/:id/comparison": government,
  "gov/calls/:id/edit": leads,
  "gov/calls/:id/questions": leads,
  "*": { nobody: "hidden", ...all("hidden") },
};

/** What a visitor gets for a page of the route table. @throws if PAGES does not list it */
export function outcomeFor(visitor: Visitor, path: string): Outcome {
  const audience = PAGES[path];
  if (!audience) throw new Error(`tests/support/pages.ts does not list ${path}`);
  return audience[visitor];
}

/**
 * The ids of records to visit pages with. A key is a page's path, or the segment before an id in paths. If there are
 * several, every role sees the page of the first.
 */
export type PageRecords = Readonly<Record<string, string | readonly string[]>>;

/** The addresses of a page of the route table, one for each record. @throws if it needs a record and has none */
export function pageAddresses(path: string, records: PageRecords): string[] {
  const plain = `/${path.replace(/^\//, "").replace("*", "no/such/page")}`;
  if (!plain.includes(":")) return [plain];
  const noun = plain.match(/([a-z]+)\/:/)?.[1] ?? "";
  const found = records[path] ?? records[noun];
  if (found === undefined) throw new Error(`No record for the page ${path}`);
  return [found].flat().map((record) => plain.replace(/:\w+/, record));
}
