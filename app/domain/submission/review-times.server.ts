import { and, count, eq, gte, isNotNull, sql } from "drizzle-orm";
import * as z from "zod";
import { command, daysToReview, submission, user } from "#db/schema";
import { keptFigures } from "~/operations/kept-figures.server";
import { defineQuery } from "~/operations/operation.server";
import { monthsUpTo, startOfDay } from "~/values/days";
import { bySlowness, FIGURE_MONTHS, medianOf } from "./rules";

/** A command, and how fast its people review. Reviewers without a command count together. */
interface ReviewingCommand {
  command: { id: string; name: string; abbreviation: string } | null;
  reviewed: number;
  /** In days. */
  median: number;
}

/**
 * How many days submissions waited for their first review, by the current command of the reviewer. It covers the
 * reviews of the last twelve months, including those of archived submissions. The slowest command comes first, and
 * reviewers without one last. The figures are at most five minutes old.
 */
export const reviewTimes = defineQuery({
  gate: "gov read",
  input: z.object({}),
  run: keptFigures("reviewTimes", ({ db, now }) => {
    const [since = ""] = monthsUpTo(now.toISOString(), FIGURE_MONTHS);
    const review = db
      .select({
        reviewer: submission.reviewedBy,
        days: daysToReview(submission).as("days"),
        total: count().as("total"),
      })
      .from(submission)
      .where(and(isNotNull(submission.reviewedAt), gte(submission.reviewedAt, startOfDay(`${since}-01`))))
      .groupBy(submission.reviewedBy, daysToReview(submission))
      .as("review");
    const { id, name, abbreviation } = command;
    const rows = db
      .select({ command: { id, name, abbreviation }, value: review.days, count: sql<number>`sum(${review.total})` })
      .from(review)
      .innerJoin(user, eq(user.id, review.reviewer))
      .leftJoin(command, eq(command.id, user.commandId))
      .groupBy(user.commandId, sql`${review.days}`)
      .all();
    const byCommand = new Map(rows.map((row) => [row.command?.id, row.command]));
    const commands = [...byCommand].map(
      ([commandId, named]): ReviewingCommand => ({
        command: named,
        ...figuresOf(rows.filter((row) => row.command?.id === commandId)),
      }),
    );
    return { since, all: figuresOf(rows), commands: commands.sort(bySlowness) };
  }),
});

function figuresOf(days: readonly { value: number; count: number }[]) {
  return { reviewed: days.reduce((sum, row) => sum + row.count, 0), median: medianOf(days) };
}
