import { NEWEST_CALLS, type Sizes } from "./sizes";

/*
 * The statements that fill the tables, in the order of their references. Functions are those of `functions.ts`. The
 * triggers are not there meanwhile: `generate.ts` does their work at the end.
 */

const numbersTo = (count: number) =>
  `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${count})`;

/** Answers were promised only in these last days, so older submissions without one are not overdue. */
const PROMISED_DAYS = 730;
const OPEN_DAYS = 28;
const UNREAD_DAYS = 14;

/** @returns statements by what they add */
export function recordStatements(sizes: Sizes): [what: string, statement: string][] {
  const newest = Object.values(NEWEST_CALLS).reduce((sum, count) => sum + count, 0);
  const [open, pending] = [NEWEST_CALLS.OPEN, NEWEST_CALLS.PENDING];
  const place = `n - ${sizes.call - newest}`;
  return [
    [
      "commands",
      `${numbersTo(sizes.command)} INSERT INTO command (id, name, name_key, abbreviation, abbreviation_key, echelon, parent_id, location,
         mission, created_at, updated_at)
       SELECT id('command', n), 'Command ' || n, 'command ' || n, 'C' || n, 'c' || n, iif(n = 1, 'I', iif(n < 10, 'II', 'III')),
         iif(n = 1, NULL, id('command', 1 + n / 10)), city(n), sentence(n), at('command', n), at('command', n) FROM number`,
    ],
    [
      "organizations",
      `${numbersTo(sizes.organization)} INSERT INTO organization (record_number, id, name, name_key, name_skeleton, org_type, status, cage_code,
         uei, naics_codes, set_asides, small_business, website, city, state, poc_name, poc_email, employee_count,
         sam_registration_status, description, tech_tags, created_at, updated_at)
       SELECT n, id('organization', n), title('organization', n), name_key(title('organization', n)), skeleton(title('organization', n)),
         CASE below(n, 1, 10) WHEN 0 THEN 'ACADEMIA' WHEN 1 THEN 'UARC' WHEN 2 THEN 'OTHER' ELSE 'COMPANY' END,
         CASE below(n, 2, 20) WHEN 0 THEN 'NEW' WHEN 1 THEN 'UNDER_REVIEW' WHEN 2 THEN 'WATCHLIST' WHEN 3 THEN 'INACTIVE' ELSE 'ACTIVE' END,
         code(n), entity(n), '["541715","334511"]', iif(n % 3 = 0, '["SMALL_BUSINESS"]', iif(n % 7 = 0, '["SDVOSB"]', '[]')),
         n % 3 = 0 OR n % 7 = 0, 'https://www.example.com/' || n, city(n), state(n), person(n), 'poc-' || n || '@example.com',
         below(n, 3, 900), CASE below(n, 4, 4) WHEN 0 THEN 'PENDING' WHEN 1 THEN 'EXPIRED' ELSE 'ACTIVE' END,
         body('organization', n), tags('organization', n), at('organization', n), later(at('organization', n), below(n, 5, 2000))
       FROM number`,
    ],
    [
      "government users",
      `${numbersTo(sizes.government)} INSERT INTO user (id, email, name, role, command_id, title, password_hash, last_sign_in_at, confirmed_at,
         created_at, updated_at)
       SELECT id('government', n), 'person-' || n || '@agency.example', person(n), role(n),
         iif(role(n) IN ('GOV_SYSTEM_ADMIN', 'GOV_ADMIN'), NULL, id('command', 1 + below(n, 1, ${sizes.command}))), 'Reviewer', 'none',
         at('government', ${sizes.government}), at('government', ${sizes.government}), at('government', n), at('government', n)
       FROM number`,
    ],
    [
      "industry users",
      `${numbersTo(sizes.industry)} INSERT INTO user (id, email, name, role, industry_role, organization_id, password_hash, created_at, updated_at)
       SELECT id('industry', n), 'person-' || n || '@company.example', person(n + 7), 'INDUSTRY',
         iif(n <= ${sizes.organization}, 'INDUSTRY_ADMIN', 'INDUSTRY_USER'),
         id('organization', 1 + (n - 1) % ${sizes.organization}), 'none', at('industry', n), at('industry', n) FROM number`,
    ],
    [
      "preset tags",
      `${numbersTo(200)} INSERT INTO preset_tag (id, label, created_by, created_at)
       SELECT 'tag-' || n, tag(n), id('government', 1), at('government', 1) FROM number`,
    ],
    [
      "followed tags",
      `${numbersTo(sizes.government)} INSERT INTO notification_setting (user_id, kind, enabled, tech_tags, updated_at)
       SELECT id('government', n), 'SUBMISSION_MATCH', 1,
         tag(below(n, 1, 400)) || ',' || tag(400 + below(n, 2, 100)) || ',' || tag(800 + below(n, 3, 200)), at('government', n)
       FROM number WHERE role(n) <> 'GOV_READONLY'`,
    ],
    [
      "calls",
      `${numbersTo(sizes.call)}, given AS (
         SELECT n, CASE WHEN ${place} <= 0 THEN 'CLOSED' WHEN ${place} <= ${open} THEN 'OPEN' WHEN ${place} <= ${open + pending} THEN 'PENDING'
           ELSE 'DRAFT' END AS status FROM number)
       INSERT INTO call (record_number, id, title, description, tech_tags, status, closes_at, releases_at, solicitation_number, notice_type,
         naics_code, poc_name, poc_email, office_name, office_city, office_state, author_id, created_at, updated_at)
       SELECT n, id('call', n), title('call', n), body('call', n), tags('call', n), status,
         CASE status WHEN 'CLOSED' THEN later(at('call', n), 45)
           WHEN 'DRAFT' THEN NULL ELSE strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (3 + 3 * (${place})) || ' days') END,
         CASE status WHEN 'PENDING' THEN strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+' || (2 + ${place} % 30) || ' days') END,
         solicitation(n), 'SOURCES_SOUGHT', '541715', person(n), 'calls@agency.example', city(n) || ' Contracting Office', city(n), state(n),
         id('government', reviewer(n, 1)), at('call', n), at('call', n)
       FROM given`,
    ],
    [
      "announcements",
      `${numbersTo(sizes.announcement)} INSERT INTO announcement (id, title, body, published, published_at, audience, author_id, created_at, updated_at)
       SELECT id('announcement', n), title('engagement', n), body('call', n), n % 50 <> 0, iif(n % 50 <> 0, at('announcement', n), NULL),
         'ALL', id('government', reviewer(n, 1)), at('announcement', n), at('announcement', n)
       FROM number`,
    ],
    [
      "submissions",
      `${numbersTo(sizes.submission)}, timed AS MATERIALIZED (
         SELECT n, at('submission', n) AS created_at, days_old(at('submission', n)) AS age, below(n, 1, 100) AS draw,
           1 + skewed(n, 2, ${sizes.organization}) AS organization FROM number),
       given AS (
         SELECT *, CASE WHEN age < ${OPEN_DAYS} AND draw < 70 OR draw < 2 THEN iif(n % 12 = 0, 'SUBMITTED', 'ROUTED')
           WHEN draw < 92 THEN 'REVIEWED' ELSE 'ARCHIVED' END AS status FROM timed)
       INSERT INTO submission (record_number, id, organization_id, submitted_by, call_id, type, status, title, summary, tech_tags,
         government_tags, routed_at, reviewed_at, reviewed_by, review_delivery, archived_at, owner_id, answer_by, created_at, updated_at)
       SELECT n, id('submission', n), id('organization', organization),
         id('industry', organization + ${sizes.organization} * below(n, 3, 2)),
         iif(n % 10 < 7, id('call', max(1, CAST(n * ${sizes.call - newest}.0 / ${sizes.submission} AS INTEGER) - below(n, 4, 9))), NULL),
         CASE below(n, 5, 8) WHEN 0 THEN 'CAPABILITY_STATEMENT' WHEN 1 THEN 'PITCH_MATERIAL' WHEN 2 THEN 'EVENT_SUMMARY' ELSE 'WHITE_PAPER' END,
         status, title('submission', n), body('submission', n), tags('submission', n), iif(n % 10 = 0, tag(below(n, 6, 50)), ''),
         iif(status = 'SUBMITTED', NULL, created_at), reviewed_at, iif(reviewed_at IS NULL, NULL, reviewer),
         iif(reviewed_at IS NULL, NULL, 'NOTIFIED'), iif(status = 'ARCHIVED', later(created_at, 200), NULL),
         iif(status = 'SUBMITTED' OR n % 3 = 0, NULL, reviewer), iif(age < ${PROMISED_DAYS} AND (reviewed_at IS NULL OR n % 5 > 0), day_after(created_at, 30), NULL),
         created_at, coalesce(reviewed_at, created_at)
       FROM (SELECT *, iif(status IN ('REVIEWED', 'ARCHIVED'), later(created_at, 1 + below(n, 7, ${OPEN_DAYS})), NULL) AS reviewed_at,
         id('government', reviewer(n, 100)) AS reviewer FROM given)`,
    ],
    [
      "matches",
      `INSERT OR IGNORE INTO submission_match (submission_id, user_id, reason, matched_tags, delivery, created_at)
       SELECT id, id('government', reviewer(record_number, salt)), 'TAG', '["sensing"]', 'NOTIFIED', created_at
       FROM submission CROSS JOIN (SELECT 100 AS salt UNION ALL SELECT 101 UNION ALL SELECT 102) WHERE status <> 'SUBMITTED'`,
    ],
    [
      "answers",
      `INSERT INTO submission_outcome (id, submission_id, outcome, body, sent_by, sent_at)
       SELECT 'outcome-' || id, id, CASE record_number % 4 WHEN 0 THEN 'INTERESTED' WHEN 1 THEN 'FORWARDED' ELSE 'NOT_NOW' END,
         'Thank you. ' || sentence(record_number), reviewed_by, reviewed_at
       FROM submission WHERE reviewed_at IS NOT NULL AND record_number % 5 > 0`,
    ],
    [
      "current answers",
      "UPDATE submission SET outcome_id = 'outcome-' || id WHERE reviewed_at IS NOT NULL AND record_number % 5 > 0",
    ],
    [
      "questions",
      `INSERT INTO submission_message (id, submission_id, side, author_id, body, asks_answer, created_at)
       SELECT 'question-' || id, id, 'GOVERNMENT', reviewer, sentence(record_number), 1, later(created_at, 1)
       FROM (SELECT *, id('government', reviewer(record_number, 100)) AS reviewer FROM submission WHERE record_number % 15 = 0)
       UNION ALL
       SELECT 'reply-' || id, id, 'INDUSTRY', submitted_by, sentence(record_number + 1), 0, later(created_at, 3)
       FROM submission WHERE record_number % 15 = 0 AND record_number % 4 > 0`,
    ],
    [
      "review notes",
      `INSERT INTO review_note (id, submission_id, author_id, body, created_at)
       SELECT 'note-' || id, id, id('government', reviewer(record_number, 101)), sentence(record_number + 2), later(created_at, 2)
       FROM submission WHERE record_number % 8 = 0`,
    ],
    [
      "assessments",
      `INSERT INTO assessment (id, submission_id, author_id, is_conclusion, relevance, next_step, comment, created_at, updated_at)
       SELECT 'assessment-' || id, id, id('government', reviewer(record_number, 102)), record_number % 2, 'MEDIUM', 'WAIT',
         sentence(record_number + 3), later(created_at, 2), later(created_at, 2)
       FROM submission WHERE record_number % 6 = 0`,
    ],
    [
      "opinions asked",
      `INSERT OR IGNORE INTO review_opinion (submission_id, user_id, asked_by, asked_at)
       SELECT id, id('government', reviewer(record_number, 102)), id('government', reviewer(record_number, 100)), created_at
       FROM submission WHERE record_number % 18 = 0`,
    ],
    [
      "missed promises",
      `INSERT INTO promise_escalation (submission_id, level, created_at)
       SELECT id, level, later(created_at, 60) FROM submission CROSS JOIN (SELECT 'LEAD' AS level UNION ALL SELECT 'ADMINISTRATORS')
       WHERE answer_by IS NOT NULL AND outcome_id IS NULL AND answer_by < date('now')`,
    ],
    [
      "engagements",
      `${numbersTo(sizes.engagement)}, given AS (
         SELECT n, at('engagement', n) AS created_at, 1 + skewed(n, 1, ${sizes.organization}) AS organization FROM number)
       INSERT INTO engagement (record_number, id, title, type, status, date, location, summary, organization_id, command_id, created_by,
         created_at, updated_at, start_time, end_time)
       SELECT n, id('engagement', n), title('engagement', n), CASE below(n, 2, 4) WHEN 0 THEN 'ONE_ON_ONE' WHEN 1 THEN 'BRIEFING' ELSE 'DEMO' END,
         CASE WHEN days_old(created_at) < 30 THEN 'PLANNED' WHEN below(n, 3, 10) = 0 THEN 'FOLLOW_UP' WHEN n % 3 = 0 THEN 'COMPLETED' ELSE 'CLOSED' END,
         day_after(created_at, 30) || 'T00:00:00.000Z', tags('engagement', n), body('engagement', n), id('organization', organization),
         id('command', 1 + below(n, 4, ${sizes.command})), id('government', reviewer(n, 5)), created_at, created_at, '09:00', '10:30'
       FROM given`,
    ],
    [
      "engagements' organizations",
      `INSERT OR IGNORE INTO engagement_organization (engagement_id, organization_id, position)
       SELECT id, organization_id, 0 FROM engagement
       UNION ALL SELECT id, id('organization', 1 + skewed(record_number, 6, ${sizes.organization})), 1 FROM engagement`,
    ],
    [
      "engagements' attendees",
      `INSERT OR IGNORE INTO engagement_attendee (engagement_id, user_id, added_at)
       SELECT id, id('government', reviewer(record_number, salt)), created_at
       FROM engagement CROSS JOIN (SELECT 5 AS salt UNION ALL SELECT 6 UNION ALL SELECT 7)`,
    ],
    [
      "engagements' tasks",
      `INSERT INTO engagement_task (id, engagement_id, text, owner_id, due_date, done_at, done_by, created_by, created_at, updated_at)
       SELECT 'task-' || id, id, sentence(record_number), id('government', reviewer(record_number, 6)), substr(date, 1, 10),
         iif(days_old(created_at) > 60, created_at, NULL), iif(days_old(created_at) > 60, created_by, NULL), created_by, created_at, created_at
       FROM engagement`,
    ],
    [
      "engagements' notes",
      `INSERT INTO engagement_note (id, engagement_id, author_id, body, created_at)
       SELECT 'note-' || id, id, created_by, sentence(record_number + 4), created_at FROM engagement WHERE record_number % 2 = 0`,
    ],
    [
      "notes on organizations",
      `${numbersTo(sizes.dialogue)} INSERT INTO organization_dialogue_note (id, organization_id, author_id, body, created_at)
       SELECT id('dialogue', n), id('organization', 1 + skewed(n, 1, ${sizes.organization})), id('government', reviewer(n, 2)), sentence(n),
         at('dialogue', n) FROM number`,
    ],
    [
      "notifications of reviewers",
      `INSERT INTO notification (id, user_id, kind, title, body, link_url, read, submission_id, created_at)
       SELECT 'match-' || submission_match.rowid, user_id, 'SUBMISSION_MATCH', 'New submission: ' || title, 'Routed to you by its tags.',
         '/gov/organizations/' || organization_id || '?submission=' || submission.id,
         days_old(submission.created_at) > iif(substr(user_id, -1) = '0', ${PROMISED_DAYS}, ${UNREAD_DAYS}), submission.id, submission.created_at
       FROM submission_match JOIN submission ON submission.id = submission_id WHERE submission_match.rowid % 2 = 0`,
    ],
    [
      "notifications of submitters",
      `INSERT INTO notification (id, user_id, kind, title, body, link_url, read, submission_id, created_at)
       SELECT 'review-' || id, submitted_by, 'SYSTEM', 'Reviewed: ' || title, 'A reviewer has read it.', '/portal/submissions/' || id,
         days_old(reviewed_at) > ${UNREAD_DAYS}, id, reviewed_at FROM submission WHERE reviewed_at IS NOT NULL AND record_number % 2 = 0`,
    ],
    [
      "followed calls",
      `INSERT OR IGNORE INTO call_follow (user_id, call_id, created_at)
       SELECT id('industry', 1 + below(record_number * 40 + place, 8, ${sizes.industry})), call.id, call.created_at
       FROM call CROSS JOIN (${numbersTo(30)} SELECT n AS place FROM number) WHERE status = 'OPEN'`,
    ],
  ];
}
