import { exportTable } from "~/domain/export/export-table.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(exportTable, {
    summary: "Export one kind of record as CSV",
    description:
      "RFC 4180 in UTF-8, with a header row and `id` first; the columns are the members of the JSON export, and beside its ids the names of what they point to. Items of a list stand in one cell with `; ` between. A cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return has `'` in front. Each export is audited.\n\nIt has all records in the order of their making. Once any of the filters or the `sort` of their list is sent (`GET /api/gov/organizations`, `/api/gov/submissions`, `/api/gov/engagements`), it has what that list shows with them, on all of its pages and in its order.",
    media: ["text/csv"],
  }),
});
