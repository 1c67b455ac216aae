import { describe, expect, test } from "vitest";
import { OUTCOMES } from "#db/enumerations";
import { reviewRecusal } from "#db/schema";
import { disclosedTitle } from "~/domain/mail/kinds";
import { insertSubmission, instant, notificationsOf, setSetting, submissionRow } from "../support/arrange";
import { idOf } from "../support/cast";
import { dataOf, HOUR, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const send = (id: string, json: object = {}) =>
  ({
    as: "poc",
    method: "POST",
    path: `/api/gov/submissions/${id}/outcomes`,
    json: { outcome: "INTERESTED", body: "Show us the rotor.", replaces: null, ...json },
  }) as const;
const outcomesOf = (portal: Portal) => portal.db.query.submissionOutcome.findMany().sync();
const matchesOf = (portal: Portal) => portal.db.query.submissionMatch.findMany().sync();
const ANSWERED = ["submission_answered", "submission_reviewed"] as const;

function recuse(portal: Portal, submissionId: string, person: "poc" | "bravoPoc"): void {
  portal.db
    .insert(reviewRecusal)
    .values({ submissionId, userId: idOf(person), reason: "A friend works there.", createdAt: instant(portal) })
    .run();
}

describe("an answer to a routed submission", () => {
  test("reviews it, gives it an owner, and notifies the submitter once", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED" });
    portal.advance(HOUR);
    const answer = await perform(portal, { ...send(id), status: 201, events: ANSWERED });
    const outcomeId = dataOf<{ id: string }>(answer).id;
    expect(answer.body).toEqual({ data: { id: outcomeId } });
    const at = instant(portal);
    expect(submissionRow(portal, id)).toMatchObject({
      status: "REVIEWED",
      reviewedBy: idOf("poc"),
      reviewedAt: at,
      reviewDelivery: "NOTIFIED",
      ownerId: idOf("poc"),
      outcomeId,
      updatedAt: at,
    });
    expect(notificationsOf(portal, "acmeUser")).toMatchObject([
      { kind: "SYSTEM", title: "Answered: A quiet rotor", linkUrl: `/portal/submissions/${id}`, submissionId: null },
    ]);
    expect(notificationsOf(portal, "acmeAdmin")).toEqual([]);
    const audited = portal.auditRows().find(({ event }) => event === "submission_answered");
    expect(JSON.parse(audited?.details ?? "")).toMatchObject({
      after: { outcome: "INTERESTED", ownerId: idOf("poc") },
    });
    expect(JSON.stringify(audited)).not.toContain("Show us");

    const list = await portal.request("acmeAdmin", "GET", "/api/portal/submissions");
    const outcome = { outcome: "INTERESTED", body: "Show us the rotor.", sentAt: at };
    expect(list.body).toMatchObject({ data: [{ id, outcome }] });
    expect(list.text).not.toContain(idOf("poc"));
    const record = await portal.request("readonly", "GET", `/api/gov/submissions/${id}/outcomes`);
    expect(record.body).toEqual({
      data: [{ id: outcomeId, ...outcome, sentBy: { id: idOf("poc"), name: "Person poc" } }],
    });
  });

  test("reaches the submitter's copy, also when it changes later", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "REVIEWED" });
    const changes = async (since: string) => {
      const query = `?updatedSince=${encodeURIComponent(since)}`;
      const list = await portal.request("acmeUser", "GET", `/api/portal/submissions${query}`);
      return dataOf<{ items: { id: string; outcome: unknown }[]; next: string }>(list);
    };
    const first = await changes(instant(portal));
    expect(first.items).toMatchObject([{ id, outcome: null }]);
    const present = await perform(portal, { ...send(id), status: 201, events: ["submission_answered"] });
    const second = await changes(first.next);
    expect(second.items).toMatchObject([{ id, outcome: { outcome: "INTERESTED" } }]);
    const replaces = dataOf<{ id: string }>(present).id;
    await perform(portal, {
      ...send(id, { outcome: "NOT_NOW", replaces }),
      status: 201,
      events: ["submission_answered"],
    });
    expect((await changes(second.next)).items).toMatchObject([{ id, outcome: { outcome: "NOT_NOW" } }]);
    expect(outcomesOf(portal)).toHaveLength(2);
    expect(notificationsOf(portal, "acmeUser")).toHaveLength(2);
  });

  test("mail says nothing of its title or text", () => {
    const linkUrl = "/portal/submissions/one";
    expect(disclosedTitle({ kind: "SYSTEM", title: "Answered: Secret rotor", linkUrl })).toBe(
      "Your submission was answered",
    );
  });

  test("records that a submitter was not notified", async () => {
    const portal = await openPortal();
    setSetting(portal, "acmeUser", "SYSTEM", { enabled: false });
    const id = insertSubmission(portal, { status: "ROUTED" });
    await perform(portal, { ...send(id), status: 201, events: ANSWERED });
    expect(notificationsOf(portal, "acmeUser")).toEqual([]);
    expect(submissionRow(portal, id)?.reviewDelivery).toBe("DISABLED");
  });
});

test("an answer to a submission without a reviewer routes it to the sender first", async () => {
  const portal = await openPortal();
  const id = insertSubmission(portal);
  const events = ["submission_routed", "submission_answered", "submission_reviewed"] as const;
  await perform(portal, { ...send(id), status: 201, events });
  expect(submissionRow(portal, id)).toMatchObject({ status: "REVIEWED", routedAt: instant(portal) });
  expect(matchesOf(portal)).toMatchObject([{ userId: idOf("poc"), reason: "ASSIGNED", delivery: "SELF" }]);
});

describe("who answers", () => {
  const owned = (portal: Portal) => {
    const id = insertSubmission(portal, { status: "ROUTED", ownerId: idOf("poc") });
    return { path: send(id).path };
  };
  const given = (ownerId: string | null) => (portal: Portal) => ({
    path: send(insertSubmission(portal, { status: "ROUTED", ownerId })).path,
  });
  scenarios([
    { name: "the owner", ...send("x"), given: owned, status: 201, events: ANSWERED },
    { name: "the lead of the owner's command", ...send("x"), as: "lead", given: owned, status: 201, events: ANSWERED },
    { name: "an administrator", ...send("x"), as: "admin", given: owned, status: 201, events: ANSWERED },
    { name: "not another reviewer", ...send("x"), as: "bravoPoc", given: owned, status: 403 },
    {
      name: "not the lead of another command",
      ...send("x"),
      as: "lead",
      given: given(idOf("bravoPoc")),
      status: 403,
    },
    {
      name: "not someone who recused themselves",
      ...send("x"),
      given: (portal) => {
        const id = insertSubmission(portal, { status: "ROUTED" });
        recuse(portal, id, "poc");
        return { path: send(id).path };
      },
      status: 403,
    },
    { name: "not a reader", ...send("x"), as: "readonly", status: 403 },
    { name: "not industry", ...send("x"), as: "acmeUser", status: 403 },
  ]);

  test("an administrator's answer leaves the owner as it is", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED", ownerId: idOf("poc") });
    await perform(portal, { ...send(id), as: "admin", status: 201, events: ANSWERED });
    expect(submissionRow(portal, id)).toMatchObject({ ownerId: idOf("poc"), reviewedBy: idOf("admin") });
  });
});

describe("what an answer needs", () => {
  const to = (portal: Portal) => ({ path: send(insertSubmission(portal, { status: "ROUTED" })).path });
  scenarios([
    ...OUTCOMES.filter((outcome) => outcome !== "NO_ANSWER_PLANNED").map((outcome) => ({
      name: `${outcome} needs a text`,
      ...send("x", { outcome, body: " " }),
      status: 400,
      fields: ["body"],
    })),
    {
      name: "NO_ANSWER_PLANNED needs none",
      ...send("x", { outcome: "NO_ANSWER_PLANNED", body: null }),
      given: to,
      status: 201,
      events: ANSWERED,
    },
    {
      name: "a text is at most 4,000 characters",
      ...send("x", { body: "x".repeat(4001) }),
      status: 400,
      fields: ["body"],
    },
    { name: "other outcomes are refused", ...send("x", { outcome: "MAYBE" }), status: 400, fields: ["outcome"] },
    { name: "it must say what it replaces", ...send("x", { replaces: undefined }), status: 400, fields: ["replaces"] },
    { name: "a missing submission is not found", ...send("none"), status: 404 },
    {
      name: "an archived submission gets none",
      ...send("x"),
      given: (portal) => ({ path: send(insertSubmission(portal, { status: "ARCHIVED" })).path }),
      status: 400,
    },
    {
      name: "one that replaces another than the present one is a conflict",
      ...send("x", { replaces: "other" }),
      given: to,
      status: 409,
    },
  ]);
});

describe("at the same time", { tags: "race" }, () => {
  test("30 answers of five people: one is sent, and the submitter is notified once", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED" });
    const people = ["poc", "bravoPoc", "lead", "admin", "systemAdmin"] as const;
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const { method, path, json } = send(id, { body: `Answer ${index}` });
        return portal.request(people[index % people.length] ?? "poc", method, path, { json });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(29).fill(409)]);
    expect(outcomesOf(portal)).toHaveLength(1);
    expect(notificationsOf(portal, "acmeUser")).toHaveLength(1);
    expect(portal.auditRows().map(({ event }) => event)).toEqual(ANSWERED);
  });

  test("an answer and an archiving: the submission is archived, answered or not", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED" });
    const { method, path, json } = send(id);
    const [answer, archiving] = await Promise.all([
      portal.request("poc", method, path, { json }),
      portal.request("lead", "PATCH", `/api/gov/submissions/${id}/status`, { json: { status: "ARCHIVED" } }),
    ]);
    expect(archiving.status).toBe(200);
    expect([201, 400]).toContain(answer.status);
    expect(outcomesOf(portal)).toHaveLength(answer.status === 201 ? 1 : 0);
    expect(submissionRow(portal, id)?.status).toBe("ARCHIVED");
  });

  test("an answer by someone who recuses themselves before it is written is refused", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED" });
    const { method, path, json } = send(id);
    const request = portal.request("poc", method, path, { json });
    recuse(portal, id, "poc");
    expect((await request).status).toBe(403);
    expect(outcomesOf(portal)).toEqual([]);
  });
});

describe("on pages", () => {
  test("a reviewer answers and reviews in one form, and the company reads it", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED" });
    const page = `/gov/submissions/${id}`;
    const shown = (await portal.request("poc", "GET", page)).text;
    expect(shown).toContain("Send answer and mark reviewed");
    expect(shown).toContain("Mark reviewed without an answer");
    expect((await portal.request("readonly", "GET", page)).text).not.toContain("Send answer");
    const form = { outcome: "MEETING_PROPOSED", body: "Come <b>Monday</b>.", replaces: "" };
    const sent = await portal.request("poc", "POST", `${page}?answer`, { form });
    expect([sent.status, sent.headers.get("location")]).toEqual([302, page]);
    expect(submissionRow(portal, id)?.status).toBe("REVIEWED");
    for (const address of [`/portal/submissions/${id}`, "/portal/submissions", "/portal"]) {
      const { text } = await portal.request("acmeUser", "GET", address);
      expect(text, address).toContain("Meeting proposed");
      expect(text, address).not.toMatch(/Person poc|<b>Monday/);
    }
    expect((await portal.request("acmeUser", "GET", `/portal/submissions/${id}`)).text).toContain(
      "Come &lt;b&gt;Monday&lt;/b&gt;.",
    );
  });

  test("a form that was opened before someone else's answer keeps its text", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED" });
    const form = { outcome: "INTERESTED", body: "Mine.", replaces: "" };
    const { method, path, json } = send(id);
    await portal.request("lead", method, path, { json });
    const refused = await portal.request("admin", "POST", `/gov/submissions/${id}?answer`, { form });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("Mine.");
    expect(refused.text).toContain("Show us the rotor.");
  });
});
