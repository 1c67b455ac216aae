import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { submissionMatch } from "#db/schema";
import { reroutePreview } from "~/domain/submission/reroute-preview.server";
import { LIMITS } from "~/values/limits";
import {
  deactivate,
  insertCall,
  insertNotification,
  insertSubmission,
  notificationsOf,
  setInterests,
  submissionRow,
} from "../support/arrange";
import { idOf, ORGANIZATIONS, PEOPLE, type PersonKey, roleOf } from "../support/cast";
import { wordsOf } from "../support/markup";
import { openPortal, type Portal } from "../support/portal";
import { SEED } from "../support/properties";
import { contents } from "../support/scenario";

const REROUTE = "/gov/submissions/reroute";
const GOVERNMENT = PEOPLE.filter((person) => roleOf(person) !== "INDUSTRY");

const pageOf = async (portal: Portal, person: PersonKey, path: string) => {
  const answer = await portal.request(person, "GET", path);
  expect(answer.status).toBe(200);
  return answer.text;
};
const wordsAt = async (portal: Portal, person: PersonKey, path: string) => wordsOf(await pageOf(portal, person, path));

/** What a run's preview shows, read from the page. */
const previewOf = ({ services }: Portal) =>
  reroutePreview.run(services as unknown as Parameters<typeof reroutePreview.run>[0], {});

describe("a submission's page", () => {
  test("shows who it was routed to and when, by which tags, and who was not notified and why", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotors,hulls");
    setInterests(portal, "readonly", "rotors", false);
    setInterests(portal, "lead", "paint");
    const callId = insertCall(portal, { techTags: "hulls,keels" });
    const id = insertSubmission(portal, { techTags: "rotors,sonar", callId });
    await portal.request("admin", "POST", REROUTE, { form: {} });
    for (const path of [
      `/gov/submissions/${id}`,
      `/gov/organizations/${ORGANIZATIONS.acme}?submission=${id}`,
    ] as const) {
      const words = await wordsAt(portal, "bravoPoc", path);
      expect(words).toContain("Routed on Mar 2, 2026, 10:00 AM EST to 3 people: 1 was notified, 2 were not notified.");
      expect(words).toMatch(/Person poc poc@example\.test Follows rotors and hulls\. Yes/);
      expect(words).toMatch(/Person readonly .{0,40} Follows rotors\. No. They turned off these notifications/);
      expect(words).toMatch(
        /Person lead .{0,40} Wrote or took over its call\. No. They chose notifications only for other tags/,
      );
      expect(words).toContain("Nobody follows sonar and keels now.");
      expect(words).toMatch(/rotors The submission 2 people .*sonar The submission Nobody .*hulls Its call 1 person/);
      expect(words).not.toContain("Who we would route this to");
    }
  });

  test("marks the people whose accounts are deactivated", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "rotors");
    setInterests(portal, "readonly", "rotors");
    const id = insertSubmission(portal, { techTags: "rotors" });
    await portal.request("admin", "POST", REROUTE, { form: {} });
    await portal.request("poc", "PATCH", `/api/gov/submissions/${id}/status`, { json: { status: "REVIEWED" } });
    const path = `/gov/submissions/${id}`;
    expect(await wordsAt(portal, "admin", path)).not.toContain("Inactive");
    deactivate(portal, "poc");
    deactivate(portal, "acmeUser");
    const words = await wordsAt(portal, "admin", path);
    expect(words).toMatch(/Submitted by Person acmeUser, \S+ Inactive/);
    expect(words).toMatch(/by Person poc Inactive/);
    expect(words).toMatch(/Person poc Inactive poc@example\.test Follows rotors/);
    expect(words).not.toMatch(/Person readonly Inactive/);
  });

  test("shows for an unrouted one who would get it, who would not be notified, and why", async () => {
    const portal = await openPortal();
    const callId = insertCall(portal, { techTags: "rotors" });
    const id = insertSubmission(portal, { techTags: "rotors", callId });
    setInterests(portal, "poc", "rotors");
    insertNotification(portal, "poc", { kind: "SUBMISSION_MATCH", submissionId: id });
    setInterests(portal, "lead", "rotors");
    const words = await wordsAt(portal, "readonly", `/gov/submissions/${id}`);
    expect(words).toContain("Rerouting now would find 2 people: 1 would be notified, 1 would not be notified.");
    expect(words).toMatch(/Person lead .{0,40} Wrote or took over its call, and follows rotors\. Yes/);
    expect(words).toMatch(
      /Person poc .{0,40} Follows rotors\. Not again. They were already notified about this submission/,
    );
    expect(words).toMatch(/rotors The submission and its call 2 people/);
  });

  test("explains why nobody would match", async () => {
    const portal = await openPortal();
    const tagged = insertSubmission(portal, { techTags: "rotors" });
    const bare = insertSubmission(portal);
    expect(await wordsAt(portal, "poc", `/gov/submissions/${tagged}`)).toContain("Nobody follows any of its tags.");
    expect(await wordsAt(portal, "poc", `/gov/submissions/${bare}`)).toContain("It has no tags and no call.");
  });

  test("links to rerouting for users who may start it, and tells other users who may", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { techTags: "rotors" });
    setInterests(portal, "poc", "rotors");
    for (const person of GOVERNMENT) {
      const html = await pageOf(portal, person, `/gov/submissions/${id}`);
      const mayRun = person === "admin" || person === "systemAdmin";
      expect([person, html.includes(`href="${REROUTE}"`)]).toEqual([person, mayRun]);
      expect(html.includes("A government administrator can reroute it.")).toBe(!mayRun);
    }
  });
});

describe("the preview of a run", () => {
  test("comes before the run: an administrator sees it and starts the run, and a lead can do neither", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { title: "Quiet blades", techTags: "rotors" });
    insertSubmission(portal, { techTags: "hulls" });
    setInterests(portal, "poc", "rotors");
    setInterests(portal, "readonly", "rotors", false);
    expect(await pageOf(portal, "admin", "/gov/submissions")).toContain(`href="${REROUTE}"`);
    expect(await pageOf(portal, "lead", "/gov/submissions")).not.toContain(REROUTE);

    const words = await wordsAt(portal, "admin", REROUTE);
    expect(words).toContain(
      "Rerouting would find reviewers for 1 of 2 unrouted submissions , 2 people in all. It would send 1 notification to 1 person.",
    );
    expect(words).toMatch(/Person poc poc@example\.test 1 1 /);
    expect(words).toMatch(/Person readonly readonly@example\.test 1 0 /);
    expect(words).toMatch(/Quiet blades acme industries Person poc, Person readonly/);

    expect((await portal.request("lead", "GET", REROUTE)).status).toBe(403);
    expect((await portal.request("lead", "POST", REROUTE, { form: {} })).status).toBe(403);
    expect(portal.auditRows()).toEqual([]);
    const answer = await portal.request("admin", "POST", REROUTE, { form: {} });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/gov/submissions?view=unrouted"]);
    expect(portal.auditRows().map((row) => row.event)).toEqual(["submission_routed", "reroute_run"]);
    expect(submissionRow(portal, id)?.status).toBe("ROUTED");
  });

  test("lists people with the most submissions first, and five people of a submission", async () => {
    const portal = await openPortal();
    insertSubmission(portal, { title: "Quiet blades", techTags: "rotors" });
    insertSubmission(portal, { techTags: "hulls" });
    for (const person of ["readonly", "poc", "lead", "admin", "systemAdmin"] as const)
      setInterests(portal, person, "rotors");
    setInterests(portal, "bravoPoc", "rotors,hulls");
    const { people } = await previewOf(portal);
    expect(people.map(({ submissions }) => submissions)).toEqual([2, 1, 1, 1, 1, 1]);
    expect(people[0]?.id).toBe(idOf("bravoPoc"));
    expect(await wordsAt(portal, "admin", REROUTE)).toContain(
      "Quiet blades acme industries Person admin, Person bravoPoc, Person lead, Person poc, Person readonly and 1 more",
    );
  });

  test("offers no run that would do nothing", async () => {
    const portal = await openPortal();
    const nothing = await pageOf(portal, "admin", REROUTE);
    expect(nothing).toContain("No unrouted submissions");
    insertSubmission(portal, { techTags: "rotors" });
    const nobody = await pageOf(portal, "admin", REROUTE);
    expect(nobody).toContain("Rerouting would not find any reviewers now");
    for (const html of [nothing, nobody]) expect(html).not.toContain("Reroute now");
  });

  test("writes nothing, and neither does a submission's page", async () => {
    const portal = await openPortal();
    const callId = insertCall(portal, { techTags: "hulls" });
    const ids = [insertSubmission(portal, { techTags: "rotors" }), insertSubmission(portal, { callId })];
    setInterests(portal, "poc", "rotors,hulls");
    // The first page ever creates the key of the cookies.
    await pageOf(portal, "admin", "/gov/submissions");
    const [before, events] = [contents(portal), portal.auditRows()];
    for (const path of [REROUTE, ...ids.map((id) => `/gov/submissions/${id}`)]) await pageOf(portal, "admin", path);
    expect(contents(portal)).toEqual(before);
    expect(portal.auditRows()).toEqual(events);
  });

  test("closes its snapshot, even if it fails", async () => {
    const portal = await openPortal();
    const { $client: client } = portal.db;
    client.pragma("busy_timeout = 0");
    // While anyone reads an older state, SQLite cannot empty the write-ahead log.
    const isLetGo = () => (client.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[])[0]?.busy === 0;
    insertSubmission(portal, { techTags: "rotors" });
    await previewOf(portal);
    expect(isLetGo()).toBe(true);
    client.exec("ALTER TABLE submission RENAME TO submission_away");
    await expect(previewOf(portal)).rejects.toThrow("no such table");
    expect(isLetGo()).toBe(true);
  });

  test("counts each of many submissions once, even if all arrived at the same time", async () => {
    const portal = await openPortal();
    for (let count = 0; count < 120; count += 1) insertSubmission(portal, { techTags: "rotors" });
    setInterests(portal, "poc", "rotors");
    expect(await previewOf(portal)).toMatchObject({
      waiting: 120,
      checked: 120,
      found: 120,
      notifications: 120,
      people: [{ id: idOf("poc"), submissions: 120, notifications: 120 }],
    });
  });

  test("reads only the oldest of a very long queue, and says what it leaves out", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { techTags: "rotors" });
    setInterests(portal, "poc", "rotors");
    const columns = "organization_id, submitted_by, type, title, summary, tech_tags, created_at, updated_at";
    portal.db.$client.exec(`
      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${LIMITS.reroutePreviewRows})
      INSERT INTO submission (id, ${columns}) SELECT 'copy-' || n, ${columns} FROM submission, number WHERE id = '${id}'`);
    const words = await wordsAt(portal, "admin", REROUTE);
    expect(words).toContain("5,001 submissions are unrouted. This preview covers only the oldest 5,000.");
    expect(words).toContain("reviewers for 5,000 of 5,000 unrouted submissions");
    expect(words).toContain("The first 50 of 5,000 submissions, oldest first");
  }, 20_000);
});

const TAGS = ["rotors", "hulls", "sonar", "paint", "rotor", "keels"] as const;
const tags = fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 3 }).map((list) => list.join(","));

/** What exists when someone reroutes. */
const situation = fc.record({
  followers: fc.uniqueArray(fc.record({ person: fc.constantFrom(...PEOPLE), techTags: tags, enabled: fc.boolean() }), {
    selector: ({ person }) => person,
    maxLength: 6,
  }),
  submissions: fc.array(
    fc.record({
      techTags: tags,
      call: fc.option(fc.record({ techTags: tags, author: fc.constantFrom("lead", "admin") }), { nil: null }),
      status: fc.constantFrom("SUBMITTED", "SUBMITTED", "SUBMITTED", "REVIEWED"),
      toldBefore: fc.subarray(GOVERNMENT),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

test("a run does what its preview predicted, whatever the tags, settings and earlier notifications", async () => {
  await fc.assert(
    fc.asyncProperty(situation, async ({ followers, submissions }) => {
      const portal = await openPortal();
      for (const { person, ...setting } of followers) setInterests(portal, person, setting.techTags, setting.enabled);
      const ids = submissions.map(({ call, toldBefore, ...values }) => {
        const callId =
          call && insertCall(portal, { techTags: call.techTags, authorId: idOf(call.author as PersonKey) });
        const id = insertSubmission(portal, { ...values, callId } as Parameters<typeof insertSubmission>[1]);
        for (const person of toldBefore)
          insertNotification(portal, person, { kind: "SUBMISSION_MATCH", submissionId: id });
        return id;
      });
      const toldBefore = GOVERNMENT.map((person) => notificationsOf(portal, person).length);
      const foreseen = await previewOf(portal);

      const answer = await portal.request("admin", "POST", "/api/notifications/reroute");
      const { data } = answer.body as { data: { routed: number; totalMatches: number } };
      const stored = portal.db.select().from(submissionMatch).all();
      const shares = GOVERNMENT.map((person, index) => ({
        id: idOf(person),
        submissions: stored.filter(({ userId }) => userId === idOf(person)).length,
        notifications: notificationsOf(portal, person).length - (toldBefore[index] ?? 0),
      }));
      expect(foreseen).toMatchObject({
        waiting: submissions.filter(({ status }) => status === "SUBMITTED").length,
        found: data.routed,
        notifications: shares.reduce((sum, { notifications }) => sum + notifications, 0),
      });
      expect(foreseen.people.reduce((sum, person) => sum + person.submissions, 0)).toBe(data.totalMatches);
      const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
      expect(
        foreseen.people.map(({ id, submissions, notifications }) => ({ id, submissions, notifications })).sort(byId),
      ).toEqual(shares.filter((share) => share.submissions > 0).sort(byId));
      expect(foreseen.submissions.map(({ id }) => id).sort()).toEqual(
        ids.filter((id) => submissionRow(portal, id)?.status === "ROUTED").sort(),
      );
      for (const { id, names, others } of foreseen.submissions) {
        const people = stored.filter(({ submissionId }) => submissionId === id).map(({ userId }) => userId);
        const all = people.map((userId) => userId.replace("user-", "Person ")).sort();
        // The page lists five names, and the number of others.
        expect([names, others]).toEqual([all.slice(0, 5), Math.max(0, all.length - 5)]);
      }
    }),
    { numRuns: 30, seed: SEED },
  );
}, 60_000);
