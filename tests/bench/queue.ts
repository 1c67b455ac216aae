import { closeDatabase, type Database, openDatabase, refreshStatistics } from "#db/open";
import { SUBMISSION_VIEWS } from "~/domain/submission/rules";
import { readSettings } from "~/settings.server";
import { seedDemonstration } from "../../app/demo/seed";
import { makePlace } from "../support/server-process";
import { measurePages } from "./pages";

const SUBMISSIONS = 100_000;
/** Government users besides those of the demonstration. */
const COLLEAGUES = 100;

/**
 * Measures what the first page of each view of the review queue costs with 100,000 submissions. Of a hundred, six wait for
 * an answer within four weeks of their arrival. The others were answered in the last years. Every seventh has a question,
 * and each was routed to three of about 100 people, so everyone has about 3,000.
 */
export async function benchQueue(): Promise<void> {
  const place = makePlace();
  const settings = readSettings({ ...place.settings, NODE_ENV: "production", LOG_LEVEL: "error" });
  await seedDemonstration(settings, new Date());
  const db = openDatabase(settings.databasePath);
  insertSubmissions(db);
  refreshStatistics(db);
  closeDatabase(db);
  const views = SUBMISSION_VIEWS.map((view) => `/gov/submissions?view=${view}`);
  await measurePages(place, [
    ["reviewer", views],
    ["administrator", views],
  ]);
}

const STATEMENTS = [
  `INSERT INTO submission (id, organization_id, submitted_by, type, status, title, summary, tech_tags, owner_id, answer_by,
     reviewed_at, reviewed_by, created_at, updated_at)
   SELECT id, (SELECT organization_id FROM user WHERE email = @submitter),
     (SELECT id FROM user WHERE email = @submitter), 'WHITE_PAPER',
     CASE WHEN open THEN iif(n % 5 = 0, 'SUBMITTED', 'ROUTED') ELSE iif(n % 10 = 7, 'ARCHIVED', 'REVIEWED') END,
     'Paper ' || n, 'A paper of the benchmark.', 'autonomy', iif(open AND n % 3 = 0, NULL, reviewer),
     date(created_at, '+28 days'), iif(open, NULL, created_at), iif(open, NULL, reviewer), created_at, created_at
   FROM given`,
  `INSERT INTO submission_match (submission_id, user_id, reason, matched_tags, delivery, created_at)
   SELECT given.id, user.id, 'TAG', '[]', 'NOTIFIED', created_at
   FROM given CROSS JOIN numbered AS user WHERE user.place IN ((n * 7) % people, (n * 7 + 1) % people, (n * 7 + 2) % people)`,
  `INSERT INTO submission_outcome (id, submission_id, outcome, body, sent_by, sent_at)
   SELECT 'outcome-' || id, id, 'NOT_NOW', '', reviewer, created_at FROM given WHERE NOT open`,
  "UPDATE submission SET outcome_id = 'outcome-' || id WHERE id IN (SELECT id FROM given WHERE NOT open)",
  `INSERT INTO submission_message (id, submission_id, side, author_id, body, asks_answer, created_at)
   SELECT 'message-' || id, id, 'GOVERNMENT', reviewer, 'How far?', 1, created_at FROM given WHERE n % 7 = 0`,
];

function insertSubmissions({ $client }: Database): void {
  const triggers = $client
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all();
  $client.transaction(() => {
    // Search and change feeds are not measured here.
    for (const { name } of triggers) $client.exec(`DROP TRIGGER "${name}"`);
    $client.exec(`
      INSERT INTO user (id, email, name, role, password_hash, created_at, updated_at)
        WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${COLLEAGUES})
        SELECT 'colleague-' || n, 'colleague-' || n || '@agency.example', 'Colleague ' || n, 'GOV_POC', 'none', now, now
        FROM counted, (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS now);
      CREATE TEMP TABLE numbered AS
        SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS people FROM user
        WHERE role IN ('GOV_POC', 'GOV_COMMAND_LEAD', 'GOV_ADMIN');
      CREATE TEMP TABLE given AS
        WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${SUBMISSIONS})
        SELECT n, printf('benchmark-%06d', n) AS id, n % 100 < 6 AS open,
          (SELECT id FROM numbered WHERE place = n % people) AS reviewer,
          strftime('%Y-%m-%dT%H:%M:%fZ', 'now', iif(n % 100 < 6, -(n % 28), -30 - n / 100) || ' days') AS created_at
        FROM counted;`);
    const submitter = $client
      .prepare<[], string>("SELECT email FROM user WHERE organization_id IS NOT NULL LIMIT 1")
      .pluck()
      .get();
    for (const text of STATEMENTS) {
      const statement = $client.prepare(text);
      if (text.includes("@submitter")) statement.run({ submitter });
      else statement.run();
    }
    for (const { sql } of triggers) $client.exec(sql);
  })();
}
