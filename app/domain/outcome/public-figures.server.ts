import * as z from "zod";
import type { Outcome } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { notePublicChange } from "~/lists/feed/public-content.server";
import { defineQuery } from "~/operations/operation.server";
import { monthsUpTo, startOfDay } from "~/values/days";
import { LIMITS } from "~/values/limits";
import { FIGURE_MONTHS, medianOf } from "../submission/rules";
import { DAYS_TO_ANSWER, IS_FIRST_ANSWER } from "./answer-times.server";

/** Answers after which someone in the government goes on. */
const NEXT_STEPS: readonly Outcome[] = ["INTERESTED", "MEETING_PROPOSED", "FORWARDED"];

const SELECT_RECEIVED = `
  SELECT count(*) AS total, count(DISTINCT organization_id) AS organizations
  FROM submission WHERE created_at >= @since AND created_at < @until`;

const FIRST_ANSWERS = `
  FROM submission_outcome AS first CROSS JOIN submission ON submission.id = first.submission_id
  WHERE first.sent_at >= @since AND first.sent_at < @until AND ${IS_FIRST_ANSWER}`;

/** First answers of the months, by the days that they took. */
const SELECT_WAITS = `SELECT ${DAYS_TO_ANSWER} AS value, count(*) AS count ${FIRST_ANSWERS} GROUP BY 1`;

/** The same, by whether this or a later answer of the months was a next step. */
const SELECT_ANSWERED = `
  SELECT count(*) AS total, count(DISTINCT organizationId) AS organizations,
    count(*) FILTER (WHERE goesOn) AS nextSteps,
    count(DISTINCT organizationId) FILTER (WHERE goesOn) AS organizationsWith,
    count(DISTINCT organizationId) FILTER (WHERE NOT goesOn) AS organizationsWithout
  FROM (
    SELECT submission.organization_id AS organizationId, EXISTS (
      SELECT 1 FROM submission_outcome AS any WHERE any.submission_id = first.submission_id
        AND any.sent_at < @until AND any.outcome IN (SELECT value FROM json_each(@outcomes))) AS goesOn
    ${FIRST_ANSWERS})`;

interface ReceivedRow {
  total: number;
  organizations: number;
}

interface AnsweredRow extends ReceivedRow {
  nextSteps: number;
  /** Organizations with a submission that led to a next step, and with one that did not. */
  organizationsWith: number;
  organizationsWithout: number;
}

interface PublicFigures {
  /** The first and the last month that counts, as YYYY-MM. */
  months: { first: string; last: string };
  /** Rounded, as all others, and null if too few organizations are behind it. */
  received: number | null;
  answered: number | null;
  /** The median of the days from a submission to its first answer. */
  medianDays: number | null;
  nextSteps: number | null;
}

/** Everyone sees the same figures. */
const kept = new WeakMap<Database["$client"], { period: number; figures: PublicFigures }>();

/**
 * What became of submissions, in numbers that anyone may see. They must not tell how a single organization fared:
 *
 * - They cover the last twelve whole months. Figures that changed with each answer would reveal it.
 * - Primary suppression: a figure about fewer than `LIMITS.fewestInPublicFigures` organizations is left out. It counts
 *   organizations, because one may have sent several submissions.
 * - Secondary suppression: next steps are some of the answered submissions, so the difference is about the other ones. The
 *   figure is left out if these are of too few organizations, or of none.
 * - Counts are rounded. So neither the difference of two figures, such as the submissions that wait for an answer, nor that
 *   of two months is exact.
 *
 * Source: Handbook on Statistical Disclosure Control, chapters 4 and 5, https://sdctools.github.io/HandbookSDC/.
 */
export const publicFigures = defineQuery({
  gate: "public",
  input: z.object({}),
  run({ db, now }) {
    const present = kept.get(db.$client);
    const period = Math.floor(now.getTime() / (LIMITS.publicFiguresKeptSeconds * 1000));
    const months = monthsUpTo(now.toISOString(), FIGURE_MONTHS + 1);
    const last = months.at(-2) ?? "";
    if (present?.period === period) return present.figures;
    const figures = readFigures(db, { first: months[0] ?? "", last }, months.at(-1) ?? "");
    kept.set(db.$client, { period, figures });
    // The home page shows them, so a kept one is old now.
    notePublicChange(db);
    return figures;
  },
});

function readFigures(db: Database, months: PublicFigures["months"], currentMonth: string): PublicFigures {
  const range = { since: startOfDay(`${months.first}-01`), until: startOfDay(`${currentMonth}-01`) };
  const received = statement<ReceivedRow>(db, SELECT_RECEIVED).get(range);
  const answered = statement<AnsweredRow>(db, SELECT_ANSWERED).get({ ...range, outcomes: JSON.stringify(NEXT_STEPS) });
  const waits = statement<{ value: number; count: number }>(db, SELECT_WAITS).all(range);
  const shownAnswered = shown(answered?.total, answered?.organizations);
  return {
    months,
    received: shown(received?.total, received?.organizations),
    answered: shownAnswered,
    medianDays: shownAnswered && Math.round(medianOf(waits)),
    nextSteps: shown(answered?.nextSteps, answered?.organizationsWith, answered?.organizationsWithout),
  };
}

/** A count as everyone may see it. @param groups of how many organizations each group is that it reveals */
function shown(count = 0, ...groups: (number | undefined)[]): number | null {
  const areEnough = groups.every((organizations = 0) => organizations >= LIMITS.fewestInPublicFigures);
  return areEnough ? Math.round(count / LIMITS.publicFiguresRoundedTo) * LIMITS.publicFiguresRoundedTo : null;
}
