import { and, inArray, type SQL } from "drizzle-orm";
import { inOneState } from "#db/one-state";
import type { Database } from "#db/open";
import { chainMark } from "~/audit/chain.server";
import { invalidField } from "~/values/errors";
import {
  countChanged,
  type LoggedList,
  newestNumber,
  recordAt,
  removedBetween,
  selectChanged,
  skipOlder,
} from "./change-log.server";
import { type ClockChange, logClockChanges } from "./clock-changes.server";
import { choosePage } from "./listing.server";
import type { Changes, UpdatedSince } from "./paging";
import { ELSEWHERE, NO_RECORD, type Position, parsePosition, positionText } from "./synchronization-position.server";

/* How a program copies a list and keeps its copy up to date (docs/contract.md#synchronization). */

/** A list that programs can copy. */
export interface SynchronizedList extends LoggedList {
  clockChange?: ClockChange;
}

/**
 * Reads what has changed in a list, oldest change first: the items in it, and the ids of records that are not in it, or no
 * longer. Items fill the page. The ids of what was removed between them come with them. So a program that counts `page`
 * up instead of sending `next` also gets each record once, as long as nothing is written.
 * @throws DomainError invalid_request if the position is invalid or from another copy of the ledger
 */
export function readChanges<Item extends { id: string }>(
  db: Database,
  { page = 1, pageSize, updatedSince }: { page?: number; pageSize: number; updatedSince: UpdatedSince },
  list: SynchronizedList,
  read: (chosen: SQL | undefined) => Item[],
): Changes<Item> {
  // Refuse before anything is written.
  const reached = "next" in updatedSince ? continueFrom(db, updatedSince.next, list) : updatedSince.moment;
  if (list.clockChange) logClockChanges(db, list, list.clockChange);
  return inOneState(db, () => {
    const newest = newestNumber(db);
    const position = typeof reached === "string" ? beginningWith(reached, newest) : reached;
    const since = skipOlder(db, list.type, position);
    const { before, chosen, isLast } = choosePage(selectChanged(db, list, since), page, pageSize);
    const start = page === 1 ? position.number : (before?.number ?? newest);
    const end = isLast ? newest : (chosen.at(-1)?.number ?? newest);
    const removed = removedBetween(db, list, since, { start, end });
    const ids = chosen.filter(({ number }) => number <= removed.end).map(({ id }) => id);
    const found = new Map(
      ids.length > 0 ? read(and(list.where, inArray(list.id, ids))).map((item) => [item.id, item]) : [],
    );
    return {
      items: ids.flatMap((id) => found.get(id) ?? []),
      removed: removed.ids,
      next: positionText(db, list, { ...position, number: removed.end }, chainMark(db), recordAt(db, removed.end)),
      total: isLast && page === 1 ? chosen.length : countChanged(db, list, since),
      page,
      pageSize,
    };
  });
}

/** Earlier than every write. */
const EVERYTHING = "1970-01-01T00:00:00.000Z";

/** The position at which a copy begins. */
const beginningWith = (moment: string, newest: number): Position =>
  moment > EVERYTHING ? { number: 0, beginning: { moment, until: newest } } : { number: 0 };

/**
 * The position that a `next` stands for. The audit log has no row for changes by the clock, so this also checks the
 * number: the record that has it must be the same as then, unless that record was written again and has a later number.
 * @throws DomainError invalid_request as `parsePosition` does
 */
function continueFrom(db: Database, next: string, list: SynchronizedList): Position {
  const { record, ...position } = parsePosition(db, next, list);
  const present = recordAt(db, position.number);
  const isAnother = present !== undefined && record !== NO_RECORD && present !== record;
  if (position.number > newestNumber(db) || isAnother) throw invalidField("updatedSince", "invalid", ELSEWHERE);
  return position;
}
