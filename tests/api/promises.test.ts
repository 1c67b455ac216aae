import { describe, expect, test } from "vitest";
import { submissionMatch, submissionMessage, submissionOutcome } from "#db/schema";
import { readDue } from "~/domain/promise/queries.server";
import { insertCall, insertSubmission, submissionForm, submissionRow } from "../support/arrange";
import { idOf, type PersonKey } from "../support/cast";
import { tableOf, wordsOf } from "../support/markup";
import { DAY, dataOf, openPortal, type Portal } from "../support/portal";

/* Promises of an answer. The clock starts on Monday, March 2, 2026, at 10:00 in New York. */

const AGENCY = { ANSWER_WITHIN_DAYS: "20" };

async function submit(portal: Portal, fields: Record<string, string> = {}): Promise<string> {
  const answer = await portal.request("acmeUser", "POST", "/api/portal/submissions", {
    multipart: submissionForm(fields),
  });
  return dataOf<{ id: string }>(answer).id;
}

describe("a promise is fixed when a submission arrives", () => {
  test("for the agency's number of working days, and audited", async () => {
    const portal = await openPortal({ ...AGENCY, AGENCY_HOLIDAYS: "2026-03-20" });
    const id = await submit(portal);
    expect(submissionRow(portal, id)).toMatchObject({ answerBy: "2026-03-31" });
    const [created] = portal.auditRows();
    expect(created).toMatchObject({ event: "submission_created" });
    expect(JSON.parse(created?.details ?? "")).toMatchObject({ promisedDays: 20, answerBy: "2026-03-31" });
    const own = dataOf<object[]>(await portal.request("acmeUser", "GET", "/api/portal/submissions"));
    expect(own).toMatchObject([{ id, answerBy: "2026-03-31" }]);
    const reviewed = dataOf<object>(await portal.request("poc", "GET", `/api/gov/submissions/${id}`));
    expect(reviewed).toMatchObject({ id, answerBy: "2026-03-31" });
  });

  test("by the call's own number, and not at all if that is 0", async () => {
    const portal = await openPortal(AGENCY);
    const own = await submit(portal, { callId: insertCall(portal, { answerWithinDays: 1 }) });
    const none = await submit(portal, { callId: insertCall(portal, { answerWithinDays: 0 }) });
    const agencys = await submit(portal, { callId: insertCall(portal) });
    const days = [own, none, agencys].map((id) => submissionRow(portal, id)?.answerBy);
    expect(days).toEqual(["2026-03-03", null, "2026-03-30"]);
  });

  test("without the setting there is none", async () => {
    const portal = await openPortal();
    expect(submissionRow(portal, await submit(portal))).toMatchObject({ answerBy: null });
    expect(JSON.parse(portal.auditRows()[0]?.details ?? "")).toMatchObject({ promisedDays: 0, answerBy: null });
  });

  test("by the agency's day, not by UTC's", async () => {
    const portal = await openPortal({ ANSWER_WITHIN_DAYS: "1", AGENCY_TIME_ZONE: "Pacific/Kiritimati" });
    expect(submissionRow(portal, await submit(portal))).toMatchObject({ answerBy: "2026-03-04" });
  });

  test("and the message after submitting names the day", async () => {
    const portal = await openPortal(AGENCY);
    const id = await submit(portal);
    const page = async (as: PersonKey, address: string) => wordsOf((await portal.request(as, "GET", address)).text);
    expect(await page("acmeUser", `/portal/submissions/${id}`)).toContain("You will hear from us by Mar 30, 2026");
    expect(await page("poc", `/gov/submissions/${id}`)).toContain("Promise of an answer Due on Mar 30, 2026");
    ask(portal, id);
    expect(await page("acmeUser", `/portal/submissions/${id}`)).toContain("We are waiting for your answer");
    expect(await page("poc", `/gov/submissions/${id}`)).toContain("20 working days will be left");
  });
});

let messages = 0;
function say(portal: Portal, submissionId: string, side: "GOVERNMENT" | "INDUSTRY", asksAnswer = false): void {
  messages += 1;
  portal.db
    .insert(submissionMessage)
    .values({
      ...{ id: `message-${String(messages).padStart(6, "0")}`, submissionId, side, asksAnswer, body: "Hello" },
      ...{ authorId: idOf(side === "INDUSTRY" ? "acmeUser" : "poc"), createdAt: portal.now().toISOString() },
    })
    .run();
}
const ask = (portal: Portal, id: string) => say(portal, id, "GOVERNMENT", true);

/** The rows of the dashboard's list of submissions to act on, if there is one. */
const worklistOf = (html: string) =>
  html.includes("Submissions to act on") ? tableOf(html, /Submissions to act on/) : [];

describe("what is due", () => {
  const dueOf = async (portal: Portal, as: PersonKey) => {
    const { text, status } = await portal.request(as, "GET", "/gov");
    expect(status).toBe(200);
    return wordsOf(text);
  };
  const promised = (portal: Portal, id: string, answerBy: string, values: object = {}) =>
    insertSubmission(portal, { id, title: `Paper ${id}`, status: "ROUTED", answerBy, ...values });

  test("is shown to its owner, the people it was routed to, the command's lead and administrators", async () => {
    const portal = await openPortal();
    promised(portal, "owned", "2026-02-27", { ownerId: idOf("poc") });
    promised(portal, "routed", "2026-03-05");
    portal.db
      .insert(submissionMatch)
      .values({
        ...{ submissionId: "routed", userId: idOf("bravoPoc"), reason: "TAG", matchedTags: [], delivery: "NOTIFIED" },
        createdAt: portal.now().toISOString(),
      })
      .run();
    promised(portal, "later", "2026-03-06", { ownerId: idOf("poc") });
    promised(portal, "nobodys", "2026-03-02");
    const seen = async (as: PersonKey) => {
      const rows = worklistOf((await portal.request(as, "GET", "/gov")).text);
      return rows.flatMap(([title = "", reason]) =>
        reason?.startsWith("Answer") ? [title.replace(/^Paper | acme industries$/g, "")] : [],
      );
    };
    expect(await seen("poc")).toEqual(["owned"]);
    expect(await seen("bravoPoc")).toEqual(["routed"]);
    expect(await seen("lead")).toEqual(["owned"]);
    expect(await seen("admin")).toEqual(["owned", "nobodys", "routed"]);
    expect(await dueOf(portal, "admin")).toContain("3 Answers due, 1 overdue");
    expect(await seen("readonly")).toEqual([]);
  });

  test("counts a submission with a question by the day that the question moved it to", async () => {
    const portal = await openPortal();
    // Promised for Friday, asked on Monday and answered on Wednesday: Tuesday does not count, so it is due next Monday.
    for (const id of ["waiting", "moved", "answered"]) promised(portal, id, "2026-03-06");
    for (const id of ["waiting", "moved"]) ask(portal, id);
    portal.advance(2 * DAY);
    say(portal, "moved", "INDUSTRY");
    const outcome = { outcome: "NOT_NOW", body: "", sentBy: idOf("poc"), sentAt: portal.now().toISOString() } as const;
    portal.db
      .insert(submissionOutcome)
      .values({ id: "outcome", submissionId: "answered", ...outcome })
      .run();
    portal.db.$client.prepare("UPDATE submission SET outcome_id = 'outcome' WHERE id = 'answered'").run();
    const found = () => {
      const due = readDue(portal.db, portal.services.settings.workingCalendar, portal.now());
      return Object.fromEntries([...due.questioned].map(([id, { clock }]) => [id, clock.state]));
    };
    const shown = async () => (await dueOf(portal, "admin")).match(/(\d+) Answers due(, 1 overdue)?/)?.[0];
    portal.newSessions();
    portal.advance(DAY);
    expect(found()).toEqual({ waiting: "STOPPED", moved: "RUNNING" });
    expect(await shown()).toBe("1 Answers due");
    portal.newSessions();
    portal.advance(4 * DAY);
    expect(await shown()).toBe("1 Answers due");
    portal.newSessions();
    portal.advance(DAY);
    expect(found()).toEqual({ waiting: "STOPPED", moved: "MISSED" });
    expect(await shown()).toBe("1 Answers due, 1 overdue");
  });
});
