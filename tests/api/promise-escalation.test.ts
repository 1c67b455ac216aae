import { expect, test } from "vitest";
import { submissionMatch, submissionMessage, user } from "#db/schema";
import { escalateMissed } from "~/domain/promise/escalate.server";
import { insertSubmission, notificationsOf } from "../support/arrange";
import { idOf, PEOPLE, type PersonKey } from "../support/cast";
import { openMailPortal } from "../support/mail";
import { DAY, openPortal, type Portal } from "../support/portal";

/* Missed promises are reported to leads, then to administrators. The clock starts on Monday, March 2, 2026. */

/** Promised for that Thursday. */
const promised = (portal: Portal, values: Parameters<typeof insertSubmission>[1] = {}) =>
  insertSubmission(portal, { status: "ROUTED", answerBy: "2026-03-05", ...values });
const toldOf = (portal: Portal) => PEOPLE.filter((person) => notificationsOf(portal, person).length > 0);
const routeTo = (portal: Portal, submissionId: string, person: PersonKey) =>
  portal.db
    .insert(submissionMatch)
    .values({
      ...{ submissionId, userId: idOf(person), reason: "TAG", matchedTags: [], delivery: "NOTIFIED" },
      createdAt: portal.now().toISOString(),
    })
    .run();
const missedEvents = (portal: Portal) => portal.auditRows().filter(({ event }) => event === "promise_missed");

test("the leads of the owner's command hear of a missed promise the day after, administrators two working days later", async () => {
  const portal = await openPortal();
  const id = promised(portal, { ownerId: idOf("poc") });
  portal.advance(3 * DAY);
  expect(await escalateMissed(portal.services)).toBe(0);
  portal.advance(DAY);
  expect(await escalateMissed(portal.services)).toBe(1);
  expect(await escalateMissed(portal.services)).toBe(0);
  expect(toldOf(portal)).toEqual(["lead"]);
  expect(notificationsOf(portal, "lead")).toMatchObject([
    { kind: "SYSTEM", title: "Answer overdue: A quiet rotor", linkUrl: `/gov/submissions/${id}`, submissionId: null },
  ]);
  // Friday; then Saturday, Sunday and Monday: one working day.
  portal.advance(3 * DAY);
  expect(await escalateMissed(portal.services)).toBe(0);
  portal.advance(DAY);
  expect(await escalateMissed(portal.services)).toBe(1);
  expect(toldOf(portal)).toEqual(["lead", "admin", "systemAdmin"]);
  portal.advance(9 * DAY);
  expect(await escalateMissed(portal.services)).toBe(0);
  expect(missedEvents(portal)).toMatchObject([{ actorId: null, targetType: "submission", targetId: id }]);
});

test("without an owner, the leads of the commands it was routed to hear of it", async () => {
  const portal = await openPortal();
  routeTo(portal, promised(portal), "readonly");
  portal.advance(4 * DAY);
  await escalateMissed(portal.services);
  expect(toldOf(portal)).toEqual(["lead"]);
});

test("without an active lead, the administrators hear of it immediately, and once", async () => {
  const portal = await openPortal();
  promised(portal, { ownerId: idOf("bravoPoc") });
  promised(portal);
  portal.advance(4 * DAY);
  expect(await escalateMissed(portal.services)).toBe(2);
  expect(toldOf(portal)).toEqual(["admin", "systemAdmin"]);
  portal.advance(9 * DAY);
  expect(await escalateMissed(portal.services)).toBe(0);
  expect(missedEvents(portal)).toHaveLength(2);
});

test("an answered or archived submission, one with an open question, and an inactive lead are left out", async () => {
  const portal = await openPortal();
  promised(portal, { status: "ARCHIVED" });
  const asked = promised(portal, { ownerId: idOf("poc") });
  const message = { authorId: idOf("poc"), body: "Which one?", createdAt: portal.now().toISOString() };
  portal.db
    .insert(submissionMessage)
    .values({ id: "question", submissionId: asked, side: "GOVERNMENT", asksAnswer: true, ...message })
    .run();
  portal.advance(20 * DAY);
  expect(await escalateMissed(portal.services)).toBe(0);
  portal.db.update(user).set({ active: false }).run();
  promised(portal, { ownerId: idOf("poc") });
  expect(await escalateMissed(portal.services)).toBe(1);
  expect(toldOf(portal)).toEqual([]);
});

test("more missed promises than one transaction takes are all reported", async () => {
  const portal = await openPortal();
  for (let number = 0; number < 250; number += 1) promised(portal, { ownerId: idOf("poc") });
  portal.advance(4 * DAY);
  expect(await escalateMissed(portal.services)).toBe(250);
  expect(await escalateMissed(portal.services)).toBe(0);
  expect(notificationsOf(portal, "lead")).toHaveLength(250);
});

test("mail says that an answer is overdue, and not to which submission", async () => {
  const { portal, server, send } = await openMailPortal();
  promised(portal, { ownerId: idOf("poc") });
  portal.advance(4 * DAY);
  await escalateMissed(portal.services);
  portal.advance(DAY);
  await send();
  expect(server.mails).not.toEqual([]);
  for (const { text } of server.mails) {
    expect(text).toContain("A promised answer is overdue");
    expect(text).not.toContain("rotor");
  }
});
