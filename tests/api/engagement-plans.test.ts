import { describe, expect, test } from "vitest";
import { LIMITS } from "~/values/limits";
import { setActive } from "../support/administration";
import {
  engagementRow,
  insertAttendees,
  insertEngagement,
  insertEngagementNote,
  insertEngagementTask,
  instant,
  notificationsOf,
} from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS, PEOPLE, type PersonKey } from "../support/cast";
import { dataOf, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, type Scenario, scenarios } from "../support/scenario";

/* What people plan about an engagement: its times, its attendees and its follow-up tasks. */

const PATH = "/api/gov/engagements";
const PLAN = {
  title: "Rotor demonstration",
  type: "DEMO",
  status: "PLANNED",
  date: "2026-03-10",
  commandId: COMMANDS.alpha,
  organizationIds: [ORGANIZATIONS.acme],
};
const TASK = { text: "Send the minutes", ownerId: idOf("lead"), dueDate: "2026-03-20" };

const change = (id: string, json: object) =>
  ({ as: "poc", method: "PATCH", path: `${PATH}/${id}`, json: { ...PLAN, ...json } }) as const;
const changed = { status: 200, events: ["engagement_updated"] } as const;
const tasksAt = (id: string) => `${PATH}/${id}/tasks`;
const taskAt = (id: string, taskId: string) => `${tasksAt(id)}/${taskId}`;
const done = (json: object = { done: true }) => ({ method: "PATCH", json, status: 200 }) as const;

interface Task {
  id: string;
  text: string;
  owner: { id: string };
  dueDate: string;
  doneAt: string | null;
  doneBy: { id: string } | null;
}
const recordOf = async (portal: Portal, id: string) =>
  dataOf<{ tasks: Task[]; attendees: { id: string; name: string }[]; startTime: string | null; updatedAt: string }>(
    await portal.request("readonly", "GET", `${PATH}/${id}`),
  );
const notified = (portal: Portal) => PEOPLE.filter((person) => notificationsOf(portal, person).length > 0).sort();

describe("the times of an engagement", () => {
  test("are stored as a clock shows them, kept by a change that leaves them out, and cleared by empty text", async () => {
    const portal = await openPortal({ AGENCY_TIME_ZONE: "America/New_York" });
    const sent = { ...PLAN, startTime: "09:00", endTime: "10:30", onlineLink: "https://video.example.gov/7" };
    const { id } = dataOf<{ id: string }>(await portal.request("poc", "POST", PATH, { json: sent }));
    const times = () => {
      const { startTime, endTime, onlineLink } = engagementRow(portal, id) ?? {};
      return [startTime, endTime, onlineLink];
    };
    expect(times()).toEqual(["09:00", "10:30", "https://video.example.gov/7"]);
    // Daylight saving begins on March 8 there. The clock's time stays.
    await perform(portal, { ...change(id, { date: "2026-03-06" }), ...changed });
    expect(times()).toEqual(["09:00", "10:30", "https://video.example.gov/7"]);
    await perform(portal, { ...change(id, { date: "2026-03-06", endTime: "", onlineLink: "" }), ...changed });
    expect(times()).toEqual(["09:00", null, ""]);
  });

  scenarios([
    {
      name: "cannot have an end without a start",
      as: "poc",
      method: "POST",
      path: PATH,
      json: { ...PLAN, endTime: "10:00" },
      status: 400,
      fields: ["startTime"],
    },
    {
      name: "are checked together with the stored ones: an end before the stored start",
      given: (portal) => change(insertEngagement(portal, { startTime: "14:00" }), { endTime: "13:00" }),
      ...change("", {}),
      status: 400,
      fields: ["endTime"],
    },
    {
      name: "are checked together with the stored ones: no start for the stored end",
      given: (portal) => change(insertEngagement(portal, { startTime: "14:00", endTime: "15:00" }), { startTime: "" }),
      ...change("", {}),
      status: 400,
      fields: ["startTime"],
    },
    {
      name: "that end too early are reported with the errors of other fields",
      as: "poc",
      method: "POST",
      path: PATH,
      json: { ...PLAN, title: "", startTime: "10:00", endTime: "09:00" },
      status: 400,
      fields: ["title", "endTime"],
    },
  ]);
});

describe("the attendees of an engagement", () => {
  test("are listed by name, and each is notified once, except the person who adds them", async () => {
    const portal = await openPortal();
    const attendeeIds = [idOf("readonly"), idOf("poc"), idOf("bravoPoc")];
    const answer = await portal.request("poc", "POST", PATH, { json: { ...PLAN, startTime: "14:30", attendeeIds } });
    const { id } = dataOf<{ id: string }>(answer);
    const names = ["bravoPoc", "poc", "readonly"].map((person) => `Person ${person}`);
    expect((await recordOf(portal, id)).attendees.map(({ name }) => name)).toEqual(names);
    expect(notified(portal)).toEqual(["bravoPoc", "readonly"]);
    expect(notificationsOf(portal, "readonly")).toMatchObject([
      {
        kind: "ENGAGEMENT_UPDATE",
        title: "You attend: Rotor demonstration",
        body: "Person poc added you to this engagement on Mar 10, 2026, 2:30 PM EDT.",
        linkUrl: `/gov/engagements/${id}`,
      },
    ]);
    await perform(portal, { ...change(id, { attendeeIds: [idOf("readonly"), idOf("admin")] }), ...changed });
    expect(notificationsOf(portal, "admin")).toHaveLength(1);
    expect(notificationsOf(portal, "readonly")).toHaveLength(1);
    const details = JSON.parse(portal.auditRows().at(-1)?.details ?? "");
    expect(details).toMatchObject({
      before: { attendeeIds: attendeeIds.toSorted() },
      after: { attendeeIds: [idOf("admin"), idOf("readonly")] },
      notified: 1,
    });
  });

  test("hear of a new time or place, and of the deletion, but not of other changes", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    insertAttendees(portal, id, ["readonly"]);
    await perform(portal, { ...change(id, { title: "Another title" }), ...changed });
    expect(notified(portal)).toEqual([]);
    const moved = { title: "Another title", startTime: "10:00", location: "Room 5C" };
    await perform(portal, { ...change(id, moved), ...changed });
    const onlineLink = "https://video.example/5c";
    await perform(portal, { ...change(id, { ...moved, onlineLink }), ...changed });
    await perform(portal, { ...change(id, { ...moved, onlineLink, status: "COMPLETED" }), ...changed });
    const place = "It is now on Mar 10, 2026, 10:00 AM EDT, Room 5C.";
    expect(
      notificationsOf(portal, "readonly")
        .map(({ body }) => body)
        .toSorted(),
    ).toEqual([
      `Person poc changed the plan. ${place}`,
      `Person poc changed the plan. ${place} Its online link is new.`,
      "Person poc changed the status to Completed.",
    ]);
    expect((await portal.request("poc", "DELETE", `${PATH}/${id}`)).status).toBe(200);
    expect(notificationsOf(portal, "readonly")).toHaveLength(4);
  });

  test("who are also followers get one notification of being added", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    insertEngagementNote(portal, id, "admin");
    await perform(portal, { ...change(id, { startTime: "10:00", attendeeIds: [idOf("admin")] }), ...changed });
    expect(notificationsOf(portal, "admin")).toMatchObject([{ title: "You attend: Rotor demonstration" }]);
  });

  test("may stay after they have left the agency, but nobody who has left can be added", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    insertAttendees(portal, id, ["readonly"]);
    expect((await setActive(portal, "admin", "readonly", false)).status).toBe(200);
    const attendeeIds = [idOf("readonly"), idOf("lead")];
    await perform(portal, { ...change(id, { attendeeIds }), ...changed });
    const other = insertEngagement(portal);
    await perform(portal, { ...change(other, { attendeeIds }), status: 400, fields: ["attendeeIds"] });
  });

  test("stay as they are when a change leaves them out", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    insertAttendees(portal, id, ["readonly", "lead"]);
    await perform(portal, { ...change(id, { title: "Another title" }), ...changed });
    expect((await recordOf(portal, id)).attendees).toHaveLength(2);
    await perform(portal, { ...change(id, { title: "Another title", attendeeIds: [] }), ...changed });
    expect((await recordOf(portal, id)).attendees).toEqual([]);
  });
});

describe("a follow-up task", () => {
  const add = (id: string, json: object) => ({ as: "poc", method: "POST", path: tasksAt(id), json }) as const;

  test("is added, listed open ones first by due date, and its owner is notified", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal, { updatedAt: "2026-01-01T00:00:00.000Z" });
    const call = { ...add(id, TASK), status: 201, events: ["engagement_task_created"] } as const;
    const later = dataOf<{ id: string }>(await perform(portal, call));
    const sooner = dataOf<{ id: string }>(await perform(portal, { ...call, json: { ...TASK, dueDate: "2026-03-12" } }));
    const last = insertEngagementTask(portal, id, { doneAt: "2026-03-02T00:00:00.000Z", dueDate: "2026-01-01" });
    const { tasks, updatedAt } = await recordOf(portal, id);
    expect(tasks.map((task) => task.id)).toEqual([sooner.id, later.id, last]);
    expect(tasks[0]).toMatchObject({ ...{ text: TASK.text, dueDate: "2026-03-12" }, doneAt: null, doneBy: null });
    expect(updatedAt).toBe(portal.now().toISOString());
    expect(notified(portal)).toEqual(["lead"]);
    expect(notificationsOf(portal, "lead")).toMatchObject([
      { kind: "ENGAGEMENT_UPDATE", title: "Task: Rotor demonstration", linkUrl: `/gov/engagements/${id}` },
      { kind: "ENGAGEMENT_UPDATE" },
    ]);
  });

  const edges: [field: string, value: unknown, what: string][] = [
    ["text", undefined, "missing"],
    ["text", " ", "blank"],
    ["text", "a".repeat(301), "301 characters"],
    ["ownerId", undefined, "missing"],
    ["ownerId", "nobody", "nobody"],
    ["ownerId", idOf("acmeAdmin"), "an industry user"],
    ["ownerId", idOf("readonly"), "a user who may not write"],
    ["dueDate", undefined, "missing"],
    ["dueDate", "03/20/2026", "month/day/year"],
  ];
  scenarios([
    ...edges.map(
      ([field, value, what]): Scenario => ({
        name: `is refused if ${field} is ${what}`,
        given: (portal) => ({ path: tasksAt(insertEngagement(portal)) }),
        ...add("", { ...TASK, [field]: value }),
        status: 400,
        fields: [field],
      }),
    ),
    {
      name: "is refused when the engagement has as many as it may have",
      given(portal) {
        const id = insertEngagement(portal);
        for (let count = 0; count < LIMITS.engagementTasks; count += 1) insertEngagementTask(portal, id);
        return { path: tasksAt(id) };
      },
      ...add("", TASK),
      status: 400,
      fields: ["text"],
    },
    {
      name: "of another engagement is not found",
      given: (portal) => ({
        path: taskAt(insertEngagement(portal), insertEngagementTask(portal, insertEngagement(portal))),
      }),
      as: "poc",
      ...done(),
      path: "",
      status: 404,
    },
    {
      name: "cannot be given to a user who may not write",
      given(portal) {
        const id = insertEngagement(portal);
        return { path: taskAt(id, insertEngagementTask(portal, id)) };
      },
      as: "poc",
      ...done({ ownerId: idOf("readonly") }),
      path: "",
      status: 400,
      fields: ["ownerId"],
    },
  ]);

  test("is marked done and open again; the first time that it is done counts", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const path = taskAt(id, insertEngagementTask(portal, id));
    const at = portal.now().toISOString();
    await perform(portal, { as: "poc", ...done(), path, events: ["engagement_task_completed"] });
    portal.advance(MINUTE);
    await perform(portal, { as: "lead", ...done(), path });
    const [task] = (await recordOf(portal, id)).tasks;
    expect(task).toMatchObject({ doneAt: at, doneBy: { id: idOf("poc") } });
    await perform(portal, { as: "lead", ...done({ done: false }), path, events: ["engagement_task_updated"] });
    expect((await recordOf(portal, id)).tasks).toMatchObject([{ doneAt: null, doneBy: null }]);
  });

  test("of another command may be marked by its owner, and by nobody else there; the owner changes nothing else", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const own = taskAt(id, insertEngagementTask(portal, id, { ownerId: idOf("bravoPoc") }));
    const other = taskAt(id, insertEngagementTask(portal, id));
    const as = "bravoPoc";
    await perform(portal, { as, ...done(), path: other, status: 403 });
    await perform(portal, { as, ...done({ done: true, text: "Nothing" }), path: own, status: 403 });
    await perform(portal, { as, method: "DELETE", path: own, status: 403 });
    await perform(portal, { as, ...done(), path: own, events: ["engagement_task_completed"] });
  });

  test("notifies a new owner, except if it is done or the owner takes it", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const path = taskAt(id, insertEngagementTask(portal, id));
    const give = (owner: PersonKey, as: PersonKey, json = {}) =>
      perform(portal, {
        as,
        ...done({ ownerId: idOf(owner), ...json }),
        path,
        events: [json && "done" in json ? "engagement_task_completed" : "engagement_task_updated"],
      });
    await give("lead", "poc");
    expect(notified(portal)).toEqual(["lead"]);
    await give("poc", "poc");
    await give("admin", "poc", { done: true });
    expect(notified(portal)).toEqual(["lead"]);
  });

  test("goes with its engagement", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    insertEngagementTask(portal, id, { ownerId: idOf("admin") });
    insertEngagementTask(portal, id, { ownerId: idOf("bravoPoc"), doneAt: instant(portal), doneBy: idOf("bravoPoc") });
    insertAttendees(portal, id, ["lead"]);
    await perform(portal, {
      as: "poc",
      method: "DELETE",
      path: `${PATH}/${id}`,
      status: 200,
      events: ["engagement_deleted"],
    });
    expect(notified(portal)).toEqual(["admin", "lead"]);
    expect(portal.db.query.engagementTask.findMany().sync()).toEqual([]);
    expect(portal.db.query.engagementAttendee.findMany().sync()).toEqual([]);
    expect(JSON.parse(portal.auditRows().at(-1)?.details ?? "").before).toMatchObject({
      tasks: 2,
      attendeeIds: [idOf("lead")],
    });
  });

  test("is either done or deleted when both arrive at once, and nothing of it stays after a deletion", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const path = taskAt(id, insertEngagementTask(portal, id));
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => portal.request("poc", "PATCH", path, { json: { done: true } })),
      portal.request("lead", "DELETE", path),
      ...Array.from({ length: 5 }, () => portal.request("poc", "PATCH", path, { json: { done: true } })),
    ]);
    expect(answers[5]?.status).toBe(200);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    expect((await recordOf(portal, id)).tasks).toEqual([]);
    const events = portal.auditRows().map(({ event }) => event);
    const completed = events.filter((event) => event === "engagement_task_completed");
    expect(completed.length).toBeLessThanOrEqual(1);
    expect(events.at(-1)).toBe("engagement_task_deleted");
  });

  test("of someone who leaves is listed, and goes to the successor; done ones stay", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal, { updatedAt: "2026-01-01T00:00:00.000Z" });
    const open = insertEngagementTask(portal, id);
    insertEngagementTask(portal, id, { doneAt: "2026-03-02T00:00:00.000Z", doneBy: idOf("poc") });
    const assignments = `/api/accounts/${idOf("poc")}/assignments`;
    const listed = dataOf<{ tasks: object }>(await portal.request("admin", "GET", assignments));
    const items = [{ id: open, text: "Send the minutes", engagementId: id }];
    expect(listed.tasks).toEqual({ total: 1, items });
    const left = await setActive(portal, "admin", "poc", false, { successorId: idOf("bravoPoc") });
    expect(left.status).toBe(200);
    const { tasks, updatedAt } = await recordOf(portal, id);
    expect(tasks.map(({ owner }) => owner.id)).toEqual([idOf("bravoPoc"), idOf("poc")]);
    expect(updatedAt).toBe(portal.now().toISOString());
    const [, audited] = portal.auditRows().slice(-2);
    expect(JSON.parse(audited?.details ?? "")).toMatchObject({ tasks: 1 });
  });

  test("and a video meeting leave no text in the audit log", async () => {
    const portal = await openPortal();
    const secret = "Secret-7731";
    const plan = { ...PLAN, summary: secret, onlineLink: `https://video.example.gov/?pwd=${secret}` };
    const made = await portal.request("poc", "POST", PATH, { json: plan });
    expect(made.status).toBe(201);
    const path = `${PATH}/${dataOf<{ id: string }>(made).id}`;
    const changed = await portal.request("poc", "PATCH", path, { json: { ...plan, summary: `${secret} again` } });
    expect(changed.status).toBe(200);
    const added = await portal.request("poc", "POST", `${path}/tasks`, { json: { ...TASK, text: secret } });
    expect(added.status).toBe(201);
    const task = `${path}/tasks/${dataOf<{ id: string }>(added).id}`;
    expect((await portal.request("poc", "PATCH", task, { json: { text: `Not ${secret}` } })).status).toBe(200);
    expect((await portal.request("poc", "DELETE", task)).status).toBe(200);
    expect((await portal.request("poc", "DELETE", path)).status).toBe(200);
    const details = portal.auditRows().map((row) => row.details ?? "");
    expect(details).toHaveLength(6);
    expect(details.join()).not.toContain(secret);
    expect(JSON.parse(details[1] ?? "")).toMatchObject({
      before: { summary: "(withheld)" },
      after: { summary: "(withheld)" },
    });
  });

  test("never goes to a read-only user, who could not mark it done", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const path = `${PATH}/${id}/tasks/${insertEngagementTask(portal, id)}`;
    const handOver = () => setActive(portal, "admin", "poc", false, { successorId: idOf("readonly") });
    const refused = await handOver();
    expect([refused.status, Object.keys((refused.body as { fields: object }).fields)]).toEqual([400, ["successorId"]]);
    expect((await portal.request("poc", "PATCH", path, { json: { ownerId: idOf("readonly") } })).status).toBe(400);
    expect(portal.auditRows()).toEqual([]);
    // Without an open task, a read-only user may be the successor.
    expect((await portal.request("poc", "PATCH", path, { json: { done: true } })).status).toBe(200);
    expect((await handOver()).status).toBe(200);
  });
});
