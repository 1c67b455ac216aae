import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { submission } from "#db/schema";
import {
  deactivate,
  insertReviewNote,
  insertSubmission,
  instant,
  notificationsOf,
  recuse,
  setSetting,
  submissionRow,
} from "../support/arrange";
import { idOf, type PersonKey } from "../support/cast";
import { dataOf, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const ID = "submission-reviewed";
const PATH = `/api/gov/submissions/${ID}/notes`;

const submitted = (portal: Portal) => {
  insertSubmission(portal, { id: ID, status: "ROUTED" });
  return undefined;
};
const write = { as: "poc", method: "POST", path: PATH, given: submitted } as const;
const written = { status: 201, events: ["submission_note_created"] } as const;

/** The people who were notified of a mention. */
const notified = (portal: Portal) =>
  (["readonly", "poc", "lead", "admin", "systemAdmin", "bravoPoc"] as const).filter(
    (person) => notificationsOf(portal, person).length > 0,
  );

describe("a note on a submission", () => {
  test("is stored with its mentions, and the audit log names both without its text", async () => {
    const portal = await openPortal();
    submitted(portal);
    const mentions = [idOf("readonly"), idOf("lead"), idOf("readonly")];
    const answer = await perform(portal, { ...write, json: { body: " Two\r\nlines ", mentions }, ...written });
    const { id } = dataOf<{ id: string }>(answer);
    expect(answer.body).toEqual({ data: { id } });
    expect(portal.db.query.reviewNote.findMany().sync()).toEqual([
      { id, submissionId: ID, authorId: idOf("poc"), body: "Two\nlines", createdAt: instant(portal) },
    ]);
    expect(portal.db.query.reviewNoteMention.findMany().sync()).toEqual(
      [idOf("readonly"), idOf("lead")].map((userId) => ({ noteId: id, userId })),
    );
    expect(portal.auditRows()[0]).toMatchObject({
      actorId: idOf("poc"),
      targetType: "submission",
      targetId: ID,
      details: JSON.stringify({ after: { noteId: id, mentions: [idOf("readonly"), idOf("lead")] } }),
    });
    expect(await portal.request("readonly", "GET", PATH).then(dataOf)).toEqual({
      items: [
        {
          id,
          body: "Two\nlines",
          createdAt: instant(portal),
          author: { id: idOf("poc"), name: "Person poc" },
          mentions: [
            { id: idOf("lead"), name: "Person lead" },
            { id: idOf("readonly"), name: "Person readonly" },
          ],
        },
      ],
      total: 1,
      page: 1,
      pageSize: 20,
    });
  });

  test("notifies those it mentions each time, but not its author or people who turned it off", async () => {
    const portal = await openPortal();
    submitted(portal);
    setSetting(portal, "admin", "SYSTEM", { enabled: false });
    const mentions = (["poc", "lead", "admin"] as const).map(idOf);
    for (const body of ["First", "Second"]) await perform(portal, { ...write, json: { body, mentions }, ...written });
    expect(notified(portal)).toEqual(["lead"]);
    expect(notificationsOf(portal, "lead").map(({ id: _id, ...row }) => row)).toEqual(
      ["First", "Second"].map((body) => ({
        userId: idOf("lead"),
        kind: "SYSTEM",
        title: "Person poc mentioned you in a note",
        body: `A quiet rotor: ${body}`,
        linkUrl: `/gov/submissions/${ID}`,
        read: false,
        submissionId: null,
        createdAt: instant(portal),
      })),
    );
    await portal.request("lead", "GET", `/gov/submissions/${ID}`);
    expect(notificationsOf(portal, "lead").map(({ read }) => read)).toEqual([true, true]);
  });

  test("leaves the submission and the log of its changes as they were", async () => {
    const portal = await openPortal();
    submitted(portal);
    const before = [submissionRow(portal, ID), portal.db.query.recordChange.findMany().sync()];
    portal.advance(MINUTE);
    await perform(portal, { ...write, json: { body: "Later", mentions: [idOf("lead")] }, ...written });
    expect([submissionRow(portal, ID), portal.db.query.recordChange.findMany().sync()]).toEqual(before);
  });

  const mention = (...people: PersonKey[]) => ({ json: { body: "Look", mentions: people.map(idOf) } });
  const refused = { status: 400, fields: ["mentions"] } as const;
  scenarios([
    { name: "needs a text", ...write, json: { mentions: [] }, status: 400, fields: ["body"] },
    { name: "may have 4,000 characters", ...write, json: { body: "a".repeat(4000) }, ...written },
    { name: "may not have 4,001", ...write, json: { body: "a".repeat(4001) }, status: 400, fields: ["body"] },
    { name: "may mention nobody", ...write, json: { body: "a", mentions: null }, ...written },
    {
      name: "may not mention eleven people",
      ...write,
      json: { body: "a", mentions: Array.from({ length: 11 }, (_, index) => `user-${index}`) },
      ...refused,
    },
    { name: "may not mention industry", ...write, ...mention("lead", "acmeUser"), ...refused },
    { name: "may not mention someone unknown", ...write, json: { body: "a", mentions: ["none"] }, ...refused },
    {
      name: "may not mention someone who left",
      ...write,
      ...mention("lead"),
      given: (portal) => {
        deactivate(portal, "lead");
        return submitted(portal);
      },
      ...refused,
    },
    {
      name: "may not mention someone who recused themselves",
      ...write,
      ...mention("admin", "lead"),
      given: (portal) => {
        submitted(portal);
        recuse(portal, ID, "lead");
        return undefined;
      },
      ...refused,
    },
    {
      name: "may not be written by someone who recused themselves",
      ...write,
      json: { body: "a" },
      given: (portal) => {
        submitted(portal);
        recuse(portal, ID, "poc");
        return undefined;
      },
      status: 403,
    },
    {
      name: "may not be written on an archived submission",
      ...write,
      json: { body: "a" },
      given: (portal) => {
        insertSubmission(portal, { id: ID, status: "ARCHIVED" });
        return undefined;
      },
      status: 400,
    },
    { name: "on a missing submission is not found", ...write, given: undefined, json: { body: "a" }, status: 404 },
  ]);
});

describe("the notes on a submission", () => {
  test("are listed newest first, in pages, each with its own mentions", async () => {
    const portal = await openPortal();
    submitted(portal);
    const other = insertSubmission(portal);
    insertReviewNote(portal, other, { body: "Of another" });
    insertReviewNote(portal, ID, { id: "n1", mentions: ["lead"] });
    insertReviewNote(portal, ID, { id: "n2", mentions: ["admin"] });
    insertReviewNote(portal, ID, { id: "n3" });
    const shown: unknown[] = [];
    for (const page of [1, 2]) {
      const answer = await portal.request("readonly", "GET", `${PATH}?page=${page}&pageSize=2`);
      const { items, total } = dataOf<{ items: { id: string; mentions: { id: string }[] }[]; total: number }>(answer);
      expect(total).toBe(3);
      shown.push(...items.map(({ id, mentions }) => [id, mentions.map((person) => person.id)]));
    }
    expect(shown).toEqual([
      ["n3", []],
      ["n2", [idOf("admin")]],
      ["n1", [idOf("lead")]],
    ]);
  });

  scenarios([
    { name: "of a missing submission are not found", as: "poc", method: "GET", path: PATH, status: 404 },
    {
      name: "have no page zero",
      as: "poc",
      method: "GET",
      path: `${PATH}?page=0`,
      given: submitted,
      status: 400,
      fields: ["page"],
    },
  ]);
});

describe("mail about a mention", () => {
  test("says neither who wrote, nor about which submission, nor what", async () => {
    const { disclosedTitle } = await import("~/domain/mail/kinds");
    const portal = await openPortal();
    submitted(portal);
    await perform(portal, { ...write, json: { body: "Secret", mentions: [idOf("lead")] }, ...written });
    const [notification] = notificationsOf(portal, "lead");
    if (!notification) throw new Error("no notification");
    expect(disclosedTitle(notification)).not.toMatch(/Secret|rotor|Person/);
  });
});

test("an archived submission keeps its notes", async () => {
  const portal = await openPortal();
  submitted(portal);
  insertReviewNote(portal, ID);
  portal.db.update(submission).set({ status: "ARCHIVED" }).where(eq(submission.id, ID)).run();
  const page = await portal.request("poc", "GET", `/gov/submissions/${ID}`);
  expect(page.text).toContain("Ask about the range.");
  expect(page.text).not.toContain('?note"');
});
