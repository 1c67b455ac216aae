import { and, asc, type Column, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { submission } from "#db/schema";
import { columnsOfOrder } from "~/lists/listing.server";
import { defineQuery } from "~/operations/operation.server";
import { recordSchema } from "~/values/text";
import { listedSource } from "./long-lists.server";
import { findSubmission, listedBy, SORT_COLUMNS, sortOf, submissionsThatFit } from "./queries.server";
import { submissionListSchema } from "./schema";

const listOf = (columns: readonly (Column | SQL)[]) =>
  sql.join(
    columns.map((column) => sql`${column}`),
    sql`, `,
  );

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
    const by = sortOf({ sort, view });
    const ownColumns = columnsOfOrder(by, SORT_COLUMNS, submission.id);
    const {
      from,
      where: fits,
      columns,
    } = listedSource(listedBy(context, { view, ...filter }), context.actor.id, by) ?? {
      from: sql`${submission}`,
      where: submissionsThatFit(context, { view, ...filter }),
      columns: ownColumns,
    };
    const own = (values: SQL) => sql`(SELECT ${values} FROM ${submission} WHERE ${eq(submission.id, id)})`;
    const [lead = submission.id] = columns;
    const [ownLead = submission.id] = ownColumns;
    const first = (side: "<" | ">", where: SQL | undefined) =>
      db.get<{ id: string; title: string }>(
        sql`SELECT ${submission.id} AS id, ${submission.title} AS title FROM ${from} WHERE ${and(fits, where)}
          ORDER BY ${listOf(columns.map(side === "<" ? desc : asc))} LIMIT 1`,
      ) ?? null;
    // The first column also by itself: SQLite uses no index with a collation to compare several columns.
    const beyond = (side: "<" | ">") =>
      first(
        side,
        sql`${lead} ${sql.raw(`${side}=`)} ${own(sql`${ownLead}`)} AND (${listOf(columns)}) ${sql.raw(side)} ${own(listOf(ownColumns))}`,
      );
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
