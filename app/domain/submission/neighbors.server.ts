import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { submission } from "#db/schema";
import { columnsOfOrder } from "~/lists/listing.server";
import { defineQuery } from "~/operations/operation.server";
import { recordSchema } from "~/values/text";
import { findSubmission, SORT_COLUMNS, submissionsThatFit } from "./queries.server";
import { defaultSortOf } from "./rules";
import { submissionListSchema } from "./schema";

/**
 * The submissions before and after one in its reader's list, in the list's order. The list need not have the submission
 * itself, because it may have left the view when it was answered. Each neighbor is the first row of an index from the
 * submission's place.
 */
export const neighborsOfSubmission = defineQuery({
  gate: "gov read",
  input: submissionListSchema.omit({ page: true, pageSize: true, updatedSince: true }).extend(recordSchema.shape),
  run(context, { id, sort, view, ...filter }) {
    const { db } = context;
    const by = sort.isRequested ? sort.by : defaultSortOf(view);
    const fits = submissionsThatFit(context, { view, ...filter });
    const columns = columnsOfOrder(by, SORT_COLUMNS, submission.id);
    const all = sql.join(
      columns.map((column) => sql`${column}`),
      sql`, `,
    );
    const own = (values: SQL) => sql`(SELECT ${values} FROM ${submission} WHERE ${eq(submission.id, id)})`;
    const [lead = submission.id] = columns;
    const first = (side: "<" | ">", where: SQL | undefined) =>
      db
        .select({ id: submission.id, title: submission.title })
        .from(submission)
        .where(and(fits, where))
        .orderBy(...columns.map(side === "<" ? desc : asc))
        .limit(1)
        .get() ?? null;
    // The first column also by itself: SQLite uses no index with a collation to compare several columns.
    const beyond = (side: "<" | ">") =>
      first(side, sql`${lead} ${sql.raw(`${side}=`)} ${own(sql`${lead}`)} AND (${all}) ${sql.raw(side)} ${own(all)}`);
    const [back, forth] = by.startsWith("-") ? ([">", "<"] as const) : (["<", ">"] as const);
    if (!by.endsWith("answerBy")) return { previous: beyond(back), next: beyond(forth) };

    // In either direction, submissions without a promised day come last, by their id. NULL compares with nothing.
    const isUndated = isNull(submission.answerBy);
    if (findSubmission(db, id).answerBy !== null) {
      return { previous: beyond(back), next: beyond(forth) ?? first(forth, isUndated) };
    }
    const undated = (side: "<" | ">") => first(side, and(isUndated, sql`${submission.id} ${sql.raw(side)} ${id}`));
    return { previous: undated(back) ?? first(back, isNotNull(submission.answerBy)), next: undated(forth) };
  },
});
