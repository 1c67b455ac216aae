import { z } from "zod";
import type { Outcome } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import { monthsUpTo, startOfDay } from "~/values/days";
import { LIMITS } from "~/values/limits";
import { FIGURE_MONTHS, medianOf } from "../submission/rules";
import { DAYS_TO_ANSWER, IS_FIRST_ANSWER } from "./answer-times.server";

/** Answers after which someone in the government goes on. */
const NEXT_STEPS: readonly Outcome[] = ["INTERESTED", "MEETING_PROPOSED", "FORWARDED"];

const SELECT_RECEIVED = "SELECT count(*) AS total FROM submission WHERE created_at >= @since AND created_at < @until";

/** First answers of the months, by the days that they took. */
const SELECT_WAITS = `
  SELECT ${DAYS_TO_ANSWER} AS value, count(*) AS count
  FROM submission_outcome AS first CROSS JOIN submission ON submission.id = first.submission_id
  WHERE first.sent_at >= @since AND first.sent_at < @until AND ${IS_FIRST_ANSWER}
  GROUP BY 1`;

/** Submissions with such an answer of the months, whichever answer followed. */
const SELECT_NEXT_STEPS = `
  SELECT count(DISTINCT submission_id) AS total FROM submission_outcome
  WHERE sent_at >= @since AND sent_at < @until AND outcome IN (SELECT value FROM json_each(@outcomes))`;

interface PublicFigures {
  /** The first and the last month that counts, as YYYY-MM. */
  months: { first: string; last: string };
  /** Null, as all others, if there were too few. */
  received: number | null;
  answered: number | null;
  /** The median of the days from a submission to its first answer. */
  medianDays: number | null;
  nextSteps: number | null;
}

/** Everyone sees the same figures. */
const kept = new WeakMap<Database["$client"], { until: number; figures: PublicFigures }>();

/**
 * What became of submissions, in numbers that anyone may see. They cover the last twelve whole months: figures that
 * changed with each answer would reveal it. Small numbers are left out, because they could be about single organizations.
 */
export const publicFigures = defineQuery({
  gate: "public",
  input: z.object({}),
  run({ db, now }) {
    const present = kept.get(db.$client);
    const months = monthsUpTo(now.toISOString(), FIGURE_MONTHS + 1);
    const last = months.at(-2) ?? "";
    if (present && now.getTime() < present.until && present.figures.months.last === last) return present.figures;
    const figures = readFigures(db, { first: months[0] ?? "", last }, months.at(-1) ?? "");
    kept.set(db.$client, { until: now.getTime() + LIMITS.publicFiguresKeptSeconds * 1000, figures });
    return figures;
  },
});

function readFigures(db: Database, months: PublicFigures["months"], currentMonth: string): PublicFigures {
  const range = { since: startOfDay(`${months.first}-01`), until: startOfDay(`${currentMonth}-01`) };
  const count = (query: string, more = {}) =>
    statement<{ total: number }>(db, query).get({ ...range, ...more })?.total ?? 0;
  const waits = statement<{ value: number; count: number }>(db, SELECT_WAITS).all(range);
  const answered = waits.reduce((sum, { count }) => sum + count, 0);
  const enough = (total: number) => (total >= LIMITS.fewestInPublicFigures ? total : null);
  return {
    months,
    received: enough(count(SELECT_RECEIVED)),
    answered: enough(answered),
    medianDays: enough(answered) && medianOf(waits),
    nextSteps: enough(answered) && enough(count(SELECT_NEXT_STEPS, { outcomes: JSON.stringify(NEXT_STEPS) })),
  };
}
