import { type Database, statement } from "#db/open";
import { type ListInPieces, piecesOf } from "~/lists/list-in-pieces";
import type { Paged } from "~/lists/paging";
import type { ReadContext } from "~/operations/operation.server";
import type { Linked, Versioned } from "~/operations/versioned";
import { ANY_ORIGIN } from "~/values/any-origin";
import { yieldDuringLongTask } from "~/values/event-loop";
import { LIMITS } from "~/values/limits";
import { type Modification, modificationOf } from "./modification";
import { linkedPage } from "./pages";

interface ChangeRow {
  changeNumber: number;
  recordId: string;
  changedAt: string;
  /** When the clock last released a call or announcement, and when it last closed a call. */
  releasedAt?: string | null;
  closedAt?: string | null;
}

/*
 * The queries name their indexes. SQLite's statistics cannot show that the last rows of a table may all have other
 * types.
 */

/*
 * Nobody outside the government may learn that a record exists which was never public, or when someone works on it. So its
 * changes count only once it is public, and it is never a draft again after that. A row that is gone counts.
 */
export const WAS_NEVER_PUBLIC = {
  announcement: "(published_at IS NULL OR published_at > min(@now, coalesce(deleted_at, @now)))",
  call: "(status = 'DRAFT' OR (status = 'PENDING' AND releases_at > @now))",
} as const;

/** The newest change of a record that was ever public, and the other columns. */
const selectChange = (type: keyof typeof WAS_NEVER_PUBLIC, columns: string) => `
  SELECT change_number AS changeNumber, record_id AS recordId, changed_at AS changedAt, ${columns}
  FROM record_change INDEXED BY record_change_order
  WHERE type = '${type}' AND NOT EXISTS (SELECT 1 FROM ${type} WHERE id = record_id AND ${WAS_NEVER_PUBLIC[type]})
  ORDER BY change_number DESC LIMIT 1`;

/** The last change of an announcement, and when time last published one. Feeds also show author names, but nobody can change those. */
const SELECT_ANNOUNCEMENTS_CHANGE = selectChange(
  "announcement",
  `(SELECT max(published_at) FROM announcement INDEXED BY announcement_public
    WHERE published = 1 AND deleted_at IS NULL AND published_at <= @now) AS releasedAt`,
);

/** The same for calls, and for what time does to them: a release or a last day passes without a write. */
const SELECT_CALLS_CHANGE = selectChange(
  "call",
  `(SELECT max(releases_at) FROM call INDEXED BY call_releases
    WHERE status = 'PENDING' AND releases_at <= @now) AS releasedAt,
   (SELECT max(closes_at) FROM call INDEXED BY call_deadline
    WHERE closes_at <= @now AND NOT ${WAS_NEVER_PUBLIC.call}) AS closedAt`,
);

/** Reads the state of each kind of feed, from a few rows of indexes. */
export const SELECT_FEED_CHANGE = {
  announcements: SELECT_ANNOUNCEMENTS_CHANGE,
  calls: SELECT_CALLS_CHANGE,
} as const;

export type FeedKind = keyof typeof SELECT_FEED_CHANGE;

/** The date of an empty feed. */
const NEVER = "1970-01-01T00:00:00.000Z";

/** A text that is different for each content of the feed, and when the content last changed. */
function stateOf(kind: FeedKind, db: Database, now: Date): { state: string; changedAt: string } {
  const change = statement<ChangeRow>(db, SELECT_FEED_CHANGE[kind]).get({ now: now.toISOString() });
  if (!change) return { state: "", changedAt: NEVER };
  const { changeNumber, recordId, changedAt, releasedAt = null, closedAt = null } = change;
  // The number is not enough: after a restore, numbers repeat.
  const state = `${changeNumber} ${recordId} ${changedAt} ${releasedAt} ${closedAt}`;
  const moments = [changedAt, releasedAt, closedAt].filter((moment) => moment !== null).sort();
  return { state, changedAt: moments.at(-1) ?? changedAt };
}

const seen = new WeakMap<Database, Partial<Record<FeedKind, Modification>>>();

function noteModification(kind: FeedKind, db: Database, now: Date) {
  const { state, changedAt } = stateOf(kind, db, now);
  let modifications = seen.get(db);
  if (!modifications) {
    modifications = {};
    seen.set(db, modifications);
  }
  const modification = modificationOf(modifications[kind], state, Date.parse(changedAt), now.getTime());
  modifications[kind] = modification;
  return { state, changedAt, second: modification.second };
}

/** Records the state of the feeds when the process starts, to date later changes. */
export function watchFeeds({ db, clock }: Pick<ReadContext, "db" | "clock">): void {
  const now = clock();
  for (const kind of Object.keys(SELECT_FEED_CHANGE) as FeedKind[]) noteModification(kind, db, now);
}

/**
 * @param path of the representation, with its page: each has its own versions
 * @param read reads the content, with `ANY_ORIGIN` in place of the origin; `changedAt` is when the feed last changed
 */
export function versionedFeed<Value>(
  { db, now, caller: { origin } }: Pick<ReadContext, "db" | "now" | "caller">,
  kind: FeedKind,
  path: string,
  read: (changedAt: string) => Linked<Value> | Promise<Linked<Value>>,
): Versioned<Value> {
  const { state, changedAt, second } = noteModification(kind, db, now);
  const key = `${path} ${state}`;
  return { version: origin + key, key, origin, modifiedAt: second, read: () => read(changedAt) };
}

interface PortalFeed<Row> {
  list: ListInPieces<Row>;
  count: () => number;
  readPage: (size: { page: number; pageSize: number }) => Paged<Row>;
}

/** A public list of the portal: the whole list, or the requested page (docs/contract.md#feeds). */
export function portalFeed<Row>(
  context: Pick<ReadContext, "db" | "now" | "caller">,
  kind: FeedKind,
  page: number | undefined,
  { list, count, readPage }: PortalFeed<Row>,
): Versioned<Row[] | ListInPieces<Row>> {
  const whole = `/api/portal/${kind}`;
  const pathOf = (number: number) => `${whole}?page=${number}`;
  const addressOf = (number: number) => ANY_ORIGIN + pathOf(number);
  if (page === undefined) {
    return versionedFeed(context, kind, whole, async () => ({
      value: count() > LIMITS.keptRows ? list : await readYielding(list),
      links: {},
    }));
  }
  return versionedFeed(context, kind, pathOf(page), () =>
    linkedPage(readPage({ page, pageSize: LIMITS.feedPageRows }), addressOf),
  );
}

/** Reads a whole list, and lets other requests run in between. */
async function readYielding<Row>(list: ListInPieces<Row>): Promise<Row[]> {
  const yieldIfDue = yieldDuringLongTask();
  const rows: Row[] = [];
  for (const { items, next } of piecesOf(list)) {
    rows.push(...items);
    if (next) await yieldIfDue();
  }
  return rows;
}
