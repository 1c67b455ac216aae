import { expect, test } from "vitest";
import { submission } from "#db/schema";
import { clocksOf, countDue, readDue } from "~/domain/promise/queries.server";
import { insertCall, submissionForm } from "../support/arrange";
import { dataOf, HOUR, openPortal, type Portal } from "../support/portal";
import { SEED, timeoutOf, times } from "../support/properties";
import { type Fact, naivePromise } from "./naive-promise";

/*
 * Some hundred submissions through the API, with a clock that advances. What the audit log says of each, and its messages
 * and answers, must lead a naive clock to the same state, and to the same number of answers that are due.
 */

const STEPS = 700;
const CHECK_EVERY = 100;
const CALENDAR = { timeZone: "America/New_York", daysOff: ["2026-03-20", "2026-05-22"] };

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

class Walk {
  readonly ids: string[] = [];
  /** Messages and answers, by submission. */
  readonly said = new Map<string, Fact[]>();
  private readonly open = new Set<string>();
  /** The newest answer of each submission. */
  private readonly answers = new Map<string, string>();

  constructor(
    private readonly portal: Portal,
    private readonly random: () => number,
    private readonly calls: string[],
  ) {}

  async step(): Promise<void> {
    const { portal, random } = this;
    portal.advance(1 + Math.floor(random() ** 2 * 14 * HOUR));
    portal.newSessions();
    const [what, id] = [random(), this.pick()];
    if (what < 0.4 || id === undefined) await this.submit();
    else if (what < 0.6) await this.say(id, "GOVERNMENT", true);
    else if (what < 0.65) await this.say(id, "GOVERNMENT", false);
    else if (what < 0.82) await this.say(id, "INDUSTRY", false);
    else if (what < 0.9) await this.answer(id);
    else if (what < 0.94) await this.archive(id);
    else await this.turnCall();
  }

  private pick(): string | undefined {
    // Mostly new ones, so that histories are long.
    const ids = [...this.open].slice(-40);
    return ids[Math.floor(this.random() * ids.length)];
  }

  private async submit(): Promise<void> {
    const callId = this.calls[Math.floor(this.random() * (this.calls.length + 2))] ?? "";
    const multipart = submissionForm({ callId });
    const answer = await this.portal.request("acmeUser", "POST", "/api/portal/submissions", { multipart });
    // The call may be closed.
    if (answer.status === 400) return;
    const { id } = dataOf<{ id: string }>(answer);
    this.ids.push(id);
    this.open.add(id);
  }

  private async say(id: string, side: "GOVERNMENT" | "INDUSTRY", asksAnswer: boolean): Promise<void> {
    const [as, area] = side === "INDUSTRY" ? (["acmeUser", "portal"] as const) : (["poc", "gov"] as const);
    const json = { body: "Hello", ...(asksAnswer && { asksAnswer }) };
    const answer = await this.portal.request(as, "POST", `/api/${area}/submissions/${id}/messages`, { json });
    expect(answer.status, answer.text).toBe(201);
    this.note(id, { at: this.now(), event: "message", side, asksAnswer });
  }

  private async answer(id: string): Promise<void> {
    const json = { outcome: "INTERESTED", body: "Call us.", replaces: this.answers.get(id) ?? null };
    const answer = await this.portal.request("poc", "POST", `/api/gov/submissions/${id}/outcomes`, { json });
    expect(answer.status, answer.text).toBe(201);
    this.answers.set(id, dataOf<{ id: string }>(answer).id);
    this.note(id, { at: this.now(), event: "answered" });
  }

  private now = () => this.portal.now().toISOString();

  private async archive(id: string): Promise<void> {
    const path = `/api/gov/submissions/${id}/status`;
    expect((await this.portal.request("poc", "PATCH", path, { json: { status: "ARCHIVED" } })).status).toBe(200);
    this.open.delete(id);
  }

  private async turnCall(): Promise<void> {
    const [id] = this.calls;
    const found = dataOf<{ status: string }>(await this.portal.request("lead", "GET", `/api/gov/calls/${id}`));
    const json = { status: found.status === "OPEN" ? "CLOSED" : "OPEN" };
    expect((await this.portal.request("lead", "PATCH", `/api/gov/calls/${id}`, { json })).status).toBe(200);
  }

  private note(id: string, fact: Fact): void {
    this.said.set(id, [...(this.said.get(id) ?? []), fact]);
  }
}

/** What the audit log says of each submission, with what was said about it. */
function factsOf(portal: Portal, { ids, said }: Walk): Map<string, Fact[]> {
  const facts = new Map(ids.map((id): [string, Fact[]] => [id, [...(said.get(id) ?? [])]]));
  for (const { event, targetId, createdAt: at, details } of portal.auditRows()) {
    const ofOne = facts.get(targetId ?? "");
    if (event === "submission_created") {
      ofOne?.unshift({ at, event: "created", promisedDays: JSON.parse(details ?? "{}").promisedDays });
    }
    if (event === "submission_archived") ofOne?.push({ at, event: "archived" });
  }
  return facts;
}

test("histories through the API have the clocks of a naive recomputation", { timeout: timeoutOf(120) }, async () => {
  const portal = await openPortal({
    ANSWER_WITHIN_DAYS: "6",
    AGENCY_HOLIDAYS: CALENDAR.daysOff.join(),
    AGENCY_TIME_ZONE: CALENDAR.timeZone,
  });
  const { db, services } = portal;
  const { workingCalendar } = services.settings;
  const walk = new Walk(
    portal,
    randomFrom(SEED),
    [2, 0, null].map((answerWithinDays) => insertCall(portal, { answerWithinDays })),
  );
  const seen = new Set<string>();
  for (let step = 1; step <= times(STEPS); step += 1) {
    await walk.step();
    if (step % CHECK_EVERY !== 0) continue;
    const now = portal.now();
    const clocks = clocksOf(db, workingCalendar, now, db.select().from(submission).all());
    const due = { overdue: 0, dueSoon: 0 };
    for (const [id, facts] of factsOf(portal, walk)) {
      const naive = naivePromise(facts, CALENDAR, now.toISOString());
      expect(clocks.get(id), JSON.stringify(facts)).toEqual(naive);
      seen.add(naive.state);
      due.overdue += Number(naive.isOverdue);
      due.dueSoon += Number(naive.isDueSoon);
    }
    const everyone = { condition: "TRUE", parameters: {} };
    expect(countDue(db, readDue(db, workingCalendar, now), everyone)).toEqual(due);
  }
  expect(walk.ids.length).toBeGreaterThan(200);
  expect([...seen].sort()).toEqual(["ENDED", "KEPT", "MISSED", "NONE", "RUNNING", "STOPPED"]);
});
