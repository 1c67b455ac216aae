import { stringify } from "csv-stringify/sync";
import { yieldDuringLongTask } from "~/values/event-loop";

export type CsvCell = string | number | boolean | null;

const ROWS_AT_ONCE = 100;
/** Text with only the character that must be quoted: this takes longest to write. */
const CHARACTERS_AT_ONCE = 64 * 1024;

/**
 * Rows as CSV (RFC 4180, with CRLF), a part at a time. Other requests get their turn between two parts. A cell that a
 * spreadsheet would run as a formula gets a `'` in front (OWASP, "CSV Injection"). So does a formula inside a cell
 * after a character that other programs read as the end of the cell.
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
 * The start of a formula after `;`, a tab, `|` or the end of a line. In countries with a decimal comma, Excel splits
 * lines at `;` and ignores quotation marks in the middle of a field, so what follows begins a cell. The pattern looks
 * at a run of such characters only from its beginning: starting at each of them would take quadratic time.
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
      // The library quotes only a whole CRLF. For most readers, half of one would begin a new row.
      quote_record_delimiter: true,
      cast: { boolean: String },
    },
  );
}
