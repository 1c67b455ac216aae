import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { submission } from "#db/schema";
import {
  insertAssessment,
  insertCall,
  insertQuestion,
  insertSubmission,
  recuse,
  submissionRow,
} from "../support/arrange";
import { idOf, type PersonKey } from "../support/cast";
import { wordsOf } from "../support/markup";
import { dataOf, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const ID = "submission-reviewed";
const ROOT = `/api/gov/submissions/${ID}`;

const given = (values: Partial<typeof submission.$inferInsert> = {}) => {
  return (portal: Portal) => {
    insertSubmission(portal, { id: ID, status: "ROUTED", ...values });
    return undefined;
  };
};
const owned = given({ ownerId: idOf("poc") });

const assess = { as: "poc", method: "PUT", path: `${ROOT}/assessment`, given: given() } as const;
const assessed = { status: 200, events: ["submission_assessed"] } as const;
const conclude = { as: "poc", method: "PUT", path: `${ROOT}/conclusion`, given: owned } as const;
const concluded = { status: 200, events: ["submission_concluded"] } as const;

interface Shown {
  questions: { id: string; label: string; isRetired: boolean }[];
  opinions: Record<string, unknown>[];
  conclusion: Record<string, unknown> | null;
}
const read = async (portal: Portal) => dataOf<Shown>(await portal.request("readonly", "GET", `${ROOT}/assessments`));

const FULL = { relevance: "HIGH", readinessLevel: 6, nextStep: "MEET", comment: "It flew." };

describe("an opinion", () => {
  test("is created, changed field by field, and shown with its author", async () => {
    const portal = await openPortal();
    given()(portal);
    const before = [submissionRow(portal, ID), portal.db.query.recordChange.findMany().sync()];
    const { id } = dataOf<{ id: string }>(await perform(portal, { ...assess, json: FULL, ...assessed }));
    expect(portal.auditRows()[0]).toMatchObject({
      targetType: "submission",
      targetId: ID,
      details: JSON.stringify({ after: { assessmentId: id } }),
    });
    portal.advance(MINUTE);
    await perform(portal, { ...assess, json: { readinessLevel: null, comment: "It fell." }, ...assessed });
    await perform(portal, { ...assess, as: "lead", json: { relevance: "LOW" }, ...assessed });
    const { opinions, conclusion } = await read(portal);
    expect(conclusion).toBeNull();
    expect(opinions).toMatchObject([
      {
        ...{ id, relevance: "HIGH", readinessLevel: null, nextStep: "MEET", comment: "It fell.", answers: [] },
        author: { id: idOf("poc"), name: "Person poc" },
      },
      { relevance: "LOW", readinessLevel: null, nextStep: null, comment: "", author: { id: idOf("lead") } },
    ]);
    // The submitter would see these change.
    expect([submissionRow(portal, ID), portal.db.query.recordChange.findMany().sync()]).toEqual(before);
  });

  test("that says the same again changes nothing and is not audited", async () => {
    const portal = await openPortal();
    given()(portal);
    await perform(portal, { ...assess, json: FULL, ...assessed });
    const before = await read(portal);
    portal.advance(MINUTE);
    await perform(portal, { ...assess, json: FULL, status: 200 });
    expect(await read(portal)).toEqual(before);
  });

  test("cannot be emptied", async () => {
    const portal = await openPortal();
    given()(portal);
    await perform(portal, { ...assess, json: { relevance: "LOW" }, ...assessed });
    await perform(portal, { ...assess, json: { relevance: "" }, status: 400, fields: ["relevance"] });
  });

  const refused = (json: object, field: string) => ({ ...assess, json, status: 400, fields: [field] });
  scenarios([
    { name: "needs at least one field", ...refused({}, "relevance") },
    { name: "may have only a comment", ...assess, json: { comment: "a" }, ...assessed },
    { name: "may have a comment of 4,000 characters", ...assess, json: { comment: "a".repeat(4000) }, ...assessed },
    { name: "may not have one of 4,001", ...refused({ comment: "a".repeat(4001) }, "comment") },
    { name: "may have level 1", ...assess, json: { readinessLevel: 1 }, ...assessed },
    { name: "may have level 9", ...assess, json: { readinessLevel: 9 }, ...assessed },
    ...[0, 10, 4.5, "4"].map((readinessLevel) => ({
      name: `may not have level ${JSON.stringify(readinessLevel)}`,
      ...refused({ readinessLevel }, "readinessLevel"),
    })),
    { name: "may not have another relevance", ...refused({ relevance: "TOTAL" }, "relevance") },
    { name: "may not have another next step", ...refused({ nextStep: "BUY" }, "nextStep") },
    {
      name: "is not for people who recused themselves",
      ...assess,
      json: FULL,
      given: (portal) => {
        given()(portal);
        recuse(portal, ID, "poc");
        return undefined;
      },
      status: 403,
    },
    {
      name: "is not for archived submissions",
      ...assess,
      json: FULL,
      given: given({ status: "ARCHIVED" }),
      status: 400,
    },
    { name: "of a missing submission is not found", ...assess, json: FULL, given: undefined, status: 404 },
  ]);
});

describe("the conclusion", () => {
  const by = (as: PersonKey, isAllowed: boolean) => ({
    name: `${isAllowed ? "is" : "is not"} written by ${as} about a submission of command Alpha's point of contact`,
    ...conclude,
    as,
    json: FULL,
    ...(isAllowed ? concluded : { status: 403 }),
  });
  scenarios([
    by("poc", true),
    by("lead", true),
    by("admin", true),
    by("systemAdmin", true),
    by("bravoPoc", false),
    by("readonly", false),
    { name: "needs an owner", ...conclude, as: "systemAdmin", json: FULL, given: given(), status: 403 },
    { name: "needs at least one field", ...conclude, json: {}, status: 400, fields: ["relevance"] },
    {
      name: "is not for an owner who recused themselves",
      ...conclude,
      json: FULL,
      given: (portal) => {
        owned(portal);
        recuse(portal, ID, "poc");
        return undefined;
      },
      status: 403,
    },
  ]);

  test("is apart from opinions, and names who wrote it last", async () => {
    const portal = await openPortal();
    owned(portal);
    await perform(portal, { ...assess, json: { relevance: "LOW" }, ...assessed });
    await perform(portal, { ...conclude, json: { relevance: "HIGH" }, ...concluded });
    await perform(portal, { ...conclude, as: "lead", json: { nextStep: "MEET" }, ...concluded });
    const { opinions, conclusion } = await read(portal);
    expect(opinions).toMatchObject([{ relevance: "LOW", author: { id: idOf("poc") } }]);
    expect(conclusion).toMatchObject({ relevance: "HIGH", nextStep: "MEET", author: { id: idOf("lead") } });
  });

  test("is refused once if someone else wrote one since it was read", async () => {
    const portal = await openPortal();
    owned(portal);
    await perform(portal, { ...conclude, as: "lead", json: { relevance: "LOW", replaces: null }, ...concluded });
    const first = String((await read(portal)).conclusion?.updatedAt);
    await perform(portal, { ...conclude, json: { relevance: "HIGH", replaces: null }, status: 409 });
    portal.advance(MINUTE);
    await perform(portal, { ...conclude, json: { relevance: "HIGH", replaces: first }, ...concluded });
    await perform(portal, { ...conclude, as: "lead", json: { relevance: "NONE", replaces: first }, status: 409 });
    expect((await read(portal)).conclusion).toMatchObject({ relevance: "HIGH" });
    await perform(portal, { ...conclude, as: "lead", json: { relevance: "NONE" }, ...concluded });
  });
});

describe("further questions", () => {
  const set = { as: "lead", method: "PUT", path: "/api/gov/calls/call-asked/questions" } as const;
  const setDefault = { as: "admin", method: "PUT", path: "/api/gov/admin/questions" } as const;
  const changed = { status: 200, events: ["assessment_questions_changed"] } as const;
  const asked = (...labels: string[]) => ({ questions: labels.map((label) => ({ kind: "TEXT", label })) });

  test("are the call's or, if it has none, the agency's default", async () => {
    const portal = await openPortal();
    const callId = insertCall(portal, { id: "call-asked" });
    given({ callId })(portal);
    const labels = async () => (await read(portal)).questions.map(({ label }) => label);
    await perform(portal, { ...setDefault, json: asked("Is it new?"), ...changed });
    expect(await labels()).toEqual(["Is it new?"]);
    await perform(portal, { ...set, json: asked("Does it float?", "Does it fly?"), ...changed });
    expect(await labels()).toEqual(["Does it float?", "Does it fly?"]);
    await perform(portal, { ...set, json: asked(), ...changed });
    expect(await labels()).toEqual(["Is it new?"]);
  });

  test("keep their ids and answers, unless an answered one changes", async () => {
    const portal = await openPortal();
    given()(portal);
    insertQuestion(portal, { id: "q1", label: "Is it new?", position: 0 });
    insertQuestion(portal, { id: "q2", label: "Does it fly?", position: 1 });
    await perform(portal, { ...assess, json: { answers: [{ questionId: "q1", answer: "Yes" }] }, ...assessed });
    const questions = [
      { id: "q2", kind: "SCALE", label: "How far does it fly?" },
      { id: "q1", kind: "TEXT", label: "Is it really new?" },
    ];
    const answer = await perform(portal, { ...setDefault, json: { questions }, ...changed });
    const [first, second] = dataOf<Shown>(answer).questions;
    expect(first).toEqual(questions[0]);
    expect(second).toMatchObject({ label: "Is it really new?" });
    expect(second?.id).not.toBe("q1");
    const shown = await read(portal);
    expect(shown.questions.map(({ label, isRetired }) => [label, isRetired])).toEqual([
      ["How far does it fly?", false],
      ["Is it really new?", false],
      ["Is it new?", true],
    ]);
    expect(shown.opinions).toMatchObject([{ answers: [{ questionId: "q1", answer: "Yes" }] }]);
    // The same list again changes nothing.
    await perform(portal, { ...setDefault, json: { questions: [first, second] }, status: 200 });
    const late = { answers: [{ questionId: "q1", answer: "No" }] };
    await perform(portal, { ...assess, json: late, status: 400, fields: ["answers.q1"] });
  });

  const answerTo = (kind: "TEXT" | "YES_NO" | "SCALE", answer: unknown, isGood: boolean) => ({
    name: `of kind ${kind} ${isGood ? "take" : "do not take"} ${String(JSON.stringify(answer)).slice(0, 20)}`,
    ...assess,
    given: (portal: Portal) => {
      given()(portal);
      insertQuestion(portal, { id: "q1", kind });
      return undefined;
    },
    json: { relevance: "LOW", answers: [{ questionId: "q1", answer }] },
    ...(isGood ? assessed : { status: 400, fields: ["answers.q1"] }),
  });
  scenarios([
    answerTo("TEXT", "a".repeat(1000), true),
    answerTo("TEXT", "a".repeat(1001), false),
    answerTo("TEXT", 5, false),
    answerTo("YES_NO", false, true),
    answerTo("YES_NO", "perhaps", false),
    answerTo("SCALE", 5, true),
    answerTo("SCALE", 6, false),
    answerTo("SCALE", true, false),
    answerTo("SCALE", null, true),
    {
      name: "may be eight",
      ...setDefault,
      json: asked(...Array.from({ length: 8 }, (_, index) => `Question ${index}`)),
      ...changed,
    },
    {
      name: "may not be nine",
      ...setDefault,
      json: asked(...Array.from({ length: 9 }, (_, index) => `Question ${index}`)),
      status: 400,
      fields: ["questions"],
    },
    { name: "need a label of 3 characters", ...setDefault, json: asked("ab"), status: 400, fields: ["questions"] },
    {
      name: "may not name a question of another list",
      ...setDefault,
      given: (portal) => {
        insertQuestion(portal, { id: "q1", callId: insertCall(portal) });
        return undefined;
      },
      json: { questions: [{ id: "q1", kind: "TEXT", label: "Is it new?" }] },
      status: 400,
      fields: ["questions"],
    },
    { name: "of a missing call are not found", ...set, json: asked("Is it new?"), status: 404 },
  ]);
});

describe("the submission's page", () => {
  const PAGE = `/gov/submissions/${ID}`;

  test("shows assessments side by side, the conclusion last, and the answers", async () => {
    const portal = await openPortal();
    owned(portal);
    insertQuestion(portal, { id: "q1", kind: "YES_NO", label: "Does it fly?" });
    insertAssessment(portal, ID, "poc", { isConclusion: true, nextStep: "MEET" });
    insertAssessment(portal, ID, "lead", { relevance: "HIGH", answers: { q1: true } });
    const { text } = await portal.request("readonly", "GET", PAGE);
    const [list = ""] = text.match(/<ol class="glip-notes glip-notes--beside">.*?<\/ol>/s) ?? [];
    const [opinion = "", conclusion = ""] = list.split(/(?=<li)/).slice(1);
    expect(wordsOf(opinion)).toMatch(/Person lead.* Relevance High .*Does it fly\? Yes/);
    expect(wordsOf(conclusion)).toMatch(/Conclusion, by Person poc.* Next step Meet/);
    expect(wordsOf(conclusion)).not.toContain("Does it fly?");
    expect(text).not.toContain('?assessment"');
  });

  test("saves an opinion with its answers from the form", async () => {
    const portal = await openPortal();
    given()(portal);
    insertQuestion(portal, { id: "q1", kind: "SCALE" });
    const form = { relevance: "LOW", readinessLevel: "3", nextStep: "", comment: "", "answers.q1": "4" };
    expect((await portal.request("poc", "POST", `${PAGE}?assessment`, { form })).status).toBe(302);
    expect((await read(portal)).opinions).toMatchObject([
      { relevance: "LOW", readinessLevel: 3, nextStep: null, answers: [{ questionId: "q1", answer: 4 }] },
    ]);
    const { text } = await portal.request("poc", "GET", PAGE);
    expect(text).toMatch(/<option value="3" selected="">3\. /);
    expect(text).toMatch(/id="assessment-answers\.q1"/);
  });

  test("refuses a conclusion once that someone else wrote meanwhile, and keeps what was typed", async () => {
    const portal = await openPortal();
    owned(portal);
    const readAt = async () =>
      (await portal.request("poc", "GET", PAGE)).text.match(/name="readAt" value="([^"]*)"/)?.[1] ?? "";
    const form = { comment: "Mine", readAt: await readAt() };
    await perform(portal, { ...conclude, as: "lead", json: { comment: "Theirs" }, ...concluded });
    const refused = await portal.request("poc", "POST", `${PAGE}?conclusion`, { form });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("Mine");
    const again = refused.text.match(/name="readAt" value="([^"]*)"/)?.[1] ?? "";
    const saved = await portal.request("poc", "POST", `${PAGE}?conclusion`, { form: { ...form, readAt: again } });
    expect(saved.status).toBe(302);
    expect((await read(portal)).conclusion).toMatchObject({ comment: "Mine" });
  });

  test("offers the conclusion only to people who may write it", async () => {
    const portal = await openPortal();
    owned(portal);
    const offers = async (person: PersonKey) =>
      (await portal.request(person, "GET", PAGE)).text.includes('?conclusion"');
    expect(await offers("poc")).toBe(true);
    expect(await offers("bravoPoc")).toBe(false);
    portal.db.update(submission).set({ ownerId: null }).where(eq(submission.id, ID)).run();
    expect(await offers("systemAdmin")).toBe(false);
  });
});

describe("the pages of questions", () => {
  test("save the rows that have a question, and keep the ids of the others", async () => {
    const portal = await openPortal();
    insertQuestion(portal, { id: "q1", label: "Is it new?", position: 0 });
    insertQuestion(portal, { id: "q2", label: "Does it fly?", position: 1 });
    const { text } = await portal.request("admin", "GET", "/gov/admin/questions");
    expect(text).toContain('value="Is it new?"');
    const form = {
      ...{ "id.0": "q1", "label.0": "", "kind.0": "TEXT" },
      ...{ "id.1": "q2", "label.1": "Does it fly?", "kind.1": "TEXT" },
      ...{ "label.2": "Does it float?", "kind.2": "YES_NO" },
    };
    expect((await portal.request("admin", "POST", "/gov/admin/questions", { form })).status).toBe(302);
    const { questions } = dataOf<Shown>(await portal.request("admin", "GET", "/api/gov/admin/questions"));
    expect(questions).toMatchObject([
      { id: "q2", label: "Does it fly?" },
      { kind: "YES_NO", label: "Does it float?" },
    ]);
  });

  test("show what is wrong with a label, and keep it", async () => {
    const portal = await openPortal();
    const callId = insertCall(portal);
    const form = { "label.0": "ab", "kind.0": "TEXT" };
    const { status, text } = await portal.request("lead", "POST", `/gov/calls/${callId}/questions`, { form });
    expect(status).toBe(400);
    expect(text).toContain('href="#questions"');
    expect(text).toContain('value="ab"');
  });
});
