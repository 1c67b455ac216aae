import type { IndustryRole, Role, SearchNotice } from "#db/enumerations";
import { type Database, immediateTransaction, statement, whenUnlocked } from "#db/open";
import type { Services } from "~/operations/services";
import { yieldDuringLongTask } from "~/values/event-loop";
import { LIMITS } from "~/values/limits";
import { deliverTo } from "../../routing/deliver.server";
import type { FoundEntry } from "../../search/ledger/find.server";
import type { LedgerReader } from "../../search/ledger/request.server";
import { type LedgerItem, linksOf } from "../search/ledger-items.server";
import { readerOf } from "../search/reader.server";
import { findNewMatches } from "./find-matches.server";
import { addressOf } from "./queries.server";
import { NEW_MATCHES } from "./titles";

/** Records that one notification considers. More of them wait for the next one. */
const RECORDS_AT_ONCE = 100;
/** After this time a transaction ends. A search takes less than a millisecond. */
const MILLISECONDS_AT_ONCE = 3;

type Parts = Pick<Services, "db" | "ledger" | "clock" | "log">;

interface Waiting {
  id: string;
  name: string;
  q: string;
  /** JSON. */
  filters: string;
  notify: SearchNotice;
  userId: string;
  active: number;
  role: Role;
  industryRole: IndustryRole | null;
  organizationId: string | null;
}

/** An entry, or where one was that is removed. */
type Found = FoundEntry | { entryNumber: null; source: string; sourceId: string };

const SELECT_WAITING = `
  SELECT search.id, search.name, search.query AS q, search.filters, search.notify, user.id AS userId, user.active, user.role,
    user.industry_role AS industryRole, user.organization_id AS organizationId
  FROM saved_search_match AS found INDEXED BY saved_search_match_waiting
    CROSS JOIN saved_search AS search ON search.id = found.saved_search_id JOIN user ON user.id = search.user_id
  WHERE found.notified_at IS NULL AND found.due_at <= ? ORDER BY found.due_at LIMIT 1`;
const SELECT_ENTRIES = `
  SELECT entry_number AS entryNumber, found.source, found.source_id AS sourceId, found.part, type,
    organization_id AS organizationId, title, date, status, tech_tags AS techTags, command_id AS commandId
  FROM saved_search_match AS found INDEXED BY saved_search_match_of_search LEFT JOIN search_entry AS entry
    ON entry.source = found.source AND entry.source_id = found.source_id AND entry.part = found.part
  WHERE saved_search_id = @id AND notified_at IS NULL AND due_at <= @now
  ORDER BY due_at, found.source, found.source_id LIMIT ${RECORDS_AT_ONCE}`;
const AMONG = `
  INDEXED BY saved_search_match_of_search WHERE saved_search_id = @id AND notified_at IS NULL AND due_at <= @now
    AND (source, source_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(@records))`;
const SET_NOTIFIED = `
  UPDATE saved_search_match SET notified_at = @now FROM json_each(@records) AS given
  WHERE source = given.value ->> 0 AND source_id = given.value ->> 1 AND saved_search_id = @id`;
/** Of records that were removed, or that the owner may not read anymore. If they appear again, they are found again. */
const FORGET = `DELETE FROM saved_search_match ${AMONG}`;
const running = new WeakMap<Database["$client"], Promise<number>>();

/**
 * Finds new records of saved searches, and notifies their owners once about each record that they may read now. The server
 * calls it regularly. Calls at the same time share the work. @returns how many notifications were due
 */
export function notifyOfMatches(services: Parts): Promise<number> {
  const { $client } = services.db;
  const started = running.get($client) ?? findAndNotify(services).finally(() => void running.delete($client));
  running.set($client, started);
  return started;
}

async function findAndNotify(parts: Parts): Promise<number> {
  const { db, clock } = parts;
  await findNewMatches(parts);
  const yieldIfDue = yieldDuringLongTask();
  let total = 0;
  while (db.$client.open) {
    const notified = await whenUnlocked(db, () => immediateTransaction(db, () => notifySome(db, clock())));
    if (notified === 0) break;
    total += notified;
    await yieldIfDue();
  }
  return total;
}

/** Notifies about as many searches as one transaction can without blocking other requests. @returns how many */
function notifySome(db: Database, now: Date): number {
  const began = performance.now();
  let total = 0;
  while (notifyOne(db, now)) {
    total += 1;
    if (performance.now() - began > MILLISECONDS_AT_ONCE) break;
  }
  return total;
}

/** Notifies about one search, in the open transaction. @returns whether one was waiting */
function notifyOne(db: Database, now: Date): boolean {
  const search = statement<Waiting>(db, SELECT_WAITING).get(now.toISOString());
  if (!search) return false;
  const { id } = search;
  const reader = readerOf(search);
  const waiting = statement<Found>(db, SELECT_ENTRIES).all({ id, now: now.toISOString() });
  const entries = search.active ? waiting.filter((entry) => isInReach(entry, reader)) : [];
  const items = linksOf(db, entries, { reader, actor: search, now });
  if (items.length > 0) deliverTo(db, [{ userId: search.userId }], noticeOf(search, items), now);
  const notified = JSON.stringify(items.map((item) => [item.source, item.id]));
  statement(db, SET_NOTIFIED).run({ id, records: notified, now: now.toISOString() });
  const handled = JSON.stringify(waiting.map(({ source, sourceId }) => [source, sourceId]));
  statement(db, FORGET).run({ id, records: handled, now: now.toISOString() });
  return true;
}

const isInReach = (entry: Found, { types }: LedgerReader): entry is FoundEntry =>
  entry.entryNumber !== null && types.includes(entry.type);

/** A link to the only record, or to the search if there are several. */
function noticeOf({ name, q, filters, ...owner }: Waiting, items: readonly Pick<LedgerItem, "title" | "url">[]) {
  const [first, ...others] = items;
  const address = addressOf(q, JSON.parse(filters), owner);
  const named = items.slice(0, LIMITS.savedSearchMatchesNamed).map(({ title }) => title);
  const more = items.length - named.length;
  return {
    kind: "SYSTEM",
    title: `${NEW_MATCHES}“${name}”`,
    body: `${named.join("; ")}${more > 0 ? `; and ${more} more` : ""}`,
    linkUrl: first && others.length === 0 ? first.url : address,
    tags: [],
  } as const;
}
