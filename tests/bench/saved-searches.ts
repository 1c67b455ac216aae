import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { closeDatabase, type Database, openDatabase } from "#db/open";
import { seededRandom } from "~/demo/stage/random";
import { findNewMatches, type Work } from "~/domain/saved-search/find-matches.server";
import { notifyOfMatches } from "~/domain/saved-search/notify.server";
import { writeRequirement } from "~/domain/saved-search/requirement.server";
import { createLedgerSearch, type LedgerSearch } from "~/search/ledger/ledger-search.server";
import { readSettings } from "~/settings.server";
import { median, percentile, report } from "./measure";
import { corpus } from "./search/corpus";
import { makeDatabase, prepareInserts, timeOf } from "./search/database";
import { makeClasses } from "./search/queries";

/*
 * What a new record costs when people have saved 10,000 searches: the time after its write in which the process compares
 * it, without waiting for turns. The corpus and the queries are those of the search's benchmark.
 */

const RECORDS = 5_000;
const SEARCHES = 10_000;
const ADDED = 200;
const WARM_UP = 20;
const PEOPLE = 500;
const MOST_MILLISECONDS = 50;
/** Before the records of the corpus, so that all of them are new. */
const SAVED_AT = "2019-01-01T00:00:00.000Z";

const folder = mkdtempSync(join(tmpdir(), "saved-searches-"));
try {
  const path = join(folder, "ledger.sqlite");
  await makeDatabase(path, RECORDS);
  const db = openDatabase(path);
  const settings = readSettings({ DATABASE_PATH: path, UPLOADS_DIR: folder, LOG_LEVEL: "silent" });
  const deployment = { ...settings, codeTables: { NAICS: null, PSC: null } };
  const ledger = createLedgerSearch(db, deployment, (_record, error) => {
    throw error;
  });
  await ledger.catchUp();
  saveSearches(db, ledger);
  // What was indexed before is not measured.
  db.$client.exec("DELETE FROM search_arrival");

  const log = pino({ level: "silent" });
  const insert = prepareInserts(db);
  const before = process.memoryUsage().heapUsed;
  const measured: { milliseconds: number; notifying: number; work: Work }[] = [];
  for (const record of corpus(RECORDS, RECORDS + ADDED + WARM_UP)) {
    insert(record);
    await ledger.catchUp();
    // The records of the corpus are of earlier years.
    const clock = () => new Date(timeOf(record.recordNumber));
    const started = process.cpuUsage();
    const work = await findNewMatches({ db, ledger, clock, log });
    const milliseconds = millisecondsSince(started);
    const found = process.cpuUsage();
    await notifyOfMatches({ db, ledger, clock, log });
    measured.push({ milliseconds, notifying: millisecondsSince(found), work });
  }
  const timed = measured.slice(WARM_UP);
  const times = timed.map(({ milliseconds }) => milliseconds);
  const most = percentile(times, 0.95);
  const figure = `${median(times).toFixed(1)} ms, 95% within ${most.toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms`;
  report(
    `a new record with ${SEARCHES} saved searches`,
    figure,
    `95% within ${MOST_MILLISECONDS} ms`,
    most <= MOST_MILLISECONDS,
  );
  const notifying = timed.map((each) => each.notifying);
  const added = `${median(notifying).toFixed(1)} ms, 95% within ${percentile(notifying, 0.95).toFixed(1)} ms`;
  report("notifying the owners of those that find it", added, "for information", true);
  const mean = (of: (work: Work) => number) =>
    (timed.reduce((sum, { work }) => sum + of(work), 0) / timed.length).toFixed(0);
  const counts = `${mean((work) => work.candidates)} candidates, ${mean((work) => work.evaluated)} expressions, ${mean((work) => work.matches)} found`;
  report("mean work for it", counts, "for information", true);
  const grown = (process.memoryUsage().heapUsed - before) / 2 ** 20;
  report("memory that stayed in use", `${grown.toFixed(0)} MB`, "for information", true);
  closeDatabase(db);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Saves queries of every class of the search's benchmark. Half belongs to government, half to companies. */
function saveSearches(db: Database, ledger: LedgerSearch): void {
  const { $client } = db;
  const random = seededRandom(5);
  const classes = makeClasses(db, RECORDS, Math.ceil(SEARCHES / 12));
  const queries = classes.flatMap((each) => each.queries.map(({ text }) => text)).slice(0, SEARCHES);
  while (queries.length < SEARCHES) queries.push(random.pick(queries));
  const [organization] = $client.prepare<[], string>("SELECT id FROM organization LIMIT 1").pluck().all();
  const addPerson = $client.prepare(
    `INSERT INTO user (id, email, name, role, industry_role, organization_id, password_hash, created_at, updated_at)
     VALUES (@id, @id || '@example.com', 'Bench', @role, @industryRole, @organizationId, 'none', '${SAVED_AT}', '${SAVED_AT}')`,
  );
  const addSearch = $client.prepare(
    `INSERT INTO saved_search (id, user_id, name, name_key, query, filters, notify, since, created_at, updated_at)
     VALUES (@id, @userId, @id, @id, @q, '{}', 'IMMEDIATE', '${SAVED_AT}', '${SAVED_AT}', '${SAVED_AT}')`,
  );
  $client.transaction(() => {
    for (let number = 0; number < PEOPLE; number += 1) {
      const company = { role: "INDUSTRY", industryRole: "INDUSTRY_USER", organizationId: organization };
      const government = { role: "GOV_POC", industryRole: null, organizationId: null };
      addPerson.run({ id: `person-${number}`, ...(number % 2 === 0 ? government : company) });
    }
    for (const [number, q] of queries.entries()) {
      const id = `search-${number}`;
      addSearch.run({ id, userId: `person-${number % PEOPLE}`, q });
      writeRequirement({ db, standing: ledger.standing }, { id, q }, new Date());
    }
  })();
}
