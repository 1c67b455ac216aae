import { sql } from "drizzle-orm";
import { type Database, statement } from "#db/open";
import { submission } from "#db/schema";
import { idsOnPage } from "~/lists/listing.server";
import { defineQuery } from "~/operations/operation.server";
import type { WorkingCalendar } from "~/values/working-days/working-days";
import { dueDays, type PromiseClock, type PromiseMessage, promiseClock } from "./clock";
import type { Scope } from "./due-scope";

/*
 * Which promises are due. Without a question, a promise is due on the day that was promised, which an index has. The few
 * submissions with a question that stopped the clock are computed one by one and set apart.
 */

/** SQL of the submissions that still wait for a promised answer: the condition of the index `submission_promised`. */
export const IS_PROMISED =
  "submission.answer_by IS NOT NULL AND submission.outcome_id IS NULL AND submission.status <> 'ARCHIVED'";

/** A submission whose clock is wanted. */
export interface PromisedRow {
  id: string;
  createdAt: string;
  answerBy: string | null;
  archivedAt: string | null;
}

const SELECT_MESSAGES = `
  SELECT message.submission_id AS id, message.side, message.asks_answer AS asksAnswer, message.created_at AS createdAt
  FROM json_each(?) AS given CROSS JOIN submission_message AS message ON message.submission_id = given.value
  ORDER BY message.created_at, message.id`;
const SELECT_ANSWERS = `
  SELECT given.value AS id, (SELECT min(sent_at) FROM submission_outcome WHERE submission_id = given.value) AS answeredAt
  FROM json_each(?) AS given`;

type MessageRow = { id: string; side: PromiseMessage["side"]; asksAnswer: 0 | 1; createdAt: string };

/** The clocks of some submissions, by their ids. It takes two queries, however many there are. */
export function clocksOf(
  db: Database,
  calendar: WorkingCalendar,
  now: Date,
  rows: readonly PromisedRow[],
): Map<string, PromiseClock> {
  const ids = JSON.stringify(rows.filter(({ answerBy }) => answerBy !== null).map(({ id }) => id));
  const messages = new Map<string, PromiseMessage[]>();
  for (const { id, side, asksAnswer, createdAt } of statement<MessageRow>(db, SELECT_MESSAGES).all(ids)) {
    const ofOne = messages.get(id) ?? [];
    ofOne.push({ side, asksAnswer: asksAnswer === 1, createdAt });
    messages.set(id, ofOne);
  }
  const answers = new Map(
    statement<{ id: string; answeredAt: string | null }>(db, SELECT_ANSWERS)
      .all(ids)
      .map(({ id, answeredAt }) => [id, answeredAt]),
  );
  return new Map(
    rows.map((row) => {
      const record = { ...row, messages: messages.get(row.id) ?? [], answeredAt: answers.get(row.id) ?? null };
      return [row.id, promiseClock(record, calendar, now)];
    }),
  );
}

const NO_PROMISE = promiseClock(
  { createdAt: "", answerBy: null, messages: [], answeredAt: null, archivedAt: null },
  { timeZone: "UTC", daysOff: new Set() },
  new Date(0),
);

/** The clock of one submission. */
export const clockOf = (db: Database, calendar: WorkingCalendar, now: Date, row: PromisedRow): PromiseClock =>
  clocksOf(db, calendar, now, [row]).get(row.id) ?? NO_PROMISE;

const SELECT_PROMISED = `
  SELECT submission.id, submission.created_at AS createdAt, submission.answer_by AS answerBy,
    submission.archived_at AS archivedAt
  FROM json_each(?) AS given CROSS JOIN submission ON submission.id = given.value`;

/** The clocks of some submissions, for a page of a list, by their ids. */
export const promisesOfSubmissions = defineQuery({
  gate: "gov read",
  input: idsOnPage,
  run({ db, settings, now }, { ids }) {
    const rows = statement<PromisedRow>(db, SELECT_PROMISED).all(JSON.stringify(ids));
    return Object.fromEntries(clocksOf(db, settings.workingCalendar, now, rows));
  },
});

const SELECT_QUESTIONED = `
  SELECT submission.id, submission.created_at AS createdAt, submission.answer_by AS answerBy, NULL AS archivedAt
  FROM submission INDEXED BY submission_promised
  WHERE ${IS_PROMISED} AND submission.answer_by <= @soon AND EXISTS (
    SELECT 1 FROM submission_message AS message
    WHERE message.submission_id = submission.id AND message.asks_answer = 1)`;

/** What is due, for conditions on lists. */
export interface Due {
  today: string;
  /** The last day that counts as soon. */
  soon: string;
  /** Submissions that were promised an answer by `soon` and were asked a question, by their ids. */
  questioned: ReadonlyMap<string, { answerBy: string; clock: PromiseClock }>;
}

/** What is due now. Few submissions have questions, so this is short. */
export function readDue(db: Database, calendar: WorkingCalendar, now: Date): Due {
  const { today, soon } = dueDays(calendar, now);
  const rows = statement<PromisedRow & { answerBy: string }>(db, SELECT_QUESTIONED).all({ soon });
  const clocks = clocksOf(db, calendar, now, rows);
  const questioned = new Map(rows.map(({ id, answerBy }) => [id, { answerBy, clock: clocks.get(id) ?? NO_PROMISE }]));
  return { today, soon, questioned };
}

const isDue = ({ isOverdue, isDueSoon }: PromiseClock) => isOverdue || isDueSoon;

/** The ids of the submissions with questions that are not due yet, though their promised day is near or over. */
const notDueYet = ({ questioned }: Due): string[] =>
  [...questioned].flatMap(([id, { clock }]) => (isDue(clock) ? [] : [id]));

/** The condition for submissions whose answer is due soon or overdue, for a query of lists. */
export const isDueCondition = (due: Due) => sql`(
  ${submission.answerBy} <= ${due.soon} AND ${submission.answerBy} IS NOT NULL AND ${submission.outcomeId} IS NULL
  AND ${submission.status} <> 'ARCHIVED'
  AND ${submission.id} NOT IN (SELECT value FROM json_each(${JSON.stringify(notDueYet(due))})))`;

/** How many answers are overdue and due soon, in a scope. */
export function countDue(db: Database, { today, soon, questioned }: Due, scope: Scope) {
  const { condition, parameters } = scope;
  const counts = statement<{ overdue: number; dueSoon: number }>(
    db,
    `SELECT count(*) FILTER (WHERE submission.answer_by < @today) AS overdue,
       count(*) FILTER (WHERE submission.answer_by >= @today) AS dueSoon
     FROM submission INDEXED BY submission_promised
     WHERE ${IS_PROMISED} AND submission.answer_by <= @soon AND ${condition}`,
  ).get({ ...parameters, today, soon }) ?? { overdue: 0, dueSoon: 0 };
  for (const { answerBy, clock } of questionedIn(db, questioned, scope)) {
    counts[answerBy < today ? "overdue" : "dueSoon"] -= 1;
    if (clock.isOverdue) counts.overdue += 1;
    if (clock.isDueSoon) counts.dueSoon += 1;
  }
  return counts;
}

/** The submissions with questions that are in a scope. */
function questionedIn(db: Database, questioned: Due["questioned"], { condition, parameters }: Scope) {
  if (questioned.size === 0) return [];
  const ids = statement<{ id: string }>(
    db,
    `SELECT submission.id FROM json_each(@ids) AS given CROSS JOIN submission ON submission.id = given.value
     WHERE ${condition}`,
  ).all({ ...parameters, ids: JSON.stringify([...questioned.keys()]) });
  return ids.flatMap(({ id }) => {
    const found = questioned.get(id);
    return found ? [{ id, ...found }] : [];
  });
}

/** The most urgent submissions of a scope, by the day on which their answer is due. */
export function mostUrgent(db: Database, due: Due, scope: Scope, limit: number): { id: string; dueOn: string }[] {
  const { condition, parameters } = scope;
  const plain = statement<{ id: string; dueOn: string }>(
    db,
    `SELECT submission.id, submission.answer_by AS dueOn FROM submission INDEXED BY submission_promised
     WHERE ${IS_PROMISED} AND submission.answer_by <= @soon AND ${condition}
       AND submission.id NOT IN (SELECT value FROM json_each(@questioned))
     ORDER BY submission.answer_by, submission.id LIMIT @limit`,
  ).all({ ...parameters, soon: due.soon, questioned: JSON.stringify([...due.questioned.keys()]), limit });
  const moved = questionedIn(db, due.questioned, scope).flatMap(({ id, clock }) =>
    isDue(clock) && clock.dueOn !== null ? [{ id, dueOn: clock.dueOn }] : [],
  );
  const urgent = (one: { id: string; dueOn: string }, other: { id: string; dueOn: string }) =>
    one.dueOn < other.dueOn || (one.dueOn === other.dueOn && one.id < other.id) ? -1 : 1;
  return [...plain, ...moved].sort(urgent).slice(0, limit);
}
