import { stringify } from "csv-stringify/sync";
import { yieldDuringLongTask } from "~/values/event-loop";

export type CsvCell = string | number | boolean | null;

const ROWS_AT_ONCE = 100;
/** Of text alone: what quotes itself takes the longest to write. */
const CHARACTERS_AT_ONCE = 64 * 1024;

/**
 * Rows as CSV (RFC 4180, with CRLF), a part at a time, with other requests getting their turn between the parts. A cell
 * that a spreadsheet would take for a formula gets a `'` in front (OWASP, "CSV Injection"), and so does a formula within a
 * cell, behind what other programs take for the end of a cell.
 */
export async function* csvText(
  header: readonly string[],
  rows: Iterable<readonly CsvCell[]>,
): AsyncGenerator<string, void, void> {
  const yieldIfDue = yieldDuringLongTask();
  let batch: (readonly CsvCell[])[] = [header];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    for (const cell of row) characters += typeof cell === "string" ? cell.length : 0;
    if (batch.length < ROWS_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue;
    yield csvRows(batch);
    batch = [];
    characters = 0;
    await yieldIfDue();
  }
  if (batch.length > 0) yield csvRows(batch);
}

/**
 * What begins a formula behind `;`, a tab, `|` or the end of a line. Where the comma is the decimal sign, Excel splits
 * lines at `;`: quotation marks in the middle of its field mean nothing to it, so what follows begins a cell. A run of
 * such signs is only looked at from its beginning: from each of them, it would take time in the square of its length.
 */
const RUN_BEFORE_FORMULA = /(?<![;|\s"])[;|\s"]+(?=[=+\-@＝＋－＠])/g;
const SEPARATOR = /[;\t|\r\n]/;

const guarded = (cell: CsvCell) =>
  typeof cell === "string" ? cell.replace(RUN_BEFORE_FORMULA, (run) => (SEPARATOR.test(run) ? `${run}'` : run)) : cell;

function csvRows(rows: (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => row.map(guarded)),
    {
      record_delimiter: "windows",
      escape_formulas: true,
      // By itself it quotes for a whole CRLF alone, and half of one would begin a new row for most readers.
      quote_record_delimiter: true,
      cast: { boolean: String },
    },
  );
}
