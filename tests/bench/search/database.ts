import type Sqlite from "better-sqlite3";
import type { SearchType } from "#db/enumerations";
import { closeDatabase, type Database, migrateDatabase, openDatabase, refreshStatistics } from "#db/open";
import { readDefinitions, rebuildSearchIndex } from "~/search/check.server";
import { rebuildLedgerIndex } from "~/search/ledger/check.server";
import { createSearch } from "~/search/search.server";
import { comparisonKey } from "~/values/text";
import { report } from "../measure";
import { type CorpusRecord, corpus } from "./corpus";
import { identityOf } from "./identity";
import { countEntries, openLedger } from "./ledger-product";

const RECORDS_PER_TRANSACTION = 1_000;
const CACHE_KILOBYTES = 262_144;
const FIRST_DAY = Date.UTC(2020, 0, 1);
const COMMAND_ID = "bench-command";
const AUTHOR_ID = "bench-author";
const SUBMITTER_ID = "bench-submitter";

/** As long as the service's ids. */
export const idOf = (type: SearchType, recordNumber: number) =>
  `${type}-${recordNumber.toString().padStart(35 - type.length, "0")}`;
export const timeOf = (recordNumber: number) => new Date(FIRST_DAY + recordNumber * 60_000).toISOString();

/**
 * Creates a migrated database with the first records of the corpus, and then their indexes. Triggers that index each
 * record alone would take an hour for a million (`insert-cost.ts` measures what they add).
 */
export async function makeDatabase(path: string, records: number): Promise<void> {
  const db = openDatabase(path);
  migrateDatabase(db);
  // Safe, because only a power failure could damage the file.
  db.$client.pragma("synchronous = OFF");
  db.$client.pragma(`cache_size = -${CACHE_KILOBYTES}`);
  const insert = prepareInserts(db);
  for (const { kind, name, text } of readDefinitions().values()) {
    if (kind === "TRIGGER" && /\bsearch_/.test(text)) db.$client.exec(`DROP TRIGGER ${name}`);
  }
  for (let from = 0; from < records; from += RECORDS_PER_TRANSACTION) {
    db.$client.transaction(() => {
      if (from === 0) insertReferenced(db, insert);
      for (const record of corpus(from === 0 ? 1 : from, Math.min(from + RECORDS_PER_TRANSACTION, records)))
        insert(record);
    })();
  }
  rebuildSearchIndex(db);
  rebuildLedgerIndex(db);
  await indexLedger(db);
  await createSearch(db, { searchBackend: "hybrid", searchSimilarityThreshold: 0.2 }).keepHouse();
  refreshStatistics(db);
  closeDatabase(db);
}

async function indexLedger(db: Database): Promise<void> {
  const started = performance.now();
  await openLedger(db).catchUp(true);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  report("ledger: building its index", `${countEntries(db)} entries, ${seconds} s`, "for information", true);
}

/** Inserts what the records refer to. The first record is an organization, and its user submits. */
function insertReferenced(db: Database, insert: (record: CorpusRecord) => void): void {
  const at = timeOf(0);
  const run = (text: string, ...values: unknown[]) => db.$client.prepare(text).run(...values);
  run(
    `INSERT INTO command (id, name, name_key, abbreviation, abbreviation_key, echelon, created_at, updated_at)
     VALUES (?, 'Bench Command', 'bench command', 'BC', 'bc', 'III', ?, ?)`,
    COMMAND_ID,
    at,
    at,
  );
  for (const first of corpus(0, 1)) insert(first);
  const addUser = (id: string, role: string, industryRole: string | null, organizationId: string | null) =>
    run(
      `INSERT INTO user (id, email, name, role, industry_role, organization_id, password_hash, created_at, updated_at)
       VALUES (?, ?, 'Bench', ?, ?, ?, 'none', ?, ?)`,
      id,
      `${id}@example.com`,
      role,
      industryRole,
      organizationId,
      at,
      at,
    );
  addUser(AUTHOR_ID, "GOV_ADMIN", null, null);
  addUser(SUBMITTER_ID, "INDUSTRY", "INDUSTRY_USER", idOf("organization", 1));
}

/** One in this many organizations has a user. */
const ORGANIZATIONS_WITH_USER = 4;

/** @returns a function that inserts a record of any type, and its user if it has one */
export function prepareInserts({ $client }: Database): (record: CorpusRecord) => void {
  const statements: Record<SearchType, Sqlite.Statement> = {
    organization: $client.prepare(
      `INSERT INTO organization (record_number, id, name, name_key, org_type, status, description, tech_tags, cage_code, uei,
         naics_codes, city, state, poc_name, created_at, updated_at)
       VALUES (:recordNumber, :id, :title, :nameKey, 'COMPANY', 'ACTIVE', :body, :tags, :code, :entity,
         '["541715"]', :city, :state, :person, :at, :at)`,
    ),
    submission: $client.prepare(
      `INSERT INTO submission (record_number, id, organization_id, submitted_by, type, status, title, summary, tech_tags, created_at, updated_at)
       VALUES (:recordNumber, :id, :organizationId, '${SUBMITTER_ID}', 'WHITE_PAPER', 'ROUTED', :title, :body, :tags, :at, :at)`,
    ),
    engagement: $client.prepare(
      `INSERT INTO engagement (record_number, id, title, type, status, date, location, summary, organization_id, command_id, created_by, created_at, updated_at)
       VALUES (:recordNumber, :id, :title, 'DEMO', 'COMPLETED', substr(:at, 1, 10), :tags, :body, :organizationId, '${COMMAND_ID}', '${AUTHOR_ID}', :at, :at)`,
    ),
    call: $client.prepare(
      `INSERT INTO call (record_number, id, title, description, tech_tags, status, author_id, solicitation_number, office_name,
         poc_name, created_at, updated_at)
       VALUES (:recordNumber, :id, :title, :body, :tags, 'OPEN', '${AUTHOR_ID}', :solicitationNumber,
         :city || ' Contracting Office', :person, :at, :at)`,
    ),
  };
  const insertUser = $client.prepare(
    `INSERT INTO user (id, email, name, role, industry_role, organization_id, password_hash, created_at, updated_at)
     VALUES ('user-' || :id, 'user-' || :id || '@example.com', :person, 'INDUSTRY', 'INDUSTRY_USER', :id, 'none', :at, :at)`,
  );
  return (record) => {
    const { type, recordNumber, title } = record;
    const id = idOf(type, recordNumber);
    const identity = identityOf(type, recordNumber);
    statements[type].run({
      ...record,
      ...identity,
      id,
      // That many organizations already exist, whatever the type.
      organizationId: idOf("organization", Math.max(1, Math.floor(recordNumber / 3))),
      nameKey: comparisonKey(title),
      at: timeOf(recordNumber),
    });
    if (type === "organization" && recordNumber % ORGANIZATIONS_WITH_USER === 0)
      insertUser.run({ id, person: identity.person, at: timeOf(recordNumber) });
  };
}
