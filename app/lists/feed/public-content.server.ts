import type { Database } from "#db/open";
import { foreignWrites, type Watched, watchTables } from "#db/watch";

const ALWAYS = "''";

/**
 * What public pages and feeds show, besides settings, and since when each row is public: an instant, an empty text for
 * always, or null for never. A test compares this with the tables that those pages read.
 */
export const PUBLIC_TABLES = {
  // Also of one that was withdrawn: it was public once, so a feed's version counts its changes. It also counts a row that is
  // gone, which no request deletes.
  announcement: { value: "ROW.published_at", deleted: ALWAYS },
  announcement_attachment: { value: "(SELECT published_at FROM announcement WHERE id = ROW.announcement_id)" },
  call: {
    value: `CASE ROW.status WHEN 'DRAFT' THEN NULL WHEN 'PENDING' THEN ROW.releases_at ELSE ${ALWAYS} END`,
    deleted: ALWAYS,
  },
  preset_tag: { value: ALWAYS },
  // They show only names of people.
  user: { value: ALWAYS, column: "name" },
} as const satisfies Record<string, Watched>;

interface Writes {
  /** How many there were to what is public. */
  count: number;
  /** The latest instant so far. The clock may be set back, but what was public then was seen. */
  latest: string;
  /** When the first row that was written since will be public; null for none. */
  soonest: string | null;
}

const writes = new WeakMap<Database["$client"], Writes>();

function writesTo(db: Database): Writes {
  const found = writes.get(db.$client);
  if (found) return found;
  const counted: Writes = { count: 0, latest: "", soonest: null };
  writes.set(db.$client, counted);
  watchTables(db, PUBLIC_TABLES, (since) => {
    // Drafts count as nothing: nobody outside the government may learn from a slower response that someone writes one.
    for (const instant of since) {
      if (typeof instant !== "string") continue;
      if (instant <= counted.latest) counted.count += 1;
      else if (counted.soonest === null || instant < counted.soonest) counted.soonest = instant;
    }
  });
  return counted;
}

/** Has everything public read again, after a change that is not a write to these tables. */
export function notePublicChange(db: Database): void {
  writesTo(db).count += 1;
}

/**
 * A text that changes with every write that public pages and feeds show now, by this process, and with every write of
 * another. It costs two microseconds. What the clock changes by itself is in `publicTurns`.
 */
export function publicState(db: Database, now: Date): string {
  const counted = writesTo(db);
  const instant = now.toISOString();
  if (instant > counted.latest) counted.latest = instant;
  if (counted.soonest !== null && counted.soonest <= instant) {
    counted.count += 1;
    counted.soonest = null;
  }
  return `${counted.count} ${foreignWrites(db)}`;
}
