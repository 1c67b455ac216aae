import type { Database } from "#db/open";
import { foreignWrites, watchTables } from "#db/watch";

/**
 * What public pages and feeds show, besides settings. Of a person, they show only the name. A test compares this with the
 * tables that those pages read.
 */
export const PUBLIC_TABLES = {
  announcement: null,
  announcement_attachment: null,
  call: null,
  preset_tag: null,
  user: ["name"],
} as const;

const writes = new WeakMap<Database["$client"], { count: number }>();

function writesTo(db: Database): { count: number } {
  let found = writes.get(db.$client);
  if (!found) {
    const counted = { count: 0 };
    watchTables(db, PUBLIC_TABLES, () => {
      counted.count += 1;
    });
    writes.set(db.$client, counted);
    found = counted;
  }
  return found;
}

/** Has everything public read again, after a change that is not a write to these tables. */
export function notePublicChange(db: Database): void {
  writesTo(db).count += 1;
}

/**
 * A text that changes with every write that public pages and feeds could show, by this process or another. It costs two
 * microseconds. What the clock changes is in `publicTurns`.
 */
export function publicState(db: Database): string {
  return `${writesTo(db).count} ${foreignWrites(db)}`;
}
