import { yieldDuringLongTask } from "~/values/event-loop";

/** How much text to collect before it is sent. */
const PART_CHARACTERS = 32 * 1024;

/** Writes each row as text, a part at a time, with other requests in between. */
export async function* writtenOut<Row>(
  rows: Iterable<Row>,
  write: (row: Row, index: number) => string,
): AsyncGenerator<string, void, void> {
  const yieldIfDue = yieldDuringLongTask();
  let part = "";
  let index = 0;
  for (const row of rows) {
    part += write(row, index);
    index += 1;
    if (part.length < PART_CHARACTERS) continue;
    yield part;
    part = "";
    await yieldIfDue();
  }
  if (part !== "") yield part;
}
