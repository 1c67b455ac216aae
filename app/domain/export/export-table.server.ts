import type { Database } from "#db/open";
import { RATE_LIMITS } from "../../limits";
import { type CsvCell, csvText } from "../csv";
import { defineOperation } from "../operation.server";
import { downloadExport } from "./download.server";
import {
  type ExportedRecord,
  type ExportedValue,
  type ExportSource,
  exportSources,
  NAMES_OF_LINKS,
  readRecords,
} from "./records.server";
import { exportTableSchema } from "./schema";

/** Between the items of a list that stands in one cell. */
const LIST_SEPARATOR = "; ";

/** GET /api/export/csv: one kind of record with what the bundle has of it, and the names of what its ids point to. */
export const exportTable = defineOperation({
  gate: "enterprise",
  input: exportTableSchema,
  limit: RATE_LIMITS.export,
  events: ["export_downloaded"],

  run(context, { entity }) {
    const { table, fields } = exportSources(context.now)[entity];
    const source = { table, fields: [...fields, ...NAMES_OF_LINKS[entity]] };
    return downloadExport(context, {
      format: "CSV",
      contentType: "text/csv; charset=utf-8",
      records: [entity],
      name: entity,
      extension: "csv",
      make: (snapshot) => tableText(snapshot, source),
    });
  },
});

function tableText(db: Database, source: ExportSource): AsyncIterable<string> {
  const header = source.fields.map(({ name }) => name);
  return csvText(header, cellsOf(readRecords(db, source)));
}

function* cellsOf(records: Iterable<ExportedRecord>): Generator<CsvCell[], void, void> {
  for (const record of records) yield Object.values(record).map(cellOf);
}

function cellOf(value: ExportedValue): CsvCell {
  return typeof value === "object" && value !== null ? value.join(LIST_SEPARATOR) : value;
}
