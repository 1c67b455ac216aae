import { parse } from "papaparse";
import { describe, expect, test } from "vitest";
import { insertAssessment, insertCall, insertQuestion, insertSubmission, submissionRow } from "../support/arrange";
import { idOf, type PersonKey } from "../support/cast";
import { dataOf, openPortal, type Portal } from "../support/portal";
import { perform } from "../support/scenario";

interface Compared {
  total: number;
  questions: { id: string; label: string }[];
  items: {
    id: string;
    owner: { id: string } | null;
    outcome: { outcome: string } | null;
    opinions: Record<string, unknown>[];
    conclusion: Record<string, unknown> | null;
  }[];
}

/** A call with an archived submission, one that nobody looked at, and one with two opinions, a conclusion and an answer. */
async function compared() {
  const portal = await openPortal();
  const callId = insertCall(portal, { status: "OPEN" });
  const asked = insertQuestion(portal, { callId, kind: "YES_NO", label: "Is there a prototype?" });
  const retired = insertQuestion(portal, { callId, label: "Old?", position: 1, retiredAt: "2026-03-01T00:00:00.000Z" });
  insertSubmission(portal, { title: "Elsewhere" });
  insertSubmission(portal, { callId, title: "Archived", status: "ARCHIVED" });
  const plain = insertSubmission(portal, { callId, title: "Plain" });
  const judged = insertSubmission(portal, { callId, title: "=Judged", status: "ROUTED", ownerId: idOf("poc") });
  insertAssessment(portal, judged, "poc", { relevance: "HIGH", readinessLevel: 6, nextStep: "MEET" });
  insertAssessment(portal, judged, "lead", { comment: "Only words." });
  const answers = { [asked]: true, [retired]: "Yes" };
  insertAssessment(portal, judged, "poc", { isConclusion: true, relevance: "MEDIUM", answers });
  await perform(portal, {
    as: "poc",
    method: "POST",
    path: `/api/gov/submissions/${judged}/outcomes`,
    json: { outcome: "INTERESTED", body: "Tell us more.", replaces: null },
    status: 201,
    events: ["submission_answered", "submission_reviewed"],
  });
  return { portal, callId, asked, retired, plain, judged };
}

const read = async (portal: Portal, callId: string, query = "", person: PersonKey = "readonly") =>
  dataOf<Compared>(await portal.request(person, "GET", `/api/gov/calls/${callId}/comparison${query}`));

describe("the comparison of a call's submissions", () => {
  test("has owner, opinions, conclusion and answer of each, without archived and other ones", async () => {
    const { portal, callId, asked, retired, plain, judged } = await compared();
    const { items, total, questions } = await read(portal, callId, "?sort=title");
    expect(total).toBe(2);
    expect(questions).toEqual([{ id: asked, kind: "YES_NO", label: "Is there a prototype?" }]);
    expect(items).toMatchObject([
      {
        id: judged,
        owner: { id: idOf("poc") },
        outcome: { outcome: "INTERESTED" },
        opinions: [
          { author: { id: idOf("poc") }, relevance: "HIGH", readinessLevel: 6, nextStep: "MEET" },
          { author: { id: idOf("lead") }, relevance: null, readinessLevel: null, nextStep: null },
        ],
        conclusion: { relevance: "MEDIUM" },
      },
      { id: plain, owner: null, outcome: null, opinions: [], conclusion: null },
    ]);
    expect(items[0]?.conclusion?.answers).toEqual(
      expect.arrayContaining([
        { questionId: asked, answer: true },
        { questionId: retired, answer: "Yes" },
      ]),
    );
  });

  test("comes in pages and in the orders of the list of submissions", async () => {
    const { portal, callId, plain, judged } = await compared();
    const ids = async (query: string) => (await read(portal, callId, query)).items.map(({ id }) => id);
    expect(await ids("?sort=-title&pageSize=1")).toEqual([plain]);
    expect(await ids("?sort=-title&pageSize=1&page=2")).toEqual([judged]);
    expect(await ids("?sort=-title&pageSize=1&page=3")).toEqual([]);
  });

  test("does not exist for an unknown call, and refuses an unknown order", async () => {
    const { portal, callId } = await compared();
    const get = (path: string) => perform(portal, { as: "poc", method: "GET", path, status: 404 });
    await get("/api/gov/calls/nothing/comparison");
    const path = `/api/gov/calls/${callId}/comparison?sort=owner`;
    await perform(portal, { as: "poc", method: "GET", path, status: 400 });
  });
});

describe("the comparison as CSV", () => {
  test("has one row for each submission, with the questions as the last columns", async () => {
    const { portal, callId, judged, plain } = await compared();
    const path = `/api/export/comparison.csv?callId=${callId}&sort=title`;
    const { text, headers } = await portal.request("admin", "GET", path);
    expect(headers.get("content-disposition")).toContain('filename="comparison-2026-03-02.csv"');
    const { data } = parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
    expect(data).toMatchObject([
      {
        ...{ id: judged, title: "'=Judged", status: "REVIEWED", ownerName: "Person poc", relevance: "MEDIUM" },
        ...{ opinionRelevances: "HIGH; ", opinionReadinessLevels: "6; ", opinionNextSteps: "MEET; " },
        ...{ outcome: "INTERESTED", outcomeBody: "Tell us more.", "1. Is there a prototype?": "true" },
      },
      { id: plain, ownerName: "", relevance: "", opinionRelevances: "", outcome: "", "1. Is there a prototype?": "" },
    ]);
    expect(Object.keys(data[0] ?? {}).at(-1)).toBe("1. Is there a prototype?");
    expect(portal.auditRows().at(-1)).toMatchObject({
      event: "export_downloaded",
      details: JSON.stringify({
        format: "CSV",
        records: ["submissions"],
        fileName: "comparison-2026-03-02.csv",
        filters: { callId, sort: "title" },
      }),
    });
  });

  test("needs a call that exists", async () => {
    const { portal } = await compared();
    const path = "/api/export/comparison.csv";
    await perform(portal, { as: "admin", method: "GET", path, status: 400 });
    await perform(portal, { as: "admin", method: "GET", path: `${path}?callId=nothing`, status: 400 });
  });
});

test("the page compares, and offers the file only to administrators", async () => {
  const { portal, callId } = await compared();
  const shown = async (person: PersonKey) =>
    (await portal.request(person, "GET", `/gov/calls/${callId}/comparison`)).text;
  expect(await shown("admin")).toContain(`/api/export/comparison.csv?callId=${callId}`);
  const poc = await shown("poc");
  expect(poc).toContain("Is there a prototype?");
  expect(poc).not.toContain("/api/export/");
});

test("what it shows changes nothing of a submission", async () => {
  const { portal, callId, judged } = await compared();
  const before = submissionRow(portal, judged);
  await read(portal, callId);
  expect(submissionRow(portal, judged)).toEqual(before);
});
