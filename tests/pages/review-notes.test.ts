import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { reviewOpinion, submission, submissionMatch } from "#db/schema";
import { insertReviewNote, insertSubmission, instant, notificationsOf, recuse } from "../support/arrange";
import { idOf, type PersonKey } from "../support/cast";
import { MINUTE, openPortal, type Portal } from "../support/portal";

const ID = "submission-reviewed";
const PAGE = `/gov/submissions/${ID}`;

async function reviewed(): Promise<Portal> {
  const portal = await openPortal();
  insertSubmission(portal, { id: ID, status: "ROUTED" });
  return portal;
}

const show = async (portal: Portal, person: PersonKey, query = "") =>
  (await portal.request(person, "GET", `${PAGE}${query}`)).text;

/** The people of the boxes, in their order, and those of the list. */
function offered(text: string) {
  const boxes = [...text.matchAll(/name="mentions" type="checkbox" value="user-(\w+)"/g)].map(([, id]) => id);
  const [, select = ""] = text.match(/<select [^>]*name="(?:mentions|colleague)"[^>]*>(.*?)<\/select>/s) ?? [];
  return { boxes, select: [...select.matchAll(/<option value="user-(\w+)"/g)].map(([, id]) => id) };
}

test("without anyone involved, one list offers all colleagues", async () => {
  const portal = await reviewed();
  const text = await show(portal, "poc");
  expect(offered(text)).toEqual({ boxes: [], select: ["admin", "bravoPoc", "lead", "readonly", "systemAdmin"] });
  expect(text).toMatch(/<select [^>]*id="note-mentions"/);
});

test("a box is offered for each person who takes part, the owner first, and nobody who recused themselves", async () => {
  const portal = await reviewed();
  const at = instant(portal);
  portal.db
    .update(submission)
    .set({ ownerId: idOf("systemAdmin") })
    .where(eq(submission.id, ID))
    .run();
  portal.db
    .insert(reviewOpinion)
    .values({ submissionId: ID, userId: idOf("readonly"), askedBy: idOf("poc"), askedAt: at })
    .run();
  insertReviewNote(portal, ID, { authorId: idOf("lead") });
  insertReviewNote(portal, ID, { authorId: idOf("poc") });
  for (const person of ["bravoPoc", "admin"] as const) {
    const submissionId = ID;
    portal.db
      .insert(submissionMatch)
      .values({
        submissionId,
        userId: idOf(person),
        reason: "TAG",
        matchedTags: [],
        delivery: "NOTIFIED",
        createdAt: at,
      })
      .run();
  }
  recuse(portal, ID, "admin");
  expect(offered(await show(portal, "poc"))).toEqual({
    boxes: ["systemAdmin", "readonly", "lead", "bravoPoc"],
    select: [],
  });
});

test("the form adds a note that mentions the ticked people and one from the list", async () => {
  const portal = await reviewed();
  insertReviewNote(portal, ID, { authorId: idOf("lead") });
  const form: [string, string][] = [
    ["body", "Look at page 3"],
    ["mentions", idOf("lead")],
    ["colleague", idOf("admin")],
  ];
  const answer = await portal.request("poc", "POST", `${PAGE}?note`, { form });
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe(PAGE);
  for (const person of ["lead", "admin"] as const) expect(notificationsOf(portal, person)).toHaveLength(1);
  const text = await show(portal, "readonly");
  expect(text).toContain("Look at page 3");
  expect(text).toContain("Person admin and Person lead");
});

test("a refused note keeps its text and its boxes", async () => {
  const portal = await reviewed();
  insertReviewNote(portal, ID, { authorId: idOf("lead") });
  const form: [string, string][] = [
    ["body", "a".repeat(4001)],
    ["mentions", idOf("lead")],
    ["colleague", idOf("admin")],
  ];
  const { status, text } = await portal.request("poc", "POST", `${PAGE}?note`, { form });
  expect(status).toBe(400);
  expect(text).toContain("a".repeat(4001));
  expect(text).toMatch(/name="mentions" type="checkbox" checked="" value="user-lead"/);
  expect(text).toMatch(/<option value="user-admin" selected=""/);
});

test("people who only read, or who recused themselves, see notes and no form", async () => {
  const portal = await reviewed();
  insertReviewNote(portal, ID);
  recuse(portal, ID, "lead");
  expect(await show(portal, "poc")).toContain('?note"');
  for (const person of ["readonly", "lead"] as const) {
    const text = await show(portal, person);
    expect(text).toContain("Ask about the range.");
    expect(text).not.toContain('?note"');
  }
});

test("notes have pages that keep the place on the page", async () => {
  const portal = await reviewed();
  for (let number = 1; number <= 21; number += 1) {
    portal.advance(MINUTE);
    insertReviewNote(portal, ID, { body: `Note ${number}.` });
  }
  expect(await show(portal, "poc")).not.toContain("Note 1.<");
  const second = await show(portal, "poc", "?notesPage=2");
  expect(second).toContain("Note 1.<");
  expect(second).not.toContain("Note 21.<");
  expect(await show(portal, "poc")).toContain(`href="${PAGE}?notesPage=2#notes"`);
});
