import { describe, expect, test } from "vitest";
import { SUBMISSION_STATUSES } from "#db/enumerations";
import { assessment, submissionMatch } from "#db/schema";
import { submissionListSchema } from "~/domain/submission/schema";
import {
  insertCall,
  insertSubmission,
  instant,
  notificationsOf,
  setInterests,
  setSetting,
  submissionRow,
} from "../support/arrange";
import { idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { idsOf, testPaging, testQueries } from "../support/lists";
import { DAY, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const LIST = { path: "/api/gov/submissions" };
const list = (query = "") => ({ as: "readonly", method: "GET", path: `${LIST.path}${query}` }) as const;

/** Five submissions, a minute apart, that differ in every filter. */
function insertFive(portal: Portal): void {
  const at = (minute: number) => ({
    createdAt: instant(portal, minute * MINUTE),
    updatedAt: instant(portal, minute * MINUTE),
  });
  const callId = insertCall(portal, { id: "the-call" });
  insertSubmission(portal, { id: "a", title: "Delta", techTags: "rotors,hulls", ...at(1) });
  insertSubmission(portal, { id: "b", title: "Alpha", type: "PITCH_MATERIAL", status: "ROUTED", ...at(2) });
  insertSubmission(portal, { id: "c", title: "Charlie", organizationId: ORGANIZATIONS.borealis, callId, ...at(3) });
  const judged = { techTags: "rotor", governmentTags: "hulls,wings", answerBy: "2026-03-03" };
  insertSubmission(portal, { id: "d", title: "Bravo", status: "REVIEWED", ...judged, ...at(4) });
  insertSubmission(portal, { id: "e", title: "Echo", status: "ARCHIVED", techTags: "rotors", ...at(5) });
}

describe("government's list of submissions", () => {
  testQueries(LIST, insertFive, [
    ["", "dcba"],
    ["?sort=createdAt", "abcd"],
    ["?sort=title", "bdca"],
    ["?sort=-title", "acdb"],
    ["?sort=updatedAt", "abcd"],
    ["?sort=answerBy", "dabc"],
    ["?sort=-answerBy", "dcba"],
    ["?status=ARCHIVED", "e"],
    ["?status=REVIEWED", "d"],
    ["?type=PITCH_MATERIAL", "b"],
    ["?tag=rotors", "a"],
    ["?tag=ROTORS", "a"],
    ["?tag=hulls", "da"],
    ["?tag=hulls&updatedSince=1970-01-01T00:00:00Z", "a"],
    ["?tag=rot", ""],
    ["?tag=%25", ""],
    [`?organizationId=${ORGANIZATIONS.borealis}`, "c"],
    ["?callId=the-call", "c"],
    ["?updatedSince=2026-03-02T15:03:00Z", "cd"],
    ["?updatedSince=2026-03-02T16:03:00%2B01:00", "cd"],
    ["?view=unrouted", "ca"],
    ["?view=mine", ""],
    ["?view=owned", ""],
    ["?view=opinion", ""],
    ["?view=unassigned", "cba"],
    ["?view=due", ""],
    ["?status=SUBMITTED&tag=hulls", "a"],
    ["?unknown=1", "dcba"],
  ]);

  test("view=mine lists what was routed to the caller", async () => {
    const portal = await openPortal();
    insertFive(portal);
    setInterests(portal, "poc", "hulls");
    await portal.request("admin", "POST", "/api/notifications/reroute");
    expect(await idsOf(portal, { ...LIST, as: "poc" }, "?view=mine")).toBe("a");
    expect(await idsOf(portal, LIST, "?view=mine")).toBe("");
    expect(await idsOf(portal, LIST, "?view=unrouted")).toBe("");
  });

  test("the views of the review list what the caller owns or is asked about, and what nobody owns", async () => {
    const portal = await openPortal();
    insertFive(portal);
    const path = (id: string) => `/api/gov/submissions/${id}`;
    await portal.request("poc", "PUT", `${path("a")}/owner`, { json: { ownerId: idOf("poc") } });
    for (const id of ["b", "c"]) await portal.request("lead", "PUT", `${path(id)}/opinions/${idOf("poc")}`);
    const values = { submissionId: "c", authorId: idOf("poc"), isConclusion: false, relevance: "HIGH" } as const;
    const at = portal.now().toISOString();
    portal.db
      .insert(assessment)
      .values({ id: "given", ...values, createdAt: at, updatedAt: at })
      .run();
    expect(await idsOf(portal, { ...LIST, as: "poc" }, "?view=owned")).toBe("a");
    expect(await idsOf(portal, { ...LIST, as: "poc" }, "?view=opinion")).toBe("b");
    expect(await idsOf(portal, { ...LIST, as: "lead" }, "?view=owned")).toBe("");
    expect(await idsOf(portal, { ...LIST, as: "lead" }, "?view=unassigned")).toBe("cb");
    for (const view of ["due", "owned", "opinion", "unassigned"]) {
      await perform(portal, {
        ...list(`?view=${view}&updatedSince=2026-03-02T15:03:00Z`),
        status: 400,
        fields: ["view"],
      });
    }
  });

  test("view=due lists what the dashboard counts, by the promised day unless another order is asked for", async () => {
    const portal = await openPortal();
    const promised = (id: string, answerBy: string | null, values: object = {}) =>
      insertSubmission(portal, { id, title: id, status: "ROUTED", answerBy, ...values });
    promised("a", "2026-03-04", { ownerId: idOf("poc") });
    promised("b", "2026-02-27", { ownerId: idOf("poc") });
    promised("c", "2026-03-06", { ownerId: idOf("poc") });
    promised("d", null, { ownerId: idOf("poc") });
    promised("e", "2026-03-02", { ownerId: idOf("poc"), status: "ARCHIVED" });
    promised("f", "2026-03-03");
    promised("g", "2026-03-03");
    // Someone else's, though it was routed to the caller too.
    promised("h", "2026-03-03", { ownerId: idOf("bravoPoc") });
    const match = { reason: "TAG", delivery: "NOTIFIED", createdAt: instant(portal) } as const;
    for (const submissionId of ["f", "h"]) {
      portal.db
        .insert(submissionMatch)
        .values({ submissionId, userId: idOf("poc"), matchedTags: [], ...match })
        .run();
    }
    const seen = (as: PersonKey, query = "") => idsOf(portal, { ...LIST, as }, `?view=due${query}`);
    expect(await seen("poc")).toBe("bfa");
    expect(await seen("poc", "&sort=-title")).toBe("fba");
    expect(await seen("poc", "&sort=-createdAt&olderThan=7")).toBe("");
    expect(await seen("lead")).toBe("bfa");
    expect(await seen("bravoPoc")).toBe("h");
    expect(await seen("admin")).toBe("bfgha");
    expect(await seen("readonly")).toBe("");
    portal.advance(DAY);
    portal.newSessions();
    expect(await seen("poc")).toBe("bfac");
  });

  test("olderThan lists what was submitted more than so many days ago", async () => {
    const portal = await openPortal();
    const ago = (milliseconds: number) => ({ createdAt: instant(portal, -milliseconds) });
    insertSubmission(portal, { id: "a", ...ago(7 * DAY) });
    insertSubmission(portal, { id: "b", ...ago(7 * DAY + 1) });
    insertSubmission(portal, { id: "c", ...ago(14 * DAY + 1) });
    insertSubmission(portal, { id: "d", ...ago(91 * DAY) });
    const older = (days: number) => idsOf(portal, LIST, `?olderThan=${days}`);
    expect([await older(7), await older(14), await older(30), await older(90)]).toEqual(["bcd", "cd", "d", "d"]);
    const copied = "?olderThan=7&updatedSince=1970-01-01T00:00:00Z";
    await perform(portal, { ...list(copied), status: 400, fields: ["olderThan"] });
  });

  testPaging(
    LIST,
    submissionListSchema,
    (portal, tied, number) => insertSubmission(portal, { ...tied, status: number % 2 ? "ROUTED" : "REVIEWED" }),
    { status: "createdAt" },
  );

  const bad = [
    "page=0",
    "page=-1",
    "page=1.5",
    "page=x",
    "page=",
    "pageSize=0",
    "pageSize=101",
    "sort=size",
    "status=routed",
    "type=BROCHURE",
    "view=theirs",
    "olderThan=8",
    "updatedSince=yesterday",
    "updatedSince=2026-03-02",
  ];
  scenarios([
    ...bad.map((query) => ({ name: `refuses ${query}`, ...list(`?${query}`), status: 400 })),
    { name: "accepts pageSize=100", ...list("?pageSize=100"), status: 200 },
    { name: "is not for industry", ...list(), as: "acmeAdmin", status: 403 },
    { name: "requires a session", ...list(), as: null, status: 401 },
  ]);
});

describe("a submission's record", () => {
  test("names its organization, its sender, and who it was routed to and why", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotors", false);
    const id = insertSubmission(portal, { techTags: "rotors", callId: insertCall(portal, { title: "Rotors" }) });
    await portal.request("admin", "POST", "/api/notifications/reroute");
    const answer = await perform(portal, { ...list(`/${id}`), status: 200 });
    expect(answer.body).toMatchObject({
      data: {
        id,
        status: "ROUTED",
        organization: { id: ORGANIZATIONS.acme, name: "acme industries" },
        submittedBy: { id: idOf("acmeUser") },
        call: { title: "Rotors" },
        matches: [
          { user: { id: idOf("lead") }, reason: "CALL_AUTHOR", matchedTags: [], delivery: "NOTIFIED" },
          { user: { id: idOf("poc") }, reason: "TAG", matchedTags: ["rotors"], delivery: "DISABLED" },
        ],
      },
    });
    expect(answer.text).not.toMatch(/storageKey|passwordHash|recordNumber/);
  });

  scenarios([
    { name: "that is missing is not found", ...list("/none"), status: 404 },
    { name: "is not for industry, not even its own", ...list("/none"), as: "acmeAdmin", status: 403 },
    {
      name: "is found when it is archived, too",
      ...list(),
      given: (portal) => ({ path: `/api/gov/submissions/${insertSubmission(portal, { status: "ARCHIVED" })}` }),
      status: 200,
    },
  ]);
});

describe("reviewing and archiving", () => {
  const set = (id: string, status: unknown) =>
    ({ as: "poc", method: "PATCH", path: `/api/gov/submissions/${id}/status`, json: { status } }) as const;
  const event = { REVIEWED: "submission_reviewed", ARCHIVED: "submission_archived" } as const;
  const allowed = ["ROUTED REVIEWED", "SUBMITTED ARCHIVED", "ROUTED ARCHIVED", "REVIEWED ARCHIVED"];

  for (const from of SUBMISSION_STATUSES) {
    for (const to of ["REVIEWED", "ARCHIVED"] as const) {
      const isAllowed = allowed.includes(`${from} ${to}`);
      test(`${from} ${isAllowed ? "can become" : "cannot become"} ${to}`, async () => {
        const portal = await openPortal();
        const id = insertSubmission(portal, { status: from });
        const expected = isAllowed
          ? { status: 200, events: [event[to]], body: { data: { id, status: to } } }
          : { status: 400 };
        await perform(portal, { ...set(id, to), ...expected });
        expect(submissionRow(portal, id)?.status).toBe(isAllowed ? to : from);
      });
    }
  }

  scenarios(
    ["SUBMITTED", "ROUTED", "reviewed", "", null, 5, undefined].map((status) => ({
      name: `${JSON.stringify(status)} is not a valid status`,
      ...set("x", status),
      status: 400,
      fields: ["status"],
    })),
  );
  scenarios([
    { name: "a missing submission is not found", ...set("none", "REVIEWED"), status: 404 },
    { name: "a reader may not review", ...set("none", "REVIEWED"), as: "readonly", status: 403 },
    { name: "industry may not review", ...set("none", "REVIEWED"), as: "acmeAdmin", status: 403 },
    {
      name: "an id in the body does not replace that of the path",
      ...set("none", "REVIEWED"),
      json: { status: "REVIEWED", id: "other" },
      status: 404,
    },
  ]);

  test("the submitter is notified of the review, and nobody of the archiving", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED" });
    await perform(portal, { ...set(id, "REVIEWED"), status: 200, events: ["submission_reviewed"] });
    expect(submissionRow(portal, id)).toMatchObject({ reviewedBy: idOf("poc"), reviewedAt: instant(portal) });
    const notifications = [{ kind: "SYSTEM", linkUrl: `/portal/submissions/${id}`, submissionId: id }];
    expect(notificationsOf(portal, "acmeUser")).toMatchObject(notifications);
    expect(notificationsOf(portal, "acmeAdmin")).toEqual([]);
    await perform(portal, { ...set(id, "ARCHIVED"), status: 200, events: ["submission_archived"] });
    expect(notificationsOf(portal, "acmeUser")).toHaveLength(1);
  });

  test("a submitter who turned such notifications off is not notified", async () => {
    const portal = await openPortal();
    setSetting(portal, "acmeUser", "SYSTEM", { enabled: false });
    const id = insertSubmission(portal, { status: "ROUTED" });
    await perform(portal, { ...set(id, "REVIEWED"), status: 200, events: ["submission_reviewed"] });
    expect(notificationsOf(portal, "acmeUser")).toEqual([]);
  });
});
