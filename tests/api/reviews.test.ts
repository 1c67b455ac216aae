import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { recordChange, submissionMatch, user } from "#db/schema";
import { LIMITS } from "~/values/limits";
import { setActive } from "../support/administration";
import { insertCall, insertSubmission, notificationsOf, setInterests, submissionRow } from "../support/arrange";
import { emailOf, idOf, PEOPLE, type PersonKey } from "../support/cast";
import { openPortal, type Portal, type TestResponse } from "../support/portal";

/** Adds points of contact. They can be used like people of the cast. */
function addReviewers({ db, now }: Portal, count: number): PersonKey[] {
  const at = now().toISOString();
  return Array.from({ length: count }, (_, index) => {
    const key = `reviewer${index}` as PersonKey;
    const values = { id: idOf(key), email: emailOf(key), name: `Reviewer ${index}`, role: "GOV_POC" } as const;
    db.insert(user)
      .values({ ...values, passwordHash: "none", createdAt: at, updatedAt: at })
      .run();
    return key;
  });
}

/** What a successful response has. */
const dataOf = ({ body }: TestResponse) => (body as { data: Record<string, unknown> }).data;

const pathOf = (id: string, part: string) => `/api/gov/submissions/${id}/${part}`;
const give = (portal: Portal, as: PersonKey, id: string, to: PersonKey | null, sent: object = {}) =>
  portal.request(as, "PUT", pathOf(id, "owner"), { json: { ownerId: to && idOf(to), ...sent } });
const recuse = (portal: Portal, as: PersonKey, id: string) =>
  portal.request(as, "POST", pathOf(id, "recusal"), { json: { reason: "A friend works there." } });
const ask = (portal: Portal, as: PersonKey, id: string, colleague: PersonKey, method = "PUT") =>
  portal.request(as, method, pathOf(id, `opinions/${idOf(colleague)}`));
const tag = (portal: Portal, as: PersonKey, id: string, governmentTags: string) =>
  portal.request(as, "PUT", pathOf(id, "tags"), { json: { governmentTags } });
const ownerOf = (portal: Portal, id: string) => submissionRow(portal, id)?.ownerId ?? null;
const matchesOf = (portal: Portal, id: string) =>
  portal.db
    .select()
    .from(submissionMatch)
    .where(eq(submissionMatch.submissionId, id))
    .orderBy(submissionMatch.userId)
    .all()
    .map(({ userId, reason, delivery }) => [userId, reason, delivery]);
const eventsSince = (portal: Portal, rows: number) =>
  portal
    .auditRows()
    .slice(rows)
    .map(({ event }) => event);

describe("the owner of a submission", () => {
  test("someone who takes an unrouted submission owns it and is its reviewer", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal);
    const rows = portal.auditRows().length;
    const response = await give(portal, "poc", id, "poc");
    expect(dataOf(response)).toEqual({ id, ownerId: idOf("poc") });
    expect(submissionRow(portal, id)).toMatchObject({ status: "ROUTED", routedAt: portal.now().toISOString() });
    expect(matchesOf(portal, id)).toEqual([[idOf("poc"), "ASSIGNED", "SELF"]]);
    expect(eventsSince(portal, rows)).toEqual(["submission_owner_changed", "submission_routed"]);
    expect((await give(portal, "poc", id, "poc")).status).toBe(200);
    expect(eventsSince(portal, rows), "taking it again changes nothing").toHaveLength(2);
  });

  /* Who may give a submission from one owner to another. bravoPoc is of another command than poc and lead. */
  const MAY_GIVE: [from: PersonKey | null, to: PersonKey | null, by: PersonKey[]][] = [
    [null, "poc", ["poc", "lead", "admin", "systemAdmin"]],
    [null, "bravoPoc", ["bravoPoc", "admin", "systemAdmin"]],
    [null, "lead", ["lead", "admin", "systemAdmin"]],
    [null, "admin", ["admin", "systemAdmin"]],
    ["poc", null, ["poc", "lead", "admin", "systemAdmin"]],
    ["poc", "lead", ["poc", "lead", "admin", "systemAdmin"]],
    ["poc", "bravoPoc", ["poc", "admin", "systemAdmin"]],
    ["bravoPoc", null, ["bravoPoc", "admin", "systemAdmin"]],
    ["bravoPoc", "poc", ["bravoPoc", "admin", "systemAdmin"]],
    ["admin", null, ["admin", "systemAdmin"]],
  ];
  test.each(MAY_GIVE)("from %s to %s: only %j", async (from, to, by) => {
    for (const person of PEOPLE) {
      const portal = await openPortal();
      const id = insertSubmission(portal, { status: "ROUTED", ownerId: from && idOf(from) });
      const { status } = await give(portal, person, id, to, { presentOwnerId: from && idOf(from) });
      expect(status, person).toBe(by.includes(person) ? 200 : 403);
      expect(ownerOf(portal, id), person).toBe(by.includes(person) ? to && idOf(to) : from && idOf(from));
    }
  });

  test.each(["readonly", "acmeAdmin"] as const)("%s cannot become one", async (person) => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED" });
    expect((await give(portal, "admin", id, person)).status).toBe(400);
  });

  test("is told, and so is the one before, but not the person who acts", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED", ownerId: idOf("poc") });
    await give(portal, "lead", id, "bravoPoc", { presentOwnerId: idOf("poc") });
    await give(portal, "admin", id, "bravoPoc", { presentOwnerId: idOf("poc") });
    const link = `/gov/submissions/${id}`;
    expect(notificationsOf(portal, "poc").map(({ kind, linkUrl }) => [kind, linkUrl])).toEqual([["SYSTEM", link]]);
    expect(notificationsOf(portal, "bravoPoc").map(({ kind, linkUrl }) => [kind, linkUrl])).toEqual([["SYSTEM", link]]);
    expect(notificationsOf(portal, "admin")).toEqual([]);
    await portal.request("bravoPoc", "GET", link);
    expect(notificationsOf(portal, "bravoPoc")).toMatchObject([{ read: true }]);
  });

  test("does not change while the caller sees another one", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED", ownerId: idOf("bravoPoc") });
    expect((await give(portal, "admin", id, "poc", { presentOwnerId: null })).status).toBe(409);
    expect((await give(portal, "admin", id, "poc", { presentOwnerId: idOf("lead") })).status).toBe(409);
    expect((await give(portal, "poc", id, "poc")).status).toBe(409);
    expect(ownerOf(portal, id)).toBe(idOf("bravoPoc"));
  });

  test("of an archived submission stays", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ARCHIVED", ownerId: idOf("poc") });
    expect((await give(portal, "poc", id, null)).status).toBe(400);
    expect((await ask(portal, "poc", id, "lead")).status).toBe(400);
    expect((await tag(portal, "poc", id, "rotors")).status).toBe(400);
    expect((await recuse(portal, "poc", id)).status).toBe(400);
  });

  test("of 30 people who take it at once, one gets it", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal);
    const people = addReviewers(portal, 30);
    const responses = await Promise.all(people.map((person) => give(portal, person, id, person)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 29 }, () => 409)]);
    const [winner] = people.filter((_, index) => responses[index]?.status === 200);
    expect(ownerOf(portal, id)).toBe(winner && idOf(winner));
    expect(matchesOf(portal, id)).toHaveLength(1);
  });

  test.each([
    ["their deactivation", (portal: Portal) => setActive(portal, "admin", "poc", false), null],
    ["a handover", (portal: Portal) => setActive(portal, "admin", "poc", false, { successorId: idOf("lead") }), "lead"],
    [
      "a handover to someone who does not review",
      (portal: Portal) => setActive(portal, "admin", "poc", false, { successorId: idOf("readonly") }),
      null,
    ],
    [
      "a role that does not review",
      (portal: Portal) =>
        portal.request("admin", "PATCH", "/api/gov/admin/users", {
          json: { userId: idOf("poc"), role: "GOV_READONLY" },
        }),
      null,
    ],
  ] as const)("after %s is nobody, or the successor", async (_name, end, successor) => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED", ownerId: idOf("poc") });
    const archived = insertSubmission(portal, { status: "ARCHIVED", ownerId: idOf("poc") });
    expect((await end(portal)).status).toBe(200);
    expect(ownerOf(portal, id)).toBe(successor && idOf(successor));
    expect(ownerOf(portal, archived)).toBe(idOf("poc"));
  });

  test("is never someone whose deactivation came first or at the same time", async () => {
    const portal = await openPortal();
    const ids = Array.from({ length: 20 }, () => insertSubmission(portal, { status: "ROUTED" }));
    const [ended, ...given] = await Promise.all([
      setActive(portal, "admin", "poc", false),
      ...ids.map((id) => give(portal, "admin", id, "poc")),
    ]);
    expect(ended.status).toBe(200);
    for (const { status } of given) expect([200, 400]).toContain(status);
    expect(ids.map((id) => ownerOf(portal, id)).filter((ownerId) => ownerId !== null)).toEqual([]);
  });
});

describe("someone who recused themselves", () => {
  test("is no longer owner, reviewer or asked", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal);
    await give(portal, "poc", id, "poc");
    await ask(portal, "poc", id, "poc");
    expect((await recuse(portal, "poc", id)).status).toBe(201);
    expect(ownerOf(portal, id)).toBe(null);
    expect(matchesOf(portal, id)).toEqual([]);
    const review = await portal.request("readonly", "GET", pathOf(id, "review"));
    expect(dataOf(review)).toMatchObject({
      owner: null,
      opinions: [],
      recusals: [{ user: { id: idOf("poc") }, reason: "A friend works there." }],
    });
    const [row] = portal.auditRows().filter(({ event }) => event === "submission_recused");
    expect(JSON.stringify(row)).not.toContain("friend");
  });

  test("takes no part in the review anymore", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED" });
    await recuse(portal, "poc", id);
    const writes = [
      give(portal, "poc", id, "poc"),
      recuse(portal, "poc", id),
      ask(portal, "poc", id, "lead"),
      tag(portal, "poc", id, "rotors"),
      portal.request("poc", "PATCH", pathOf(id, "status"), { json: { status: "REVIEWED" } }),
      portal.request("poc", "PATCH", pathOf(id, "status"), { json: { status: "ARCHIVED" } }),
    ];
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(writes.map(() => 403));
    expect((await give(portal, "admin", id, "poc")).status).toBe(400);
    expect((await ask(portal, "admin", id, "poc")).status).toBe(400);
  });

  test("is passed over by routing, rerouting, tags and handing over", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotors,hulls");
    const callId = insertCall(portal, { authorId: idOf("poc") });
    const id = insertSubmission(portal, { techTags: "rotors", callId });
    await recuse(portal, "poc", id);
    await portal.request("admin", "POST", "/api/notifications/reroute");
    expect(submissionRow(portal, id)?.status).toBe("SUBMITTED");
    setInterests(portal, "lead", "hulls");
    expect(dataOf(await tag(portal, "admin", id, "hulls"))).toMatchObject({ added: 1 });
    expect(matchesOf(portal, id).map(([userId]) => userId)).toEqual([idOf("lead")]);
    expect((await setActive(portal, "admin", "lead", false, { successorId: idOf("poc") })).status).toBe(200);
    expect(matchesOf(portal, id).map(([userId]) => userId)).toEqual([idOf("lead")]);
    expect(notificationsOf(portal, "poc").filter(({ kind }) => kind === "SUBMISSION_MATCH")).toEqual([]);
  });

  test("does not own it, whatever else happens at the same time", async () => {
    for (let round = 0; round < 10; round += 1) {
      const portal = await openPortal();
      const id = insertSubmission(portal, { status: "ROUTED" });
      await Promise.all([give(portal, "poc", id, "poc"), recuse(portal, "poc", id), give(portal, "admin", id, "poc")]);
      expect(ownerOf(portal, id)).toBe(null);
      expect(matchesOf(portal, id)).toEqual([]);
    }
  });
});

describe("an opinion", () => {
  test("is asked once, and can be withdrawn", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED" });
    expect((await ask(portal, "poc", id, "lead")).status).toBe(200);
    expect((await ask(portal, "admin", id, "lead")).status).toBe(200);
    expect(notificationsOf(portal, "lead")).toMatchObject([{ kind: "SYSTEM", linkUrl: `/gov/submissions/${id}` }]);
    const { opinions } = dataOf(await portal.request("poc", "GET", pathOf(id, "review")));
    expect(opinions).toMatchObject([{ user: { id: idOf("lead") }, askedBy: { id: idOf("poc") }, isGiven: false }]);
    expect((await ask(portal, "poc", id, "lead", "DELETE")).status).toBe(200);
    expect((await ask(portal, "poc", id, "lead", "DELETE")).status).toBe(404);
    expect((await ask(portal, "poc", id, "readonly")).status).toBe(400);
    expect((await ask(portal, "poc", id, "acmeUser")).status).toBe(400);
  });

  test("is asked of a bounded number of people", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED" });
    const people = addReviewers(portal, LIMITS.opinionsPerSubmission + 1);
    const statuses: number[] = [];
    for (const person of people) statuses.push((await ask(portal, "poc", id, person)).status);
    expect(statuses).toEqual([...people.slice(1).map(() => 200), 400]);
  });
});

describe("the government's tags", () => {
  test("route the submission again, and leave its status and reviewers", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotors");
    setInterests(portal, "lead", "acoustics");
    const id = insertSubmission(portal, { techTags: "rotors" });
    await portal.request("admin", "POST", "/api/notifications/reroute");
    const response = await tag(portal, "poc", id, "Acoustics, radar,acoustics");
    expect(dataOf(response)).toEqual({ id, governmentTags: "acoustics,radar", added: 1 });
    expect(matchesOf(portal, id)).toEqual([
      [idOf("lead"), "TAG", "NOTIFIED"],
      [idOf("poc"), "TAG", "NOTIFIED"],
    ]);
    expect(dataOf(await tag(portal, "poc", id, ""))).toMatchObject({ governmentTags: "", added: 0 });
    expect(matchesOf(portal, id)).toHaveLength(2);
    expect(notificationsOf(portal, "lead")).toMatchObject([{ kind: "SUBMISSION_MATCH" }]);
  });

  test("route a submission that nobody had been routed", async () => {
    const portal = await openPortal();
    setInterests(portal, "lead", "acoustics");
    const id = insertSubmission(portal, { techTags: "rotors" });
    expect(dataOf(await tag(portal, "poc", id, "acoustics"))).toMatchObject({ added: 1 });
    expect(submissionRow(portal, id)?.status).toBe("ROUTED");
  });

  test("are at most 500 characters", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED" });
    expect((await tag(portal, "poc", id, "a".repeat(500))).status).toBe(200);
    expect((await tag(portal, "poc", id, "a".repeat(501))).status).toBe(400);
  });
});

test("the review itself is no change that a submitter's copy gets", async () => {
  const portal = await openPortal();
  setInterests(portal, "lead", "acoustics");
  const id = insertSubmission(portal, { status: "ROUTED" });
  const changes = () => portal.db.select().from(recordChange).where(eq(recordChange.recordId, id)).all();
  const before = { row: submissionRow(portal, id), changes: changes() };
  portal.advance(60_000);
  for (const done of [
    await give(portal, "poc", id, "poc"),
    await ask(portal, "poc", id, "lead"),
    await tag(portal, "poc", id, "acoustics"),
    await give(portal, "poc", id, null),
    await recuse(portal, "poc", id),
  ]) {
    expect(done.status).toBeLessThan(300);
  }
  expect(changes()).toEqual(before.changes);
  expect(submissionRow(portal, id)?.updatedAt).toBe(before.row?.updatedAt);
});

describe("the people who read a submission now", () => {
  const readers = (portal: Portal, as: PersonKey, id: string) => portal.request(as, "GET", pathOf(id, "readers"));
  test("are colleagues who asked within the last minute", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal);
    expect(dataOf(await readers(portal, "poc", id))).toEqual([]);
    expect(dataOf(await readers(portal, "lead", id))).toEqual([{ id: idOf("poc"), name: "Person poc" }]);
    expect((await portal.request("admin", "GET", `/gov/submissions/${id}`)).text).toContain("are looking at this");
    portal.advance((LIMITS.readerSeconds + 1) * 1000);
    expect(dataOf(await readers(portal, "poc", id))).toEqual([]);
    expect((await readers(portal, "poc", "none")).status).toBe(404);
  });
  test("are remembered for a bounded number of submissions", async () => {
    const portal = await openPortal();
    const first = insertSubmission(portal);
    await readers(portal, "poc", first);
    for (let count = 0; count < LIMITS.submissionsRead; count += 1) {
      await readers(portal, "poc", insertSubmission(portal));
    }
    expect(dataOf(await readers(portal, "lead", first))).toEqual([]);
  });
});

test("nobody without a review role is offered as an owner", async () => {
  const portal = await openPortal();
  portal.db
    .update(user)
    .set({ active: false })
    .where(eq(user.id, idOf("bravoPoc")))
    .run();
  const id = insertSubmission(portal, { status: "ROUTED" });
  const { text } = await portal.request("admin", "GET", `/gov/submissions/${id}`);
  const [select = ""] = text.match(/<select[^>]*name="ownerId".*?<\/select>/s) ?? [];
  const offered = [...select.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value);
  expect(offered).toEqual([idOf("lead"), idOf("poc"), idOf("systemAdmin")]);
});
