import { exportTable } from "~/domain/export/export-table.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(exportTable, {
    summary: "Export one type of record as CSV",
    description:
      "The file is UTF-8 CSV (RFC 4180) with a header row and `id` in the first column. The columns are the fields of the JSON export, plus the names of the records that its ids point to. List items share one cell, separated by `; `. A cell that starts with `=`, `+`, `-`, `@`, a tab or a carriage return gets a leading `'`. Each export is audited.\n\nBy default, the file has all records, oldest first. You can also send the filters and the `sort` of the records' list (`GET /api/gov/organizations`, `/api/gov/submissions`, `/api/gov/engagements`). The file then has every record that the list shows, in the same order.",
    media: ["text/csv"],
  }),
});
