import type { Database } from "#db/open";
import { type CsvCell, csvText } from "~/lists/csv";
import { parse } from "~/operations/input.server";
import { defineOperation, type ReadContext } from "~/operations/operation.server";
import { RATE_LIMITS } from "~/values/limits";
import { engagementsThatFit, orderOfEngagements } from "../engagement/queries.server";
import { orderOfOrganizations, organizationsThatFit } from "../organization/queries.server";
import { orderOfSubmissions, submissionsThatFit } from "../submission/queries.server";
import { downloadExport } from "./download.server";
import {
  type ExportedRecord,
  type ExportedValue,
  type ExportSource,
  exportSources,
  NAMES_OF_LINKS,
  readRecords,
} from "./records.server";
import { exportTableSchema, LIST_OF_TABLE } from "./schema";

/** Separates the items of a list in one cell. */
const LIST_SEPARATOR = "; ";

/** The records that each list shows with these filters, and their order. */
const SHOWN_IN_LIST = {
  organizations({ db }, filters) {
    const { sort, ...filter } = parse(LIST_OF_TABLE.organizations, filters);
    return { where: organizationsThatFit(db, filter), order: orderOfOrganizations(sort) };
  },
  submissions(context, filters) {
    const filter = parse(LIST_OF_TABLE.submissions, filters);
    return { where: submissionsThatFit(context, filter), order: orderOfSubmissions(filter) };
  },
  engagements({ db }, filters) {
    const { sort, ...filter } = parse(LIST_OF_TABLE.engagements, filters);
    return { where: engagementsThatFit(db, filter), order: orderOfEngagements(sort) };
  },
} satisfies Record<
  keyof typeof LIST_OF_TABLE,
  (context: ReadContext<"enterprise">, filters: object) => Pick<ExportSource, "where" | "order">
>;

/**
 * GET /api/export/csv: one kind of record, with the fields of the bundle and the names of linked records. Without
 * filters it has all records. With a filter or order of their list, it has what that list shows on all of its pages.
 */
export const exportTable = defineOperation({
  gate: "enterprise",
  input: exportTableSchema,
  limit: RATE_LIMITS.export,
  events: ["export_downloaded"],

  run(context, { entity, ...requested }) {
    const { table, fields } = exportSources(context.now)[entity];
    // Ignore parameters that only other lists have, as this kind's list does.
    const filters = Object.fromEntries(
      Object.entries(requested).filter(([name]) => Object.hasOwn(LIST_OF_TABLE[entity].shape, name)),
    );
    const isNarrowed = Object.keys(filters).length > 0;
    const source = {
      table,
      fields: [...fields, ...NAMES_OF_LINKS[entity]],
      ...(isNarrowed && SHOWN_IN_LIST[entity](context, filters)),
    };
    return downloadExport(context, {
      format: "CSV",
      contentType: "text/csv; charset=utf-8",
      records: [entity],
      name: entity,
      extension: "csv",
      ...(isNarrowed && { filters }),
      make: (snapshot) => tableText(snapshot, source),
    });
  },
});

/** Records as CSV, with the names of their fields as the header. */
export function tableText(db: Database, source: ExportSource): AsyncIterable<string> {
  const header = source.fields.map(({ name }) => name);
  return csvText(header, cellsOf(readRecords(db, source)));
}

function* cellsOf(records: Iterable<ExportedRecord>): Generator<CsvCell[], void, void> {
  for (const record of records) yield Object.values(record).map(cellOf);
}

function cellOf(value: ExportedValue): CsvCell {
  return typeof value === "object" && value !== null ? value.join(LIST_SEPARATOR) : value;
}
