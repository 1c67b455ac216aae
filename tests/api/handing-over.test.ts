import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { call, submissionMatch, user } from "#db/schema";
import { setActive } from "../support/administration";
import {
  insertCall,
  insertEngagement,
  insertInvitation,
  insertSubmission,
  instant,
  notificationsOf,
  setInterests,
  setSetting,
  submissionForm,
  submissionRow,
} from "../support/arrange";
import { idOf, type PersonKey } from "../support/cast";
import { dataOf, openPortal, type Portal } from "../support/portal";
import { perform } from "../support/scenario";

/* What a person leaves behind, and who takes it over (docs/contract.md#administering-accounts). */

const ids = (list: { items: { id: string }[] }) => list.items.map(({ id }) => id);

interface Assignments {
  reviews: { total: number; items: { id: string }[] };
  calls: { total: number; items: { id: string }[] };
  engagements: { total: number; items: { id: string }[] };
  submissions: { total: number; items: { id: string }[] };
  invitations: { total: number; items: { id: string }[] };
  tags: string[];
}

const assignmentsOf = async (portal: Portal, as: PersonKey, person: PersonKey) =>
  dataOf<Assignments>(
    await perform(portal, { as, method: "GET", path: `/api/accounts/${idOf(person)}/assignments`, status: 200 }),
  );

const submit = (portal: Portal, fields: Record<string, string>) =>
  portal.request("acmeUser", "POST", "/api/portal/submissions", { multipart: submissionForm(fields) });

const matchesOf = (portal: Portal, person: PersonKey) =>
  portal.db
    .select()
    .from(submissionMatch)
    .where(eq(submissionMatch.userId, idOf(person)))
    .all();

const successorOf = (portal: Portal, person: PersonKey) =>
  portal.db
    .select({ successorId: user.successorId })
    .from(user)
    .where(eq(user.id, idOf(person)))
    .get()?.successorId;

/** Deactivates someone and hands the work over. */
async function leave(portal: Portal, as: PersonKey, person: PersonKey, to: PersonKey, also: object = {}) {
  const answer = await setActive(portal, as, person, false, { successorId: idOf(to), ...also });
  expect(answer.status, answer.text).toBe(200);
}

describe("a government user's work", () => {
  test("is listed: open reviews, calls and engagements, and followed tags", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotors,sonar");
    const open = insertCall(portal, { authorId: idOf("poc") });
    insertCall(portal, { authorId: idOf("poc"), status: "CLOSED" });
    const planned = insertEngagement(portal);
    insertEngagement(portal, { status: "COMPLETED" });
    expect((await submit(portal, { techTags: "rotors" })).status).toBe(201);
    const found = await assignmentsOf(portal, "admin", "poc");
    expect([ids(found.calls), ids(found.engagements), found.tags]).toEqual([[open], [planned], ["rotors", "sonar"]]);
    expect(found.reviews).toMatchObject({ total: 1, items: [{ title: "A quiet rotor" }] });
    expect([found.submissions.total, found.invitations.total]).toEqual([0, 0]);
  });

  test("goes to the successor: open reviews at once, then new submissions to the calls and news of engagements", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotors");
    const callId = insertCall(portal, { authorId: idOf("poc") });
    const engagementId = insertEngagement(portal);
    expect((await submit(portal, { techTags: "rotors" })).status).toBe(201);
    await leave(portal, "admin", "poc", "bravoPoc");

    expect(matchesOf(portal, "bravoPoc")).toMatchObject([
      { reason: "TAG", matchedTags: ["rotors"], delivery: "NOTIFIED" },
    ]);
    expect(
      notificationsOf(portal, "bravoPoc")
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(["SUBMISSION_MATCH", "SYSTEM"]);
    const [, audited] = portal.auditRows().slice(-2);
    expect(audited).toMatchObject({ event: "account_handed_over", targetId: idOf("poc") });
    expect(JSON.parse(audited?.details ?? "")).toEqual({
      before: { successorId: null },
      after: { successorId: idOf("bravoPoc") },
      reviews: 1,
      tasks: 0,
      tags: [],
    });

    expect((await submit(portal, { callId })).status).toBe(201);
    const toCall = notificationsOf(portal, "bravoPoc").at(-1);
    expect(toCall?.body).toContain("to a call that you took over");
    expect(
      matchesOf(portal, "bravoPoc")
        .map(({ reason }) => reason)
        .sort(),
    ).toEqual(["CALL_AUTHOR", "TAG"]);
    const note = { as: "admin", method: "POST", path: `/api/gov/engagements/${engagementId}/notes` } as const;
    await perform(portal, { ...note, json: { body: "It moves." }, status: 201, events: ["engagement_note_created"] });
    expect(notificationsOf(portal, "bravoPoc").filter(({ kind }) => kind === "ENGAGEMENT_UPDATE")).toHaveLength(1);
    // Nothing more is addressed to the person who left.
    expect(matchesOf(portal, "poc")).toHaveLength(1);
    const found = await assignmentsOf(portal, "admin", "bravoPoc");
    expect([ids(found.calls), ids(found.engagements), found.reviews.total]).toEqual([[callId], [engagementId], 2]);
  });

  test("brings each open review with its own reason, and a notification if the successor wants it", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotors,optics");
    setInterests(portal, "bravoPoc", "optics");
    const callId = insertCall(portal, { authorId: idOf("poc") });
    expect((await submit(portal, { title: "A rotor", techTags: "rotors" })).status).toBe(201);
    expect((await submit(portal, { title: "A lens", techTags: "optics" })).status).toBe(201);
    expect((await submit(portal, { title: "A proposal", callId, techTags: "" })).status).toBe(201);
    await leave(portal, "admin", "poc", "bravoPoc");

    const title = (id: string) => submissionRow(portal, id)?.title;
    const got = matchesOf(portal, "bravoPoc").map((match) => [
      title(match.submissionId),
      ...[match.reason, match.matchedTags, match.delivery],
    ]);
    expect(got).toHaveLength(3);
    expect(got).toContainEqual(["A rotor", "TAG", ["rotors"], "TAG_FILTER"]);
    expect(got).toContainEqual(["A lens", "TAG", ["optics"], "NOTIFIED"]);
    expect(got).toContainEqual(["A proposal", "CALL_AUTHOR", [], "NOTIFIED"]);
    const notifications = notificationsOf(portal, "bravoPoc").filter(({ kind }) => kind === "SUBMISSION_MATCH");
    expect(
      notifications.map(({ title, submissionId }) => [title, submissionRow(portal, submissionId ?? "")?.title]).sort(),
    ).toEqual([
      ["New submission: A lens", "A lens"],
      ["New submission: A proposal", "A proposal"],
    ]);
    const bodies = notifications.map(({ body }) => body).join(" ");
    expect(bodies).toContain("tags that you follow: optics");
    expect(bodies).toContain("to a call that you took over");
    expect(bodies).not.toContain("rotors");
  });

  test("adds the tags to those of the successor only on request", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotors,sonar");
    setInterests(portal, "readonly", "sonar,optics");
    await leave(portal, "admin", "poc", "readonly", { handOverTags: true });
    expect((await assignmentsOf(portal, "admin", "readonly")).tags).toEqual(["sonar", "optics", "rotors"]);
    const long = Array.from({ length: 24 }, (_unused, index) => `${"t".repeat(17)}-${index}`).join(",");
    setInterests(portal, "bravoPoc", long);
    const many = { successorId: idOf("bravoPoc"), handOverTags: true };
    const refused = await setActive(portal, "systemAdmin", "readonly", false, many);
    expect(refused.status, refused.text).toBe(400);
    expect(successorOf(portal, "readonly")).toBeNull();
  });

  test("has no dead end when a successor leaves too, and returns with the person", async () => {
    const portal = await openPortal();
    const callId = insertCall(portal, { authorId: idOf("poc") });
    await leave(portal, "admin", "poc", "readonly");
    await leave(portal, "admin", "readonly", "bravoPoc");
    expect([successorOf(portal, "poc"), successorOf(portal, "readonly")]).toEqual([idOf("bravoPoc"), idOf("bravoPoc")]);
    expect((await submit(portal, { callId })).status).toBe(201);
    expect(matchesOf(portal, "bravoPoc")).toHaveLength(1);

    expect((await setActive(portal, "admin", "bravoPoc", false)).status).toBe(200);
    expect([successorOf(portal, "poc"), successorOf(portal, "readonly")]).toEqual([null, null]);
    expect((await setActive(portal, "admin", "poc", true)).status).toBe(200);
    portal.newSessions();
    expect((await submit(portal, { callId, title: "Another rotor" })).status).toBe(201);
    expect(matchesOf(portal, "poc")).toHaveLength(1);
  });

  test("can be handed over after the person left, and to someone else", async () => {
    const portal = await openPortal();
    expect((await setActive(portal, "admin", "poc", false)).status).toBe(200);
    await leave(portal, "admin", "poc", "readonly");
    await leave(portal, "admin", "poc", "bravoPoc");
    expect(successorOf(portal, "poc")).toBe(idOf("bravoPoc"));
    const before = portal.auditRows().length;
    await leave(portal, "admin", "poc", "bravoPoc");
    expect(portal.auditRows()).toHaveLength(before);
  });
});

describe("an industry user's work", () => {
  test("is listed, and the successor gets the notification of a review", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED", routedAt: instant(portal) });
    const invitation = insertInvitation(portal, { invitedBy: idOf("acmeAdmin") });
    const found = await assignmentsOf(portal, "acmeAdmin", "acmeUser");
    expect([ids(found.submissions), found.reviews.total]).toEqual([[id], 0]);
    expect(ids((await assignmentsOf(portal, "systemAdmin", "acmeAdmin")).invitations)).toEqual([invitation.id]);
    await leave(portal, "acmeAdmin", "acmeUser", "acmeAdmin");
    await perform(portal, {
      ...{ as: "lead", method: "PATCH", path: `/api/gov/submissions/${id}/status`, json: { status: "REVIEWED" } },
      status: 200,
      events: ["submission_reviewed"],
    });
    expect(submissionRow(portal, id)?.reviewDelivery).toBe("NOTIFIED");
    expect(notificationsOf(portal, "acmeUser")).toEqual([]);
    expect(notificationsOf(portal, "acmeAdmin").at(-1)?.body).toContain("a submission that you took over");
  });

  test("is notified of nothing without a successor", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED", routedAt: instant(portal) });
    expect((await setActive(portal, "acmeAdmin", "acmeUser", false)).status).toBe(200);
    const review = { as: "lead", method: "PATCH", path: `/api/gov/submissions/${id}/status` } as const;
    await portal.request(review.as, review.method, review.path, { json: { status: "REVIEWED" } });
    expect(submissionRow(portal, id)?.reviewDelivery).toBe("DEACTIVATED");
  });
});

describe("a successor", () => {
  test.each([
    ["of another kind", "systemAdmin", "poc", "acmeUser"],
    ["of another organization", "systemAdmin", "acmeUser", "borealisAdmin"],
    ["who is the person", "admin", "poc", "poc"],
  ] as const)("%s is refused", async (_what, as, person, to) => {
    const portal = await openPortal();
    const refused = await setActive(portal, as, person, false, { successorId: idOf(to) });
    expect([refused.status, Object.keys((refused.body as { fields: object }).fields)]).toEqual([400, ["successorId"]]);
    expect(portal.auditRows()).toEqual([]);
  });

  test("who is inactive is refused, and one for an active account too", async () => {
    const portal = await openPortal();
    expect((await setActive(portal, "admin", "bravoPoc", false)).status).toBe(200);
    expect((await setActive(portal, "admin", "poc", false, { successorId: idOf("bravoPoc") })).status).toBe(400);
    expect((await setActive(portal, "admin", "poc", true, { successorId: idOf("readonly") })).status).toBe(400);
  });

  test("who turned the notification off still becomes a reviewer, and is matched once", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotors");
    setSetting(portal, "readonly", "SUBMISSION_MATCH", { enabled: false, techTags: "rotors" });
    setInterests(portal, "bravoPoc", "rotors");
    expect((await submit(portal, { techTags: "rotors" })).status).toBe(201);
    portal.db.update(call).set({ status: "CLOSED" }).run();
    await leave(portal, "admin", "poc", "readonly");
    expect(matchesOf(portal, "readonly")).toMatchObject([{ delivery: "DISABLED" }]);
    await leave(portal, "admin", "poc", "bravoPoc");
    expect(matchesOf(portal, "bravoPoc")).toHaveLength(1);
    expect(notificationsOf(portal, "bravoPoc").filter(({ kind }) => kind === "SUBMISSION_MATCH")).toHaveLength(1);
  });
});
