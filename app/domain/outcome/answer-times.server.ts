import * as z from "zod";
import { type Database, statement } from "#db/open";
import { keptFigures } from "~/operations/kept-figures.server";
import { defineQuery } from "~/operations/operation.server";
import { monthsUpTo, startOfDay } from "~/values/days";
import { dayIn } from "~/values/time-zone";
import type { WorkingCalendar } from "~/values/working-days/working-days";
import type { PromiseClock } from "../promise/clock";
import { clocksOf, type PromisedRow } from "../promise/queries.server";
import { bySlowness, FIGURE_MONTHS, medianOf } from "../submission/rules";

/*
 * A promise's state needs its clock, which is computed in JavaScript. But a promise without a question is kept if its
 * answer came on a day before the promised one, and missed if it came two days after, in any time zone. So SQL decides
 * these, and only the others, marked OPEN, are computed one by one.
 */

const stateOf = (endedAt: string, inTime: "KEPT" | "ENDED") => `CASE
  WHEN submission.answer_by IS NULL THEN 'NONE'
  WHEN EXISTS (SELECT 1 FROM submission_message AS message
    WHERE message.submission_id = submission.id AND message.asks_answer = 1) THEN 'OPEN'
  WHEN ${endedAt} IS NULL OR date(${endedAt}, '-1 day') > submission.answer_by THEN 'MISSED'
  WHEN date(${endedAt}) < submission.answer_by THEN '${inTime}'
  ELSE 'OPEN' END`;

/** Whether an outcome, `first`, is the first answer to its submission. */
export const IS_FIRST_ANSWER = `NOT EXISTS (
      SELECT 1 FROM submission_outcome AS earlier
      WHERE earlier.submission_id = first.submission_id AND (earlier.sent_at, earlier.id) < (first.sent_at, first.id))`;

/** The days from a submission to its first answer. */
export const DAYS_TO_ANSWER = "unixepoch(first.sent_at) / 86400 - unixepoch(submission.created_at) / 86400";

const FIGURES = `command_id AS commandId, days, state, count(*) AS total,
  CASE state WHEN 'OPEN' THEN json_group_array(id) END AS ids`;

/** First answers of the last months, by the present command of who sent them. */
const SELECT_ANSWERED = `
  SELECT ${FIGURES} FROM (
    SELECT submission.id, user.command_id, ${stateOf("first.sent_at", "KEPT")} AS state,
      ${DAYS_TO_ANSWER} AS days
    FROM submission_outcome AS first
    CROSS JOIN submission ON submission.id = first.submission_id
    JOIN user ON user.id = first.sent_by
    WHERE first.sent_at >= @since AND ${IS_FIRST_ANSWER})
  GROUP BY command_id, days, state`;

/** Promises of the last months that ran out without an answer, by the present command of the submission's owner. */
const SELECT_UNANSWERED = `
  SELECT ${FIGURES} FROM (
    SELECT submission.id, user.command_id, ${stateOf("submission.archived_at", "ENDED")} AS state, NULL AS days
    FROM submission INDEXED BY submission_unanswered
    LEFT JOIN user ON user.id = submission.owner_id
    WHERE answer_by IS NOT NULL AND outcome_id IS NULL AND answer_by >= @firstDay AND answer_by < @today)
  GROUP BY command_id, state`;

const SELECT_OPEN = `
  SELECT submission.id, submission.created_at AS createdAt, submission.answer_by AS answerBy,
    submission.archived_at AS archivedAt
  FROM json_each(?) AS given CROSS JOIN submission ON submission.id = given.value`;

interface FigureRow {
  commandId: string | null;
  /** Null without an answer. */
  days: number | null;
  state: "NONE" | "KEPT" | "ENDED" | "MISSED" | "OPEN";
  total: number;
  /** The submissions, as JSON, if the state is open. */
  ids: string | null;
}

type NamedCommand = { id: string; name: string; abbreviation: string };

const SELECT_COMMANDS = "SELECT id, name, abbreviation FROM command WHERE id IN (SELECT value FROM json_each(?))";

/**
 * How many days submissions waited for their first answer, and how many promises of an answer were kept, in the last
 * twelve months. An answer counts for the present command of the person who sent it, and a promise that ran out without
 * one for the present command of the owner. A promise that ended with its submission archived in time counts nowhere.
 * The figures are at most five minutes old.
 */
export const answerTimes = defineQuery({
  gate: "gov read",
  input: z.object({}),
  run: keptFigures("answerTimes", ({ db, settings, now }) => readFigures(db, settings.workingCalendar, now)),
});

function readFigures(db: Database, calendar: WorkingCalendar, now: Date) {
  const [since = ""] = monthsUpTo(now.toISOString(), FIGURE_MONTHS);
  const firstDay = `${since}-01`;
  const rows = [
    ...statement<FigureRow>(db, SELECT_ANSWERED).all({ since: startOfDay(firstDay) }),
    ...statement<FigureRow>(db, SELECT_UNANSWERED).all({ firstDay, today: dayIn(calendar.timeZone, now) }),
  ];
  const open = rows.flatMap(({ ids }) => (ids === null ? [] : idsIn(ids)));
  const promised = statement<PromisedRow>(db, SELECT_OPEN).all(JSON.stringify(open));
  const clocks = clocksOf(db, calendar, now, promised);
  const commands = namedCommands(db, rows);
  const figures = [...new Set(rows.map(({ commandId }) => commandId))].map((commandId) => ({
    command: commands.get(commandId) ?? null,
    ...figuresOf(
      rows.filter((row) => row.commandId === commandId),
      clocks,
    ),
  }));
  return {
    since,
    all: figuresOf(rows, clocks),
    commands: figures.filter(({ answered, promises }) => answered > 0 || promises > 0).sort(bySlowness),
  };
}

const idsIn = (json: string): string[] => JSON.parse(json);

function namedCommands(db: Database, rows: readonly FigureRow[]): Map<string | null, NamedCommand> {
  const ids = JSON.stringify(rows.map(({ commandId }) => commandId));
  return new Map(
    statement<NamedCommand>(db, SELECT_COMMANDS)
      .all(ids)
      .map((command) => [command.id, command]),
  );
}

/** How many there were, the median in days, and how many promises were kept of those that were kept or missed. */
function figuresOf(rows: readonly FigureRow[], clocks: ReadonlyMap<string, PromiseClock>) {
  const answers = rows.flatMap(({ days, total }) => (days === null ? [] : [{ value: days, count: total }]));
  let [inTime, missed] = [0, 0];
  const count = (state: string | undefined, total: number) => {
    if (state === "KEPT") inTime += total;
    if (state === "MISSED") missed += total;
  };
  for (const { state, total, ids } of rows) {
    if (ids === null) count(state, total);
    else for (const id of idsIn(ids)) count(clocks.get(id)?.state, 1);
  }
  return {
    answered: answers.reduce((sum, { count }) => sum + count, 0),
    median: medianOf(answers),
    kept: inTime,
    promises: inTime + missed,
  };
}
