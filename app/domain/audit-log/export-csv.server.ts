import { and, getTableColumns, type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import type { Database } from "#db/open";
import { auditEvent } from "#db/schema";
import { type CsvCell, csvText } from "~/lists/csv";
import { responseStream } from "~/lists/response-stream.server";
import { defineOperation } from "~/operations/operation.server";
import { RATE_LIMITS } from "~/values/limits";
import { lastSeq, orderOf, rowsThatFit } from "./queries.server";
import { auditExportSchema } from "./schema";

/** The same names as in JSON, with `id` first as in every CSV of the portal. */
const COLUMNS = [
  "id",
  ...Object.keys(getTableColumns(auditEvent)).filter((name) => name !== "id"),
] as (keyof typeof auditEvent.$inferSelect)[];

const ROWS_AT_ONCE = 200;

/**
 * GET /api/gov/admin/audit/csv: every row that meets the filter when the request arrives. The text is made while it is
 * sent.
 */
export const exportAuditCsv = defineOperation({
  gate: "system admin",
  input: auditExportSchema,
  events: ["export_downloaded"],
  limit: RATE_LIMITS.export,

  run(context, filter) {
    const { db, now, audit } = context;
    const rows = rowsUpTo(db, lastSeq(db), filter);
    const fileName = `audit-${now.toISOString().slice(0, 10)}.csv`;
    const details = { format: "CSV", records: ["audit"], fileName, filters: { ...filter, sort: filter.sort.by } };
    audit("export_downloaded", { targetType: "export", details });
    return {
      file: { stream: responseStream(context, () => csvText(COLUMNS, rows)) },
      fileName,
      contentType: "text/csv; charset=utf-8",
    };
  },
});

/**
 * The rows up to a number that meet the filter, a few at a time. It needs no snapshot, which would make the write-ahead
 * log grow as long as the client takes: rows of the log never change, and newer ones have higher numbers.
 */
function* rowsUpTo(
  db: Database,
  last: number,
  filter: z.output<typeof auditExportSchema>,
): Generator<CsvCell[], void, void> {
  const { createdAt, seq } = auditEvent;
  const beyond = filter.sort.by === "createdAt" ? sql`>` : sql`<`;
  let after: SQL | undefined;
  for (;;) {
    const rows = db
      .select()
      .from(auditEvent)
      // The plus keeps SQLite from searching by the number, which nearly all rows meet.
      .where(and(rowsThatFit(filter), sql`+${seq} <= ${last}`, after))
      .orderBy(...orderOf(filter))
      .limit(ROWS_AT_ONCE)
      .all();
    for (const row of rows) yield COLUMNS.map((name) => row[name]);
    const end = rows.at(-1);
    if (!end || rows.length < ROWS_AT_ONCE) return;
    after = sql`(${createdAt}, ${seq}) ${beyond} (${end.createdAt}, ${end.seq})`;
  }
}
