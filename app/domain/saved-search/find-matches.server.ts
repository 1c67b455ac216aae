import type { IndustryRole, Role } from "#db/enumerations";
import { type Database, immediateTransaction, statement, whenUnlocked } from "#db/open";
import type { Services } from "~/operations/services";
import { yieldDuringLongTask } from "~/values/event-loop";
import type { FoundEntry } from "../../search/ledger/find.server";
import type { LedgerReader } from "../../search/ledger/request.server";
import type { Requirement } from "../../search/ledger/requirement.server";
import type { OpenEntry } from "../../search/ledger/standing.server";
import { readableNow, readerOf } from "../search/reader.server";
import { dueAt } from "./due";
import { factsOf, type RecordFacts } from "./facts.server";
import { writeRequirement } from "./requirement.server";
import { filtersOf } from "./schema";

/** Searches whose requirements one transaction makes again. */
const SEARCHES_AT_ONCE = 50;
/** Candidates that are read together, and matches that are stored together. */
const CANDIDATES_AT_ONCE = 250;

type Parts = Pick<Services, "db" | "ledger" | "clock">;

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
const INSERT_MATCHES = `
  INSERT INTO saved_search_match (saved_search_id, source, source_id, part, due_at)
  SELECT search.id, @source, @sourceId, @part, CASE search.notify WHEN 'DIGEST' THEN @digestAt ELSE @now END
  FROM json_each(@ids) AS given CROSS JOIN saved_search AS search ON search.id = given.value
  WHERE search.notify <> 'NONE'
  ON CONFLICT DO UPDATE SET part = excluded.part WHERE notified_at IS NULL`;
// An entry that was written again meanwhile has another number, and is compared again.
const REMOVE_ARRIVAL = "DELETE FROM search_arrival WHERE arrival_number = ?";
const POSTPONE_ARRIVAL = "UPDATE search_arrival SET due_at = @publicAt WHERE arrival_number = @arrivalNumber";
const SELECT_OUTDATED = `
  SELECT id, query AS q FROM saved_search WHERE made_from IS NOT ? LIMIT ${SEARCHES_AT_ONCE}`;

/**
 * Compares every entry that was written since with the searches that could find it, and stores which do. It works in
 * turns, in short transactions. If it is interrupted, it continues with the same entry.
 */
export async function findNewMatches({ db, ledger, clock }: Parts): Promise<Work> {
  const work = { entries: 0, candidates: 0, evaluated: 0, matches: 0 };
  const yieldIfDue = yieldDuringLongTask();
  await makeOutdatedAgain({ db, ledger, clock });
  const earliest = statement<{ since: string | null }>(db, SELECT_EARLIEST).get()?.since ?? clock().toISOString();
  while (db.$client.open) {
    const now = clock();
    const arrival = statement<Arrival>(db, SELECT_ARRIVAL).get(now.toISOString());
    if (!arrival) break;
    const facts = factsOf(db, arrival.source, arrival.sourceId);
    // Records from before all searches, as after an import, are not worth reading.
    const isOld = facts === null || latestOf(facts) < earliest;
    const opened = isOld ? null : ledger.standing.open(arrival.source, arrival.sourceId, arrival.part);
    if (facts && opened) await storeMatches({ db, clock, work }, { ...arrival, ...facts }, opened, yieldIfDue);
    const isPublicLater = opened?.entry.reach === "PUBLIC" && facts !== null && facts.publicAt > now.toISOString();
    await whenUnlocked(db, () => {
      if (isPublicLater) statement(db, POSTPONE_ARRIVAL).run({ ...arrival, publicAt: facts.publicAt });
      else statement(db, REMOVE_ARRIVAL).run(arrival.arrivalNumber);
    });
    work.entries += 1;
    await yieldIfDue();
  }
  return work;
}

const latestOf = ({ createdAt, publicAt, changedAt }: RecordFacts) =>
  [createdAt, publicAt, changedAt].reduce((latest, instant) => (instant > latest ? instant : latest));

/** Stores the searches that find an entry, among those that share a key with it. */
async function storeMatches(
  { db, clock, work }: Pick<Parts, "db" | "clock"> & { work: Work },
  record: RecordFacts & Arrival,
  opened: OpenEntry,
  yieldIfDue: () => Promise<void>,
): Promise<void> {
  const ids = statement<{ id: string }>(db, SELECT_CANDIDATES).all(JSON.stringify(opened.keys));
  work.candidates += ids.length;
  for (let at = 0; at < ids.length; at += CANDIDATES_AT_ONCE) {
    await yieldIfDue();
    const now = clock();
    const some = JSON.stringify(ids.slice(at, at + CANDIDATES_AT_ONCE).map(({ id }) => id));
    const found: string[] = [];
    const readable = readableOnce(db, opened, now);
    for (const candidate of statement<Candidate>(db, READ_CANDIDATES).all(some)) {
      if (findsRecord(candidate, record, opened, readable, now)) found.push(candidate.id);
      await yieldIfDue();
    }
    if (found.length === 0) continue;
    work.matches += found.length;
    const match = { ...record, now: now.toISOString(), digestAt: dueAt("DIGEST", now), ids: JSON.stringify(found) };
    await whenUnlocked(db, () => immediateTransaction(db, () => statement(db, INSERT_MATCHES).run(match)));
  }
  work.evaluated += opened.evaluated();
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

/** Whether a search finds an entry that its owner may read now, and that is new to them and not their own. */
function findsRecord(
  candidate: Candidate,
  record: RecordFacts & Arrival,
  opened: OpenEntry,
  readable: Readable,
  now: Date,
): boolean {
  const reader = readerOf(candidate);
  if (candidate.userId === record.authorId || !isNewTo(candidate.since, reader.isGovernment, record)) return false;
  const requirement = JSON.parse(candidate.requirement) as Requirement;
  const filters = filtersOf(candidate.filters);
  if (!opened.meets({ requirement, text: candidate.query, reader, filters }, now)) return false;
  const entry = readable(reader);
  return entry !== undefined && (filters.status === undefined || filters.status === entry.status);
}

/** Whether a record appeared to the owner of a search after they saved it. */
function isNewTo(since: string, isGovernment: boolean, record: RecordFacts & Arrival) {
  if (isGovernment) return record.createdAt >= since;
  return (record.becamePublic ? record.changedAt : record.publicAt) >= since;
}

/** What the requirements of each database were last made from. */
const madeFrom = new WeakMap<Database["$client"], string>();

/** Makes the requirements of searches again that were made when tags had other aliases. */
async function makeOutdatedAgain({ db, ledger, clock }: Parts): Promise<void> {
  const { standing } = ledger;
  const current = standing.madeFrom();
  if (madeFrom.get(db.$client) === current) return;
  const yieldIfDue = yieldDuringLongTask();
  while (db.$client.open) {
    const some = statement<{ id: string; q: string }>(db, SELECT_OUTDATED).all(current);
    if (some.length === 0) break;
    await whenUnlocked(db, () =>
      immediateTransaction(db, () => {
        for (const search of some) writeRequirement({ db, standing }, search, clock());
      }),
    );
    await yieldIfDue();
  }
  madeFrom.set(db.$client, current);
}
