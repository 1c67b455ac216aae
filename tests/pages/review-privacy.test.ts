import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { recentSearch, submission } from "#db/schema";
import { API_ROUTES, PAGE_ROUTES } from "~/routes.js";
import {
  insertAnnouncement,
  insertAnnouncementFile,
  insertCall,
  insertInvitation,
  insertMessage,
  insertMessageFile,
  insertPasswordLink,
  insertSubmissionWithFile,
  instant,
  notificationsOf,
  setSetting,
} from "../support/arrange";
import { INDUSTRY_PEOPLE, idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { openMailPortal, outboxOf } from "../support/mail";
import { outcomeFor, type Visitor } from "../support/pages";
import { dataOf, MINUTE, type Portal, type TestResponse } from "../support/portal";
import { apiModules } from "../support/routes";
import { unsubscribeToken } from "../support/unsubscribe";

/*
 * What reviewers think of a submission stays inside government. These tests visit every page and every API route as
 * industry and as a visitor, before and after people judge a submission. The two responses must be equal, with their
 * ETags and times. So nothing shows, not even that something happened. The routes come from the route table: a new one
 * fails the test if no address below reaches it.
 */

/** Every text that government writes begins with this. It has no meaning in any search or page. */
const PART = "marker7c2e91";
const marker = (what: string) => `${PART}+${what}`;

const READERS: readonly (PersonKey | null)[] = [...INDUSTRY_PEOPLE, null];

interface Given {
  submissionId: string;
  callId: string;
  /** The ids that each parameter of a path can have. */
  values: Record<string, readonly string[]>;
}

/** The steps of a registration that have a page. */
const STEPS = ["organization", "identifiers", "contacts", "size", "capabilities", "account", "review"];

/** Records of each kind that industry can see, and a submission to judge. */
async function arrange(portal: Portal): Promise<Given> {
  const callId = insertCall(portal, { techTags: "rotors" });
  const submissionId = await insertSubmissionWithFile(portal);
  portal.db
    .update(submission)
    .set({ callId, status: "ROUTED", techTags: "rotors" })
    .where(eq(submission.id, submissionId))
    .run();
  const messageId = insertMessage(portal, submissionId, { asksAnswer: true });
  const fileId = await insertMessageFile(portal, messageId);
  const announcementId = insertAnnouncement(portal);
  const attachmentId = await insertAnnouncementFile(portal, announcementId);
  const invitation = insertInvitation(portal);
  // Asking for the submission again by copying its list begins here.
  const path = (await portal.request("acmeUser", "POST", "/api/account/feeds")).text.match(
    /personal\/([\w-]{43})/,
  )?.[1];
  const unsubscribe = unsubscribeToken(portal.db, idOf("acmeUser"));
  const groups = [...(await portal.request(null, "GET", "/developers")).text.matchAll(/"\/developers\/([\w-]+)"/g)];
  portal.advance(10 * MINUTE);
  // The administrator sees when their colleagues were last here.
  for (const person of INDUSTRY_PEOPLE) await portal.request(person, "GET", "/portal");
  return {
    submissionId,
    callId,
    values: {
      id: [submissionId, callId, announcementId, idOf("acmeUser"), ORGANIZATIONS.acme, invitation.id],
      attachmentId: [attachmentId],
      messageId: [messageId],
      fileId: [fileId],
      taskId: [submissionId],
      sessionId: [idOf("acmeUser")],
      userId: [idOf("admin")],
      token: [path ?? "", invitation.token, insertPasswordLink(portal, "acmeUser"), unsubscribe],
      step: STEPS,
      group: [...new Set(groups.map(([, slug = ""]) => slug))],
    },
  };
}

/** Every address of a path. @throws if it has a parameter for which nothing is arranged */
function addressesOf(path: string, values: Given["values"]): string[] {
  let addresses = [`/${path.replace(/^\//, "").replace("*", "no/such/place")}`];
  for (const [part, name = ""] of path.matchAll(/:(\w+)/g)) {
    const found = values[name];
    if (!found) throw new Error(`Arrange a value for :${name} of ${path}`);
    // A route for government refuses industry, whatever record it names.
    const tried = /^(api\/)?gov\//.test(path) && !path.includes("attachments") ? found.slice(0, 1) : found;
    addresses = addresses.flatMap((address) => tried.map((value) => address.replace(part, value)));
  }
  return addresses;
}

const dataAddress = (path: string) => (path === "/" ? "/_root.data" : `${path}.data`);

/** Lists as programs and searches as people ask for them. */
const QUERIES = [
  `/api/search?q=${PART}`,
  `/gov/search?q=${PART}`,
  `/search?q=${PART}`,
  `/api/search/ledger?q=${PART}`,
  `/api/search/suggestions?q=${PART}`,
  `/notifications?q=${PART}`,
  `/portal/submissions?q=${PART}`,
  `/calls?q=${PART}`,
  `/announcements?q=${PART}`,
  `/api/classification-codes?system=NAICS&q=${PART}`,
  "/portal/submissions?sort=-updatedAt",
  "/api/portal/submissions?updatedSince=2026-03-02T15:05:00Z",
  "/api/portal/calls?updatedSince=2026-03-02T15:05:00Z",
  "/api/portal/announcements?updatedSince=2026-03-02T15:05:00Z",
  ...[1, 2].map((page) => `/api/portal/submissions?updatedSince=1970-01-01T00:00:00Z&page=${page}&pageSize=1`),
];

/**
 * What differs between two readings: nonces, keys of forms, and the position of a copy. The position has the end of the
 * audit log in it, sealed, so it changes with every audit row of the service.
 */
const CHANGING = /nonce="[^"]*"|(?<="next":")[\w-]+|[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const CHANGING_HEADERS = ["set-cookie", "x-request-id", "content-security-policy", "date", "server-timing"];

function comparable({ status, headers, text }: TestResponse): string {
  const kept = [...headers].filter(([name]) => !CHANGING_HEADERS.includes(name));
  return JSON.stringify([status, kept, text.replace(CHANGING, "…")]);
}

/** Every response that industry and visitors get, by person and address. */
async function visitAll(portal: Portal, { values }: Given): Promise<Map<string, TestResponse>> {
  const pages = PAGE_ROUTES.flatMap(({ path }) => addressesOf(path, values)).filter((path) => path !== "/logout");
  const api = API_ROUTES.flatMap(({ path }) => addressesOf(path, values));
  const responses = new Map<string, TestResponse>();
  // Or a second visit would show people what they searched for in the first.
  portal.db.delete(recentSearch).run();
  for (const person of READERS) {
    for (const address of [...pages, ...pages.map(dataAddress), ...api, ...QUERIES]) {
      // Each from an address of its own, because the limits on some of them count visits.
      const ip = `198.51.100.${responses.size % 250}`;
      responses.set(`${person} ${address}`, await portal.request(person, "GET", address, { ip }));
    }
  }
  return responses;
}

interface Judged {
  /** The ids of what was written. */
  ids: string[];
}

/** Writes everything that government keeps to itself. */
async function judge(portal: Portal, { submissionId, callId }: Given): Promise<Judged> {
  const ids: string[] = [];
  const write = async (as: PersonKey, method: string, path: string, json: object) => {
    const answer = await portal.request(as, method, path, { json });
    expect(answer.status, `${path} ${answer.text}`).toBeLessThan(300);
    return dataOf<{ id: string; questions: { id: string }[] }>(answer);
  };
  const asked = (label: string) => ({ questions: [{ kind: "TEXT", label: marker(label) }] });
  const root = `/api/gov/submissions/${submissionId}`;
  const ofAgency = await write("admin", "PUT", "/api/gov/admin/questions", asked("default question"));
  const { questions } = await write("lead", "PUT", `/api/gov/calls/${callId}/questions`, asked("question of the call"));
  ids.push(...[...questions, ...ofAgency.questions].map(({ id }) => id));
  await write("poc", "PUT", `${root}/owner`, { ownerId: idOf("poc") });
  await write("poc", "PUT", `${root}/tags`, { governmentTags: PART });
  await write("poc", "PUT", `${root}/opinions/${idOf("admin")}`, {});
  await write("bravoPoc", "POST", `${root}/recusal`, { reason: marker("recusal") });
  const note = { body: marker("note"), mentions: [idOf("lead"), idOf("readonly")] };
  ids.push((await write("poc", "POST", `${root}/notes`, note)).id);
  const answers = [{ questionId: questions[0]?.id, answer: marker("answer") }];
  const judgment = { relevance: "NONE", readinessLevel: 2, nextStep: "DECLINE", comment: marker("comment"), answers };
  for (const person of ["poc", "lead"] as const)
    ids.push((await write(person, "PUT", `${root}/assessment`, judgment)).id);
  ids.push((await write("poc", "PUT", `${root}/conclusion`, { ...judgment, comment: marker("conclusion") })).id);
  return { ids };
}

const openJudged = async () => {
  const { portal, server, send } = await openMailPortal();
  for (const person of [...INDUSTRY_PEOPLE, "lead", "readonly"] as const) {
    portal.db.$client
      .prepare("INSERT INTO mail_setting (user_id, kind, frequency, updated_at) VALUES (?, 'SYSTEM', 'IMMEDIATE', ?)")
      .run(idOf(person), instant(portal));
    setSetting(portal, person, "SYSTEM");
  }
  return { portal, server, send, given: await arrange(portal) };
};

/** The keys of the responses that are not the same. */
const differences = (before: Map<string, TestResponse>, after: Map<string, TestResponse>) =>
  [...before].filter(([key, response]) => {
    const other = after.get(key);
    return !other || comparable(response) !== comparable(other);
  });

/** Fails if a response has what government wrote, or the id of such a record. */
function expectNoTrace(responses: Iterable<[string, TestResponse]>, ids: readonly string[]) {
  for (const [key, { text: words }] of responses) {
    // A page may repeat what it was asked to find.
    const text = key.includes(`q=${PART}`) ? `${PART}+` : PART;
    expect(
      [text, ...ids].filter((trace) => words.includes(trace)),
      key,
    ).toEqual([]);
  }
}

test("industry and visitors see no difference after government judges a submission", async () => {
  const { portal, given } = await openJudged();
  const before = await visitAll(portal, given);
  const { ids } = await judge(portal, given);
  const after = await visitAll(portal, given);
  expect(differences(before, after).map(([key]) => key)).toEqual([]);
  expectNoTrace(after, ids);
  expectAllShown(after, given);
}, 600_000);

/** Fails if nobody could see a page of industry or of the public, or read such a route: then it was not tested. */
function expectAllShown(responses: Map<string, TestResponse>, given: Given) {
  const isShown = (path: string, people: readonly (PersonKey | null)[]) =>
    [...addressesOf(path, given.values), ...QUERIES.filter((query) => query.startsWith(`/${path}?`))].some((address) =>
      people.some((person) => (responses.get(`${person} ${address}`)?.status ?? 404) < 400),
    );
  const shownTo = (path: string) =>
    READERS.filter((person) => outcomeFor((person ?? "nobody") as Visitor, path) === "shown");
  const hidden = PAGE_ROUTES.map(({ path }) => path).filter(
    (path) => shownTo(path).length > 0 && !isShown(path, shownTo(path)),
  );
  expect(hidden).toEqual([]);
  const unread = apiModules
    .filter(
      ({ path, endpoints }) => endpoints.GET && !/^api\/(gov|export)\/|^api\/(search|account\/preferences)$/.test(path),
    )
    .map(({ path }) => path)
    .filter((path) => !isShown(path, READERS));
  expect(unread).toEqual([]);
}

test("a copy of an organization's submissions gets nothing new, and loses nothing", async () => {
  const { portal, given } = await openJudged();
  interface Copied {
    items: unknown[];
    removed: unknown[];
    next: string;
    total: number;
  }
  const copy = async (since: string) =>
    dataOf<Copied>(
      await portal.request("acmeAdmin", "GET", `/api/portal/submissions?pageSize=1&updatedSince=${since}`),
    );
  const { next } = await copy("1970-01-01T00:00:00Z");
  const before = await copy(next);
  expect(before).toMatchObject({ items: [], removed: [] });
  portal.advance(MINUTE);
  await judge(portal, given);
  for (const since of [next, before.next]) {
    expect(await copy(since)).toMatchObject({ items: [], removed: [], total: 0 });
  }
});

test("nobody in industry is notified or mailed, and mail to government has no trace", async () => {
  const { portal, server, send, given } = await openJudged();
  const before = INDUSTRY_PEOPLE.map((person) => notificationsOf(portal, person));
  const { ids } = await judge(portal, given);
  expect(INDUSTRY_PEOPLE.map((person) => notificationsOf(portal, person))).toEqual(before);
  expect(notificationsOf(portal, "lead").some(({ body }) => body.includes(PART))).toBe(true);
  expect(outboxOf(portal).length).toBeGreaterThan(0);
  await send();
  expect(server.mails.length).toBeGreaterThan(0);
  for (const { text } of server.mails) {
    expect([PART, ...ids, "A quiet rotor", "Person poc"].filter((trace) => text.includes(trace))).toEqual([]);
  }
});

test("what industry writes later returns and sends no trace", async () => {
  const { portal, given } = await openJudged();
  const { ids } = await judge(portal, given);
  const { submissionId, callId } = given;
  const multipart = new FormData();
  const fields = { type: "WHITE_PAPER", title: "Another rotor", summary: "It is quiet as well.", callId };
  for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
  const answers: [string, TestResponse][] = [
    ["submit", await portal.request("acmeUser", "POST", "/api/portal/submissions", { multipart })],
    [
      "profile",
      await portal.request("acmeAdmin", "PUT", "/api/portal/profile", {
        json: { orgType: "COMPANY", description: "Rotors." },
      }),
    ],
    [
      "follow",
      await portal.request("acmeUser", "PUT", `/api/portal/calls/${callId}/follow`, { json: { following: true } }),
    ],
  ];
  for (const [what, { status, text }] of answers) expect(status, `${what} ${text}`).toBeLessThan(300);
  const reviewed = { json: { status: "REVIEWED" } };
  expect((await portal.request("poc", "PATCH", `/api/gov/submissions/${submissionId}/status`, reviewed)).status).toBe(
    200,
  );
  const later = await visitAll(portal, given);
  expectNoTrace([...answers, ...later], ids);
  expect(later.get("acmeUser /notifications")?.text).toContain("Reviewed: A quiet rotor");
}, 600_000);

test("the comparison notices a changed time, and the search for traces a single word", async () => {
  const { portal, given } = await openJudged();
  const address = "/api/portal/submissions";
  const read = async () => new Map([[address, await portal.request("acmeUser", "GET", address)]]);
  const before = await read();
  expect(differences(before, await read())).toEqual([]);
  const change = (values: Partial<typeof submission.$inferInsert>) =>
    portal.db.update(submission).set(values).where(eq(submission.id, given.submissionId)).run();
  change({ updatedAt: instant(portal) });
  expect(differences(before, await read())).toHaveLength(1);
  change({ summary: marker("summary") });
  const traced = await read();
  expect(() => expectNoTrace(traced, [])).toThrow();
});
