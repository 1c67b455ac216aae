import type { IndustryRole, Role } from "#db/enumerations";
import { type Database, immediateTransaction, isOfValues, statement, whenUnlocked } from "#db/open";
import type { Services } from "~/operations/services";
import { reachThrough } from "~/policy/policy";
import { DAY_MILLISECONDS } from "~/values/days";
import { yieldDuringLongTask } from "~/values/event-loop";
import { LIMITS } from "~/values/limits";
import type { FoundEntry } from "../../search/ledger/find.server";
import type { LedgerReader } from "../../search/ledger/request.server";
import type { Requirement } from "../../search/ledger/requirement.server";
import type { OpenEntry } from "../../search/ledger/standing.server";
import { readableNow, readerOf } from "../search/reader.server";
import { dueAt } from "./due";
import { factsOf, type RecordFacts } from "./facts.server";
import { writeRequirement } from "./requirement.server";
import { filtersOf } from "./schema";

/** Searches whose requirements one transaction makes again. It counts how rare their words are. */
const SEARCHES_AT_ONCE = 5;
/** Candidates that are read together. */
const CANDIDATES_AT_ONCE = 250;
/** Matches that one transaction stores. It takes a few milliseconds. */
const MATCHES_AT_ONCE = 500;

type Parts = Pick<Services, "db" | "ledger" | "clock" | "log">;

/** How much work it was. */
export interface Work {
  entries: number;
  /** Searches that share a key with an entry, and what was evaluated of them. */
  candidates: number;
  evaluated: number;
  matches: number;
}

interface Arrival {
  arrivalNumber: number;
  source: string;
  sourceId: string;
  part: number;
  becamePublic: number;
}

/** A search that found the record before. */
interface Known {
  id: string;
  part: number;
  notifiedAt: string | null;
}

interface Candidate {
  id: string;
  query: string;
  /** JSON. */
  filters: string;
  requirement: string;
  since: string;
  userId: string;
  role: Role;
  industryRole: IndustryRole | null;
  organizationId: string | null;
}

const SELECT_ARRIVAL = `
  SELECT arrival_number AS arrivalNumber, source, source_id AS sourceId, part, became_public AS becamePublic
  FROM search_arrival WHERE due_at IS NULL OR due_at <= ? ORDER BY arrival_number LIMIT 1`;
const SELECT_EARLIEST = "SELECT min(since) AS since FROM saved_search WHERE notify <> 'NONE'";
const SELECT_CANDIDATES = `
  SELECT DISTINCT saved_search_id AS id FROM json_each(?) AS given
    CROSS JOIN saved_search_key AS found ON found.key = given.value`;
const READ_CANDIDATES = `
  SELECT search.id, search.query, search.filters, search.requirement, search.since, user.id AS userId, user.role,
    user.industry_role AS industryRole, user.organization_id AS organizationId
  FROM json_each(?) AS given CROSS JOIN saved_search AS search ON search.id = given.value
    JOIN user ON user.id = search.user_id
  WHERE search.notify <> 'NONE' AND user.active = 1`;
const SELECT_KNOWN = `
  SELECT saved_search_id AS id, part, notified_at AS notifiedAt FROM saved_search_match
  WHERE source = @source AND source_id = @sourceId`;
const INSERT_MATCHES = `
  INSERT INTO saved_search_match (source, source_id, saved_search_id, part, due_at)
  SELECT @source, @sourceId, search.id, @part, CASE search.notify WHEN 'DIGEST' THEN @digestAt ELSE @now END
  FROM json_each(@ids) AS given CROSS JOIN saved_search AS search ON search.id = given.value
  WHERE search.notify <> 'NONE' ON CONFLICT DO NOTHING`;
const DELETE_MATCHES = `
  DELETE FROM saved_search_match WHERE source = @source AND source_id = @sourceId AND part = @part
    AND saved_search_id IN (SELECT value FROM json_each(@ids)) AND notified_at IS NULL`;
// An entry that was written again meanwhile has another number, and is compared again.
const REMOVE_ARRIVAL = "DELETE FROM search_arrival WHERE arrival_number = @arrivalNumber";
const POSTPONE_ARRIVAL = "UPDATE search_arrival SET due_at = @publicAt WHERE arrival_number = @arrivalNumber";
const SELECT_OUTDATED = `
  SELECT id, query AS q FROM saved_search WHERE id > @after AND made_from IS NOT @current
  ORDER BY id LIMIT ${SEARCHES_AT_ONCE}`;

/**
 * Compares every entry that was written since with the searches that could find it, and stores which do. It works in
 * turns, in short transactions. If it is interrupted, it continues with the same entry.
 */
export async function findNewMatches(parts: Parts): Promise<Work> {
  const { db, clock, log } = parts;
  const work = { entries: 0, candidates: 0, evaluated: 0, matches: 0 };
  const yieldIfDue = yieldDuringLongTask();
  await makeOutdatedAgain(parts);
  while (db.$client.open) {
    const now = clock();
    const arrival = statement<Arrival>(db, SELECT_ARRIVAL).get(now.toISOString());
    if (!arrival) break;
    const matching = await compareArrival(parts, arrival, now, { work, yieldIfDue }).catch((error) => {
      // A server that stops closes the database between two turns.
      if (!isOfValues(error) || !db.$client.open) throw error;
      // The arrivals after it must not wait for it.
      log.error({ err: error, record: `${arrival.source} ${arrival.sourceId}` }, "not compared with saved searches");
      return NOTHING_FOUND;
    });
    await storeMatches(db, { ...arrival, ...matching }, clock, () => {
      if (matching.againAt) statement(db, POSTPONE_ARRIVAL).run({ ...arrival, publicAt: matching.againAt });
      else statement(db, REMOVE_ARRIVAL).run(arrival);
    });
    work.entries += 1;
    work.matches += matching.found.length;
    await yieldIfDue();
  }
  return work;
}

/** Compares an arrival with the searches that could find it, if anyone would be told. */
async function compareArrival({ db, ledger }: Parts, arrival: Arrival, now: Date, turns: Turns): Promise<Matching> {
  const facts = factsOf(db, arrival.source, arrival.sourceId);
  // A record that is new to nobody, as after an import, is not worth reading.
  const opened = facts !== null && isNewToAnyone(db, facts, now) ? ledger.standing.open(arrival, now) : null;
  if (!facts || !opened) return NOTHING_FOUND;
  const isPublicLater = opened.entry.reach === "PUBLIC" && facts.publicAt > now.toISOString();
  const matches = await matchesOf(db, { ...arrival, ...facts }, opened, now, turns);
  return { ...matches, againAt: isPublicLater ? facts.publicAt : null };
}

/** Whether someone saved a search before a record appeared, and it is still new. */
function isNewToAnyone(db: Database, { createdAt, publicAt, changedAt }: RecordFacts, now: Date): boolean {
  const appeared = [createdAt, publicAt, changedAt].reduce((latest, each) => (each > latest ? each : latest));
  const earliest = statement<{ since: string | null }>(db, SELECT_EARLIEST).get()?.since ?? null;
  return earliest !== null && appeared >= earliest && appeared >= newFrom(now);
}

/** Records that appeared before are not new to anyone. */
const newFrom = (now: Date) => new Date(now.getTime() - LIMITS.savedSearchNewDays * DAY_MILLISECONDS).toISOString();

interface Matching {
  /** The searches that find the entry, and did not find its record before. */
  found: string[];
  /** Those that found it, do not any more, and did not notify yet. */
  lost: string[];
  /** When a record that only government finds now is public, and compared again. */
  againAt: string | null;
}

const NOTHING_FOUND: Matching = { found: [], lost: [], againAt: null };

interface Turns {
  work: Work;
  yieldIfDue: () => Promise<void>;
}

/** Compares an entry with the searches that share a key with it. */
async function matchesOf(
  db: Database,
  record: RecordFacts & Arrival,
  opened: OpenEntry,
  now: Date,
  { work, yieldIfDue }: Turns,
): Promise<Omit<Matching, "againAt">> {
  const known = new Map(
    statement<Known>(db, SELECT_KNOWN)
      .all(record)
      .map((match) => [match.id, match]),
  );
  const isWaitingHere = (match: Known | undefined) => match?.notifiedAt === null && match.part === record.part;
  const ids = statement<{ id: string }>(db, SELECT_CANDIDATES)
    .all(JSON.stringify(opened.keys))
    .filter(({ id }) => !known.has(id) || isWaitingHere(known.get(id)))
    .map(({ id }) => id);
  work.candidates += ids.length;
  const lost = new Set([...known.values()].filter(isWaitingHere).map(({ id }) => id));
  const found: string[] = [];
  const readable = readableOnce(db, opened, now);
  for (let at = 0; at < ids.length; at += CANDIDATES_AT_ONCE) {
    const some = JSON.stringify(ids.slice(at, at + CANDIDATES_AT_ONCE));
    for (const candidate of statement<Candidate>(db, READ_CANDIDATES).all(some)) {
      if (known.has(candidate.id)) {
        if (meets(candidate, opened, readable)) lost.delete(candidate.id);
      } else if (isNewTo(candidate, record, now) && meets(candidate, opened, readable)) found.push(candidate.id);
      await yieldIfDue();
    }
  }
  work.evaluated += opened.evaluated();
  return { found, lost: [...lost] };
}

/** Stores what an entry's comparison found, in short transactions. The last one also ends the arrival. */
async function storeMatches(
  db: Database,
  { found, lost, ...record }: Arrival & Matching,
  clock: () => Date,
  end: () => void,
): Promise<void> {
  // In the order of the table, so that neighbors are on the same page.
  found.sort();
  for (let at = 0; at === 0 || at < found.length; at += MATCHES_AT_ONCE) {
    await whenUnlocked(db, () =>
      immediateTransaction(db, () => {
        const now = clock();
        const some = found.slice(at, at + MATCHES_AT_ONCE);
        const match = { ...record, now: now.toISOString(), digestAt: dueAt("DIGEST", now), ids: JSON.stringify(some) };
        if (some.length > 0) statement(db, INSERT_MATCHES).run(match);
        if (at === 0 && lost.length > 0) statement(db, DELETE_MATCHES).run({ ...record, ids: JSON.stringify(lost) });
        if (at + MATCHES_AT_ONCE >= found.length) end();
      }),
    );
  }
}

type Readable = (reader: LedgerReader) => FoundEntry | undefined;

/**
 * Reads an entry as its readers see it now. One answer is every company's: who finds an entry is in its organization, or
 * the entry is public.
 */
function readableOnce(db: Database, { entry }: OpenEntry, now: Date): Readable {
  const answers = new Map<boolean, FoundEntry | undefined>();
  return (reader) => {
    if (!answers.has(reader.isGovernment)) answers.set(reader.isGovernment, readableNow(db, [entry], reader, now)[0]);
    return answers.get(reader.isGovernment);
  };
}

/** Whether a search finds an entry that its owner may read now. */
function meets(candidate: Candidate, opened: OpenEntry, readable: Readable): boolean {
  const reader = readerOf(candidate);
  const requirement = JSON.parse(candidate.requirement) as Requirement;
  const filters = filtersOf(candidate.filters);
  if (!opened.meets({ requirement, text: candidate.query, reader, filters })) return false;
  const entry = readable(reader);
  return entry !== undefined && (filters.status === undefined || filters.status === entry.status);
}

/** Whether a record is not the searcher's own, and appeared to them after they saved the search, and not long ago. */
function isNewTo(searcher: Candidate, record: RecordFacts & Arrival, now: Date): boolean {
  const outside = record.becamePublic ? record.changedAt : record.publicAt;
  const appeared = reachThrough("gov read", searcher) ? record.createdAt : outside;
  return searcher.userId !== record.authorId && appeared >= searcher.since && appeared >= newFrom(now);
}

/** What the requirements of each database were last made from. */
const madeFrom = new WeakMap<Database["$client"], string>();

/** Makes the requirements of searches again that were made when tags had other aliases. */
async function makeOutdatedAgain({ db, ledger, clock }: Parts): Promise<void> {
  const { standing } = ledger;
  const current = standing.madeFrom();
  if (madeFrom.get(db.$client) === current) return;
  const yieldIfDue = yieldDuringLongTask();
  for (let after = ""; db.$client.open; ) {
    const some = statement<{ id: string; q: string }>(db, SELECT_OUTDATED).all({ after, current });
    const last = some.at(-1);
    if (!last) break;
    after = last.id;
    await whenUnlocked(db, () =>
      immediateTransaction(db, () => {
        for (const search of some) writeRequirement({ db, standing }, search, clock());
      }),
    );
    await yieldIfDue();
  }
  madeFrom.set(db.$client, current);
}
