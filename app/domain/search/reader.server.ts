import { type CallStatus, ENTRY_TYPES, type EntryType } from "#db/enumerations";
import { type Database, statement, valueStatement } from "#db/open";
import { type Actor, reachThrough } from "~/policy/policy";
import type { FoundEntry, LedgerRequest } from "../../search/ledger/find.server";
import type { LedgerReader } from "../../search/ledger/request.server";
import { EFFECTIVE_STATUS, SHOWN_STATUS } from "../call/effective-status.server";
import { shownStatus } from "../call/rules";

/** What everyone finds, and what an organization's users find besides. */
const PUBLIC_TYPES: readonly EntryType[] = ["call", "announcement", "file"];
const ORGANIZATION_TYPES: readonly EntryType[] = ["submission", ...PUBLIC_TYPES, "note"];

/** What someone may find: null is a visitor who has not signed in. */
export function readerOf(actor: Pick<Actor, "role" | "industryRole" | "organizationId"> | null): LedgerReader {
  if (actor && reachThrough("gov read", actor)) {
    const isAdministrator = reachThrough("admin tier", actor) !== null;
    return {
      types: ENTRY_TYPES.filter((type) => type !== "command" || isAdministrator),
      isGovernment: true,
      organizationId: null,
    };
  }
  const organizationId = actor && reachThrough("industry", actor) ? actor.organizationId : null;
  return { types: organizationId === null ? PUBLIC_TYPES : ORGANIZATION_TYPES, isGovernment: false, organizationId };
}

/**
 * The records of each source that people outside of government may read now: @ids, at @now, for the users of
 * @organizationId. The index knows neither the time nor what was withdrawn a moment ago.
 */
const READABLE: Readonly<Record<string, string>> = {
  call: `SELECT id FROM call WHERE id IN (SELECT value FROM json_each(@ids)) AND ${EFFECTIVE_STATUS} IN ('OPEN', 'CLOSED')`,
  announcement: `SELECT id FROM announcement WHERE id IN (SELECT value FROM json_each(@ids))
    AND published = 1 AND published_at <= @now AND deleted_at IS NULL`,
  submission: `SELECT id FROM submission WHERE id IN (SELECT value FROM json_each(@ids))
    AND organization_id = @organizationId AND status <> 'ARCHIVED'`,
  submission_message: `SELECT submission_message.id FROM submission_message
    JOIN submission ON submission.id = submission_id
    WHERE submission_message.id IN (SELECT value FROM json_each(@ids))
    AND organization_id = @organizationId AND submission.status <> 'ARCHIVED'`,
  "file:submission": `SELECT id FROM submission WHERE id IN (SELECT value FROM json_each(@ids))
    AND organization_id = @organizationId AND status <> 'ARCHIVED'`,
  "file:submission_message_file": `SELECT file.id FROM submission_message_file AS file
    JOIN submission_message AS message ON message.id = file.message_id
    JOIN submission ON submission.id = message.submission_id
    WHERE file.id IN (SELECT value FROM json_each(@ids))
    AND organization_id = @organizationId AND submission.status <> 'ARCHIVED'`,
  "file:announcement_attachment": `SELECT file.id FROM announcement_attachment AS file
    JOIN announcement ON announcement.id = file.announcement_id
    WHERE file.id IN (SELECT value FROM json_each(@ids))
    AND published = 1 AND published_at <= @now AND deleted_at IS NULL`,
};

/** The entries that the reader may read now, in the same order, with the statuses that calls have now. */
export function readableNow(
  db: Database,
  entries: readonly FoundEntry[],
  { isGovernment, organizationId }: LedgerReader,
  now: Date,
): readonly FoundEntry[] {
  const current = withCallStatus(db, entries, now);
  if (isGovernment) return current;
  const readable = new Set<string>();
  for (const [source, select] of Object.entries(READABLE)) {
    const ids = entries.filter((entry) => entry.source === source).map(({ sourceId }) => sourceId);
    if (ids.length === 0) continue;
    const parameters = { ids: JSON.stringify(ids), now: now.toISOString(), organizationId };
    for (const { id } of statement<{ id: string }>(db, select).all(parameters)) readable.add(`${source} ${id}`);
  }
  return current.filter(({ source, sourceId }) => readable.has(`${source} ${sourceId}`));
}

/** Entries of records that are published later, which the index has for everyone already. They are few. */
const NOT_YET = `
  SELECT entry_number FROM call CROSS JOIN search_entry AS entry ON entry.source = 'call' AND entry.source_id = call.id
    WHERE call.status = 'PENDING' AND call.releases_at > @now
  UNION ALL SELECT entry_number FROM announcement CROSS JOIN search_entry AS entry
      ON entry.source = 'announcement' AND entry.source_id = announcement.id
    WHERE published = 1 AND published_at > @now AND deleted_at IS NULL
  UNION ALL SELECT entry_number FROM announcement
      CROSS JOIN announcement_attachment AS file ON file.announcement_id = announcement.id
      CROSS JOIN search_entry AS entry ON entry.source = 'file:announcement_attachment' AND entry.source_id = file.id
    WHERE published = 1 AND published_at > @now AND deleted_at IS NULL`;

/** Statuses that calls come to have, or lose, without a write. */
const STATUSES_OF_TIME: ReadonlySet<string> = new Set(["PENDING", "OPEN", "DEADLINE_PASSED"]);

/** Entries of calls that have another status than @status now. The index has the status that is stored. */
const OF_OTHER_STATUS = `
  SELECT entry_number FROM call CROSS JOIN search_entry AS entry ON entry.source = 'call' AND entry.source_id = call.id
    WHERE call.status IN ('OPEN', 'PENDING') AND ${SHOWN_STATUS} <> @status`;

/** How the search limits what it finds to what a reader may read now. */
export function readingOf(
  db: Database,
  reader: LedgerReader,
  now: Date,
): Pick<LedgerRequest, "reader" | "readable" | "hidden"> {
  return {
    reader,
    readable: (entries) => readableNow(db, entries, reader, now),
    hidden: ({ status }) => [
      ...(reader.isGovernment ? [] : valueStatement<number>(db, NOT_YET).all({ now: now.toISOString() })),
      ...(status === undefined || !STATUSES_OF_TIME.has(status)
        ? []
        : valueStatement<number>(db, OF_OTHER_STATUS).all({ now: now.toISOString(), status })),
    ],
  };
}

/** A call opens, and its deadline passes, without a write that would index it again. */
function withCallStatus(db: Database, entries: readonly FoundEntry[], now: Date): readonly FoundEntry[] {
  const ids = entries.filter(({ source }) => source === "call").map(({ sourceId }) => sourceId);
  if (ids.length === 0) return entries;
  const times = statement<{ id: string; status: CallStatus; releasesAt: string | null; closesAt: string | null }>(
    db,
    `SELECT id, status, releases_at AS releasesAt, closes_at AS closesAt
       FROM call WHERE id IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify(ids));
  const statuses = new Map(times.map(({ id, ...call }) => [id, shownStatus(call, now)]));
  return entries.map((entry) =>
    entry.source === "call" ? { ...entry, status: statuses.get(entry.sourceId) ?? entry.status } : entry,
  );
}
