import { type APIRequestContext, type APIResponse, expect } from "@playwright/test";
import { STEPS } from "~/domain/registration/rules";
import { COMMANDS, idOf, ORGANIZATIONS, PASSWORD, type PersonKey } from "../support/cast";
import { pdf } from "../support/files";
import type { PageRecords } from "../support/pages";

/* Creates a record of each kind with the longest words that a page must fit. */

export const LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
export const REGISTRATION_STEPS = STEPS.map(({ slug }) => slug);

/** The ids of the records, for the addresses of pages. */
export interface Records {
  byPage: PageRecords;
  /** Records that some addresses name in their query. */
  submission: string;
  task: string;
  command: string;
  user: string;
}

/** Calls the API as a person of the cast. */
export type CallAs = (person: PersonKey) => Promise<APIRequestContext>;

/** Posts to the API. @returns the data of the response */
type Make = (path: string, data: object) => Promise<Record<string, string>>;

/** The data of a response. @throws if the API refuses the request */
async function dataOf(response: APIResponse): Promise<Record<string, string>> {
  expect(response.ok(), `${response.url()} returned ${response.status()}: ${await response.text()}`).toBe(true);
  return (await response.json()).data;
}

const makerOf =
  (caller: APIRequestContext): Make =>
  async (path, data) =>
    dataOf(await caller.post(path, { data }));

let made = 0;

/**
 * Creates a record of each kind, and one in each state that looks different. May be called again.
 * @param unsubscribe a token, which no API makes
 */
export async function makeRecords(as: CallAs, unsubscribe: string): Promise<Records> {
  made += 1;
  const administrator = await as("systemAdmin");
  const make = makerOf(administrator);
  const name = `${LONG_WORD} ${made}`;
  const command = await make("/api/gov/admin/commands", {
    name,
    abbreviation: `${LONG_WORD.slice(0, 45)} ${made}`,
    echelon: LONG_WORD,
    parentId: COMMANDS.alpha,
    location: LONG_WORD,
    mission: LONG_WORD,
  });
  await make("/api/gov/saved-views", { name: LONG_WORD.slice(0, 60), query: "view=due" });
  const search = await makerOf(await as("poc"))("/api/saved-searches", {
    name: `${LONG_WORD.slice(0, 50)} ${made}`,
    q: LONG_WORD,
  });
  // The pages list recent searches.
  await administrator.get(`/gov/search?q=${LONG_WORD}`);
  await (await as("acmeAdmin")).get(`/search?q=${LONG_WORD}`);
  const tag = await make("/api/gov/admin/tags", { label: `${"a".repeat(45)} ${made}` });
  const calls = await makeCalls(make);
  const submit = async (person: PersonKey, call?: string) => makeSubmission(await as(person), name, call);
  // Pages that change a submission's status each have their own. A rate limit prevents more.
  const ofRecord = await submit("acmeAdmin", calls.open);
  const ofOrganization = await submit("acmeAdmin", calls.open);
  await dataOf(await administrator.put(`/api/gov/submissions/${ofRecord}/opinions/${idOf("poc")}`));
  await dataOf(
    await administrator.put(`/api/gov/submissions/${ofRecord}/tags`, { data: { governmentTags: LONG_WORD } }),
  );
  await dataOf(
    await administrator.put(`/api/gov/submissions/${ofRecord}/assessment`, {
      data: { relevance: "HIGH", readinessLevel: 6, nextStep: "ASK_QUESTIONS", comment: LONG_WORD },
    }),
  );
  // A submission without a reviewer. Rerouting it finds one.
  await followTags(await as("readonly"), "");
  await submit("acmeUser");
  const ofList = await submit("acmeUser", calls.open);
  const question = { body: LONG_WORD.repeat(4), asksAnswer: true };
  for (const id of [ofRecord, ofList]) await make(`/api/gov/submissions/${id}/messages`, question);
  await followTags(await as("readonly"), LONG_WORD);
  const announcements = await makeAnnouncements(administrator);
  const { engagement, task } = await makeEngagement(administrator);
  await make(`/api/gov/organizations/${ORGANIZATIONS.acme}/dialogue`, { body: LONG_WORD.repeat(8) });
  const email = `${"a".repeat(60)}@${"b".repeat(60)}.${made}.example`;
  const invitation = await makeInvitation(await as("acmeAdmin"), email);
  const recorded = await dataOf(await administrator.get("/api/gov/admin/audit?event=engagement_created"));
  const { id: governmentUser = "" } = await make("/api/gov/admin/users", {
    email: `${"g".repeat(60)}@${"b".repeat(60)}.${made}.example`,
    name: `${LONG_WORD} ${made}`,
    password: PASSWORD,
    role: "GOV_READONLY",
    commandId: COMMANDS.alpha,
    title: LONG_WORD,
  });
  const colleague = await makeColleague(as);
  const byPage = {
    calls: calls.open,
    "gov/calls/:id": Object.values(calls),
    "gov/calls/:id/edit": [calls.draft, calls.open],
    "gov/admin/tags/:id": tag.id ?? "",
    "gov/submissions/:id": ofRecord,
    submissions: ofList,
    organizations: ORGANIZATIONS.acme,
    searches: search.id ?? "",
    announcements: announcements.published,
    "gov/announcements/:id": Object.values(announcements),
    // One that can be deleted, and one that has other commands under it.
    commands: [command.id ?? "", COMMANDS.alpha],
    // The group of API routes with the longest page.
    developers: "government-engagements",
    register: REGISTRATION_STEPS,
    engagements: engagement,
    invitations: invitation,
    unsubscribe,
    identity: "no-such-token",
    password: await makePasswordLink(administrator, idOf("acmeUser")),
    users: governmentUser,
    "portal/users/:id": colleague,
    "portal/users/:id/deactivate": colleague,
    "gov/admin/industry-users/:id": colleague,
    "gov/admin/industry-users/:id/deactivate": colleague,
    "gov/admin/industry-users/:id/release": colleague,
    audit: (recorded.items as unknown as { id: string }[])[0]?.id ?? "",
  };
  return { byPage, task, submission: ofOrganization, command: command.id ?? "", user: idOf("readonly") };
}

/** Creates an account in Acme that no test signs in with. @returns its id */
async function makeColleague(as: CallAs): Promise<string> {
  const administrator = await as("acmeAdmin");
  const token = await makeInvitation(administrator, `${"c".repeat(60)}@${"b".repeat(60)}.${made}.example`);
  const { id = "" } = await makerOf(administrator)("/api/portal/invitations/accept", {
    ...{ token, name: `${LONG_WORD} ${made}`, password: PASSWORD },
  });
  return id;
}

/** Invites a colleague to the caller's organization. @returns the token of the invitation's link */
export async function makeInvitation(caller: APIRequestContext, email: string): Promise<string> {
  const { url = "" } = await makerOf(caller)("/api/portal/invitations", { email, industryRole: "INDUSTRY_ADMIN" });
  return url.slice(url.lastIndexOf("/") + 1);
}

/** Makes a password link for someone. Credentials must be unlocked. @returns its token */
export async function makePasswordLink(caller: APIRequestContext, userId: string): Promise<string> {
  const { url = "" } = await makerOf(caller)(`/api/accounts/${userId}/password-link`, {});
  return url.slice(url.lastIndexOf("/") + 1);
}

const fileOf = (name: string) => ({ name, mimeType: "application/pdf", buffer: pdf() });

/** Creates a submission with a file. @returns its id */
async function makeSubmission(caller: APIRequestContext, title: string, callId = ""): Promise<string> {
  const words = { type: "WHITE_PAPER", title, summary: LONG_WORD.repeat(4), techTags: LONG_WORD };
  const multipart = { ...words, callId, file: fileOf(`${LONG_WORD}.pdf`) };
  const { id = "" } = await dataOf(await caller.post("/api/portal/submissions", { multipart }));
  return id;
}

/** Sets the tags that the caller follows. */
async function followTags(caller: APIRequestContext, techTags: string): Promise<void> {
  const settings = [{ kind: "SUBMISSION_MATCH", enabled: true, techTags }];
  await dataOf(await caller.put("/api/notifications/settings", { data: { settings } }));
}

/** Creates a call in each state. @returns their ids */
async function makeCalls(make: Make) {
  const words = {
    title: `${LONG_WORD} ${LONG_WORD}`,
    description: LONG_WORD.repeat(8),
    techTags: `${LONG_WORD},ai`,
    closesAt: "2099-12-31",
    pocEmail: `${"c".repeat(60)}@${"d".repeat(60)}.example`,
    additionalInfoLink: `https://${"e".repeat(60)}.example/${"f".repeat(120)}`,
  };
  const call = async (data: object) => (await make("/api/gov/calls", { ...words, ...data })).id ?? "";
  return {
    // Closes soon, so that the dashboard lists it with its number of submissions.
    open: await call({ closesAt: new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString().slice(0, 10) }),
    draft: await call({ status: "DRAFT" }),
    scheduled: await call({ status: "PENDING", releasesAt: "2099-01-01T09:00:00Z" }),
  };
}

/** Creates a published announcement with a file, and one in each other status. @returns their ids */
async function makeAnnouncements(caller: APIRequestContext) {
  const make = makerOf(caller);
  const words = { title: `${LONG_WORD} ${LONG_WORD}`, body: LONG_WORD.repeat(8) };
  const { id: published = "" } = await make("/api/gov/announcements", words);
  const { id: withdrawn = "" } = await make("/api/gov/announcements", { ...words, title: LONG_WORD });
  const files = fileOf(`${LONG_WORD.repeat(2)}.pdf`);
  await dataOf(await caller.post(`/api/gov/announcements/${published}/attachments`, { multipart: { files } }));
  await dataOf(await caller.patch(`/api/gov/announcements/${withdrawn}`, { data: { published: false } }));
  const { id: draft = "" } = await make("/api/gov/announcements", { ...words, status: "DRAFT" });
  const { id: scheduled = "" } = await make("/api/gov/announcements", {
    ...{ ...words, status: "SCHEDULED", publishesAt: "2099-01-01T09:00:00Z" },
    ...{ audience: "TAGS", audienceTags: LONG_WORD },
  });
  return { published, withdrawn, draft, scheduled };
}

/** Creates an engagement with tasks, a note and a file. @returns its id, and that of a task */
async function makeEngagement(caller: APIRequestContext): Promise<{ engagement: string; task: string }> {
  const make = makerOf(caller);
  const { id = "" } = await make("/api/gov/engagements", {
    title: `${LONG_WORD} ${LONG_WORD}`,
    type: "DEMO",
    status: "PLANNED",
    date: "2026-03-10",
    startTime: "09:00",
    endTime: "10:30",
    commandId: COMMANDS.alpha,
    location: LONG_WORD,
    onlineLink: `https://meet.agency.example/${LONG_WORD}`,
    attendeeIds: [idOf("lead"), idOf("readonly")],
    summary: LONG_WORD.repeat(8),
    organizationIds: [ORGANIZATIONS.acme],
    otherOrganization: LONG_WORD,
  });
  const ofSystemAdmin = { text: `${LONG_WORD} ${LONG_WORD}`, ownerId: idOf("systemAdmin"), dueDate: "2026-03-12" };
  const { id: task = "" } = await make(`/api/gov/engagements/${id}/tasks`, ofSystemAdmin);
  await make(`/api/gov/engagements/${id}/tasks`, { ...ofSystemAdmin, dueDate: "2099-03-12" });
  const { id: done = "" } = await make(`/api/gov/engagements/${id}/tasks`, ofSystemAdmin);
  await dataOf(await caller.patch(`/api/gov/engagements/${id}/tasks/${done}`, { data: { done: true } }));
  await make(`/api/gov/engagements/${id}/notes`, { body: LONG_WORD.repeat(8) });
  const files = fileOf(`${LONG_WORD}.pdf`);
  await dataOf(await caller.post(`/api/gov/engagements/${id}/attachments`, { multipart: { files } }));
  return { engagement: id, task };
}
