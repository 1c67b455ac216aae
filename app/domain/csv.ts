import { stringify } from "csv-stringify/sync";
import { inTurns } from "../turns";

export type CsvCell = string | number | boolean | null;

const ROWS_AT_ONCE = 100;

/**
 * Rows as CSV (RFC 4180, with CRLF), a part at a time, with other requests getting their turn between the parts. A cell
 * that a spreadsheet would take for a formula gets a `'` in front (OWASP, "CSV Injection").
 */
export async function* csvText(
  header: readonly string[],
  rows: Iterable<readonly CsvCell[]>,
): AsyncGenerator<string, void, void> {
  const giveWay = inTurns();
  let batch: (readonly CsvCell[])[] = [header];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < ROWS_AT_ONCE) continue;
    yield csvRows(batch);
    batch = [];
    await giveWay();
  }
  if (batch.length > 0) yield csvRows(batch);
}

function csvRows(rows: (readonly CsvCell[])[]): string {
  return stringify(rows, {
    record_delimiter: "windows",
    escape_formulas: true,
    // By itself it quotes for a whole CRLF alone, and half of one would begin a new row for most readers.
    quote_record_delimiter: true,
    cast: { boolean: String },
  });
}
