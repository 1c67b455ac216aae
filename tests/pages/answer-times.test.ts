import { describe, expect, test } from "vitest";
import { type submission, submissionOutcome } from "#db/schema";
import { clockOf } from "~/domain/promise/queries.server";
import { LIMITS } from "~/values/limits";
import { insertMessage, insertSubmission } from "../support/arrange";
import { idOf, type PersonKey } from "../support/cast";
import { tableOf, wordsOf } from "../support/markup";
import { openPortal, type Portal } from "../support/portal";

/* The tests' clock starts at Mar 2, 2026, 15:00 UTC. */

type Values = Partial<typeof submission.$inferInsert>;

/** Inserts a submission that a person answered at some time. */
function answered(portal: Portal, person: PersonKey, sentAt: string, values: Values) {
  const submissionId = insertSubmission(portal, { status: "REVIEWED", ...values });
  const id = `outcome-${submissionId}`;
  portal.db
    .insert(submissionOutcome)
    .values({ id, submissionId, outcome: "NOT_NOW", body: "", sentBy: idOf(person), sentAt })
    .run();
  portal.db.$client.prepare("UPDATE submission SET outcome_id = ? WHERE id = ?").run(id, submissionId);
  return submissionId;
}

const dashboard = async (portal: Portal) => (await portal.request("readonly", "GET", "/gov")).text;
const rowsOf = async (portal: Portal) => tableOf(await dashboard(portal), /Days from submission to answer/);

describe("the dashboard's figures of answers", () => {
  test("has days to the first answer and kept promises, by command", async () => {
    const portal = await openPortal();
    const since = (createdAt: string, answerBy: string | null = null) => ({ createdAt, answerBy });
    answered(portal, "poc", "2026-02-03T20:00:00.000Z", since("2026-02-01T10:00:00.000Z", "2026-02-10"));
    // The first answer counts, not a later one.
    const twice = answered(portal, "poc", "2026-02-19T20:00:00.000Z", since("2026-02-01T10:00:00.000Z", "2026-02-10"));
    portal.db.$client
      .prepare("INSERT INTO submission_outcome VALUES ('later', ?, 'INTERESTED', '', ?, '2026-02-20T20:00:00.000Z')")
      .run(twice, idOf("bravoPoc"));
    answered(portal, "bravoPoc", "2026-01-11T20:00:00.000Z", since("2026-01-10T10:00:00.000Z"));
    // Ran out: owned by Alpha, archived too late, and without an owner.
    const open = { status: "ROUTED", ...since("2026-01-10T10:00:00.000Z", "2026-02-10") } as const;
    insertSubmission(portal, { ...open, ownerId: idOf("lead") });
    insertSubmission(portal, { ...open, status: "ARCHIVED", archivedAt: "2026-02-20T10:00:00.000Z" });
    // Not missed: archived in time, due later, stopped by a question, answered before the twelve months.
    insertSubmission(portal, { ...open, status: "ARCHIVED", archivedAt: "2026-02-01T10:00:00.000Z" });
    insertSubmission(portal, { ...open, answerBy: "2026-03-02" });
    insertMessage(portal, insertSubmission(portal, open), { asksAnswer: true, createdAt: "2026-01-12T10:00:00.000Z" });
    answered(portal, "poc", "2025-03-20T20:00:00.000Z", since("2025-03-01T10:00:00.000Z", "2025-03-20"));
    expect(await rowsOf(portal)).toEqual([
      ["Command alpha", "10", "2", "1 of 3"],
      ["Command bravo", "1", "1", "None"],
      ["People without a command, or no owner", "None", "0", "0 of 1"],
    ]);
    expect(wordsOf(await dashboard(portal))).toContain(
      "Half of the 3 submissions first answered since Apr 2025 waited 2 days or less (the median). 1 of 4 promises of an answer were kept (25.0%).",
    );
  });

  test("counts a promise as its clock does, whatever the hour of the answer", async () => {
    const portal = await openPortal();
    const { workingCalendar } = portal.services.settings;
    const ids: string[] = [];
    for (let half = 0; half < 5 * 48; half += 1) {
      const sentAt = new Date(Date.parse("2026-02-08T00:00:00.000Z") + half * 30 * 60_000).toISOString();
      ids.push(answered(portal, "poc", sentAt, { createdAt: "2026-02-01T10:00:00.000Z", answerBy: "2026-02-10" }));
    }
    const kept = ids.filter((id) => {
      const record = { id, createdAt: "2026-02-01T10:00:00.000Z", answerBy: "2026-02-10", archivedAt: null };
      return clockOf(portal.db, workingCalendar, portal.now(), record).state === "KEPT";
    });
    expect(kept.length).toBeGreaterThan(48);
    expect(await rowsOf(portal)).toEqual([["Command alpha", expect.any(String), "240", `${kept.length} of 240`]]);
  });

  test("is kept for a while, and then read again", async () => {
    const portal = await openPortal();
    const values = { createdAt: "2026-02-01T10:00:00.000Z" };
    answered(portal, "poc", "2026-02-02T10:00:00.000Z", values);
    const counted = async () => (await rowsOf(portal)).map(([, , count]) => count);
    expect(await counted()).toEqual(["1"]);
    answered(portal, "poc", "2026-02-02T10:00:00.000Z", values);
    expect(await counted()).toEqual(["1"]);
    portal.advance(LIMITS.figuresKeptSeconds * 1000);
    expect(await counted()).toEqual(["2"]);
  });

  test("says what it will show if there is nothing yet", async () => {
    const portal = await openPortal();
    expect(wordsOf(await dashboard(portal))).toContain("No answers in the last 12 months");
  });
});
