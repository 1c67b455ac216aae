import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { submission } from "#db/schema";
import {
  insertCall,
  insertNotification,
  insertSubmission,
  notificationsOf,
  setInterests,
  submissionForm,
  submissionRow,
} from "../support/arrange";
import { idOf, ORGANIZATIONS, PEOPLE, type PersonKey } from "../support/cast";
import { dataOf, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const REROUTE = { as: "admin", method: "POST", path: "/api/notifications/reroute" } as const;

/** Sends a submission. @returns whether it was routed. */
async function submit(portal: Portal, fields: Record<string, string>, isRouted: boolean): Promise<string> {
  const answer = await perform(portal, {
    as: "acmeUser",
    method: "POST",
    path: "/api/portal/submissions",
    multipart: submissionForm(fields),
    status: 201,
    events: isRouted ? ["submission_created", "submission_routed"] : ["submission_created"],
  });
  return dataOf<{ id: string }>(answer).id;
}

const reroute = (portal: Portal, data: { routed: number; totalMatches: number }) =>
  perform(portal, {
    ...REROUTE,
    status: 200,
    events: [...Array.from({ length: data.routed }, () => "submission_routed" as const), "reroute_run"],
    body: { data },
  });

const matchesOf = (portal: Portal, id: string) =>
  portal.db.query.submissionMatch
    .findMany({ where: (row, { eq }) => eq(row.submissionId, id), orderBy: (row, { asc }) => asc(row.userId) })
    .sync()
    .map(({ userId, reason, matchedTags, delivery }) => ({ userId, reason, matchedTags, delivery }));

const tagMatch = (person: PersonKey, matchedTags: string[], delivery = "NOTIFIED") => ({
  userId: idOf(person),
  reason: "TAG",
  matchedTags,
  delivery,
});

describe("routing a new submission", () => {
  test("matches a user who follows one of its tags, and notifies them once", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "sonar,rotors");
    setInterests(portal, "readonly", "rotor");
    const id = await submit(portal, { techTags: "Rotors, acoustics" }, true);
    expect(submissionRow(portal, id)).toMatchObject({ status: "ROUTED", routedAt: portal.now().toISOString() });
    expect(matchesOf(portal, id)).toEqual([tagMatch("poc", ["rotors"])]);
    expect(notificationsOf(portal, "poc")).toMatchObject([
      {
        kind: "SUBMISSION_MATCH",
        read: false,
        submissionId: id,
        linkUrl: `/gov/organizations/${ORGANIZATIONS.acme}?submission=${id}`,
      },
    ]);
    for (const other of PEOPLE.filter((person) => person !== "poc")) expect(notificationsOf(portal, other)).toEqual([]);
  });

  test("matches nobody when nobody has interests, and leaves it SUBMITTED", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "");
    const id = await submit(portal, { techTags: "rotors" }, false);
    expect(submissionRow(portal, id)).toMatchObject({ status: "SUBMITTED", routedAt: null });
    expect(matchesOf(portal, id)).toEqual([]);
  });

  test("compares whole tags, never parts of them", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotor,quiet rotors,otors");
    await submit(portal, { techTags: "rotors,quiet" }, false);
  });

  test("includes the tags of the call it responds to", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "acoustics");
    const callId = insertCall(portal, { techTags: "acoustics,hulls" });
    const id = await submit(portal, { callId }, true);
    expect(matchesOf(portal, id)).toEqual([
      { userId: idOf("lead"), reason: "CALL_AUTHOR", matchedTags: [], delivery: "NOTIFIED" },
      tagMatch("poc", ["acoustics"]),
    ]);
  });

  test("always matches the call's author, and names the interests that match too", async () => {
    const portal = await openPortal();
    setInterests(portal, "lead", "rotors");
    const callId = insertCall(portal);
    const id = await submit(portal, { callId, techTags: "rotors" }, true);
    expect(matchesOf(portal, id)).toEqual([
      { userId: idOf("lead"), reason: "CALL_AUTHOR", matchedTags: ["rotors"], delivery: "NOTIFIED" },
    ]);
    expect(notificationsOf(portal, "lead")).toHaveLength(1);
  });

  test("stores the match of a user who turned the notifications off, and does not notify them", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotors", false);
    const id = await submit(portal, { techTags: "rotors" }, true);
    expect(matchesOf(portal, id)).toEqual([tagMatch("poc", ["rotors"], "DISABLED")]);
    expect(notificationsOf(portal, "poc")).toEqual([]);
  });

  test("does not notify a call's author whose tag filter does not match the submission's tags", async () => {
    const portal = await openPortal();
    setInterests(portal, "lead", "hulls");
    const callId = insertCall(portal);
    const id = await submit(portal, { callId, techTags: "rotors" }, true);
    expect(matchesOf(portal, id)).toEqual([
      { userId: idOf("lead"), reason: "CALL_AUTHOR", matchedTags: [], delivery: "TAG_FILTER" },
    ]);
    expect(notificationsOf(portal, "lead")).toEqual([]);
  });

  test("notifies a call's author with a tag filter when the submission has no tags", async () => {
    const portal = await openPortal();
    setInterests(portal, "lead", "hulls");
    const id = await submit(portal, { callId: insertCall(portal) }, true);
    expect(matchesOf(portal, id)).toMatchObject([{ delivery: "NOTIFIED" }]);
  });

  test("does not match industry users, whatever their settings", async () => {
    const portal = await openPortal();
    setInterests(portal, "borealisAdmin", "rotors");
    await submit(portal, { techTags: "rotors" }, false);
  });
});

describe("running the routing again", () => {
  test("routes submissions that are still SUBMITTED, and counts the results", async () => {
    const portal = await openPortal();
    for (const techTags of ["rotors", "rotors,hulls", "nothing", ""]) insertSubmission(portal, { techTags });
    const reviewed = insertSubmission(portal, { techTags: "rotors", status: "REVIEWED" });
    setInterests(portal, "poc", "rotors");
    setInterests(portal, "readonly", "hulls");
    await reroute(portal, { routed: 2, totalMatches: 3 });
    expect(notificationsOf(portal, "poc")).toHaveLength(2);
    expect(submissionRow(portal, reviewed)?.status).toBe("REVIEWED");
    await reroute(portal, { routed: 0, totalMatches: 0 });
    expect(notificationsOf(portal, "poc")).toHaveLength(2);
  });

  test("replaces earlier matches, and notifies nobody a second time", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotors");
    const id = await submit(portal, { techTags: "rotors" }, true);
    // As after a restore, or when someone set the status back: SUBMITTED, with its earlier matches and notifications.
    portal.db.update(submission).set({ status: "SUBMITTED" }).where(eq(submission.id, id)).run();
    setInterests(portal, "readonly", "rotors");
    await reroute(portal, { routed: 1, totalMatches: 2 });
    expect(matchesOf(portal, id)).toEqual([
      tagMatch("poc", ["rotors"], "ALREADY_NOTIFIED"),
      tagMatch("readonly", ["rotors"]),
    ]);
    expect(notificationsOf(portal, "poc")).toHaveLength(1);
    expect(notificationsOf(portal, "readonly")).toHaveLength(1);
  });

  test("notifies a user whose only notification about the submission is of another kind", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { techTags: "rotors" });
    insertNotification(portal, "poc", { kind: "SYSTEM", submissionId: id });
    setInterests(portal, "poc", "rotors");
    await reroute(portal, { routed: 1, totalMatches: 1 });
    expect(matchesOf(portal, id)).toEqual([tagMatch("poc", ["rotors"])]);
  });

  scenarios([
    { name: "is not for a command lead", ...REROUTE, as: "lead", status: 403 },
    { name: "is not for industry", ...REROUTE, as: "acmeAdmin", status: 403 },
    { name: "requires a session", ...REROUTE, as: null, status: 401 },
    {
      name: "requires no body, and ignores one",
      ...REROUTE,
      as: "systemAdmin",
      raw: "not json",
      headers: { "content-type": "text/plain" },
      status: 200,
      events: ["reroute_run"],
      body: { data: { routed: 0, totalMatches: 0 } },
    },
  ]);
});

describe("a routing that fails", () => {
  const BREAK = `CREATE TRIGGER routing_is_broken BEFORE INSERT ON submission_match
    BEGIN SELECT RAISE(ABORT, 'the disk of secrets is full'); END`;

  test("leaves the submission SUBMITTED, is audited, and is fixed by rerouting", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotors");
    portal.db.$client.exec(BREAK);
    const answer = await perform(portal, {
      as: "acmeUser",
      method: "POST",
      path: "/api/portal/submissions",
      multipart: submissionForm({ techTags: "rotors" }),
      status: 201,
      events: ["submission_created", "submission_routing_failed"],
    });
    const { id } = dataOf<{ id: string }>(answer);
    expect(answer.text).not.toContain("secrets");
    expect(submissionRow(portal, id)?.status).toBe("SUBMITTED");
    expect(notificationsOf(portal, "poc")).toEqual([]);
    expect(portal.auditRows().at(-1)).toMatchObject({ targetId: id, outcome: "FAILURE" });
    expect(JSON.stringify(portal.log)).toContain("the disk of secrets is full");

    portal.db.$client.exec("DROP TRIGGER routing_is_broken");
    await reroute(portal, { routed: 1, totalMatches: 1 });
    expect(submissionRow(portal, id)?.status).toBe("ROUTED");
    expect(notificationsOf(portal, "poc")).toHaveLength(1);
  });

  test("for one submission does not undo the routing of others in the same run", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotors");
    const broken = insertSubmission(portal, { techTags: "rotors" });
    const sound = insertSubmission(portal, { techTags: "rotors" });
    portal.db.$client.exec(BREAK.replace("BEGIN SELECT", `WHEN NEW.submission_id = '${broken}' BEGIN SELECT`));
    await perform(portal, {
      ...REROUTE,
      status: 200,
      events: ["submission_routing_failed", "submission_routed", "reroute_run"],
      body: { data: { routed: 1, totalMatches: 1 } },
    });
    expect(submissionRow(portal, broken)?.status).toBe("SUBMITTED");
    expect(submissionRow(portal, sound)?.status).toBe("ROUTED");
    expect(notificationsOf(portal, "poc").map(({ submissionId }) => submissionId)).toEqual([sound]);
  });
});

test("a run over many submissions lets other requests proceed, and routes each submission once", {
  tags: "race",
}, async () => {
  const portal = await openPortal();
  setInterests(portal, "poc", "rotors");
  for (let count = 0; count < 120; count += 1) insertSubmission(portal, { techTags: "rotors" });
  const running = Promise.all([
    portal.request("admin", "POST", "/api/notifications/reroute"),
    portal.request("systemAdmin", "POST", "/api/notifications/reroute"),
  ]);
  let ended = false;
  void running.then(() => {
    ended = true;
  });
  expect((await portal.request(null, "GET", "/api/portal/calls")).status).toBe(200);
  expect(ended).toBe(false);
  const runs = (await running).map((answer) => dataOf<{ routed: number }>(answer).routed);
  expect(runs.reduce((sum, routed) => sum + routed, 0)).toBe(120);
  expect(notificationsOf(portal, "poc")).toHaveLength(120);
});
