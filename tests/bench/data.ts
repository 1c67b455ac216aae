import { randomBytes } from "node:crypto";
import { v7 as newId } from "uuid";
import type { Database } from "#db/open";
import { announcement, call, notificationSetting, organization, user } from "#db/schema";
import { createSession } from "~/operations/session.server";
import { readSettings } from "~/settings.server";

const NOW = new Date();
const times = { createdAt: NOW.toISOString(), updatedAt: NOW.toISOString() };

type Writer = Pick<Database, "insert">;

/** Inserts a user without a usable password: an industry user if there is an organization, else a government user. @returns its id */
function insertUser(db: Writer, email: string, name: string, organizationId?: string): string {
  const id = newId();
  const role = organizationId
    ? ({ role: "INDUSTRY", industryRole: "INDUSTRY_USER", organizationId } as const)
    : ({ role: "GOV_ADMIN" } as const);
  db.insert(user)
    .values({ id, email, name, ...role, passwordHash: "none", ...times })
    .run();
  return id;
}

/** Inserts an organization with people, each with a session. @returns the session tokens */
export function addSubmitters(db: Database, people: number): string[] {
  const organizationId = newId();
  db.insert(organization)
    .values({ id: organizationId, name: "Bench Systems", nameKey: "bench systems", orgType: "COMPANY", ...times })
    .run();
  const settings = readSettings({});
  return Array.from({ length: people }, (_unused, index) => {
    const id = insertUser(db, `bench-${index}@example.com`, `Bench ${index}`, organizationId);
    const client = { ip: "127.0.0.1", userAgent: null };
    return createSession({ db, settings, randomBytes }, { id, sessionVersion: 1 }, client, NOW);
  });
}

/**
 * Adds industry users with different settings. Of every ten, one has turned announcements off, two have turned them on,
 * three filter by tags (which passes an announcement without tags), and four have no setting.
 */
export function addIndustry(db: Database, people: number): void {
  const organizationId = newId();
  db.transaction((tx) => {
    tx.insert(organization)
      .values({ id: organizationId, name: "Bench Industry", nameKey: "bench industry", orgType: "COMPANY", ...times })
      .run();
    for (let index = 0; index < people; index += 1) {
      const id = insertUser(tx, `industry-${index}@example.com`, `Industry ${index}`, organizationId);
      const share = index % 10;
      if (share > 5) continue;
      const setting = { enabled: share !== 0, techTags: share > 2 ? "autonomy,edge computing,sensing" : "" };
      tx.insert(notificationSetting)
        .values({ userId: id, kind: "ANNOUNCEMENT", ...setting, updatedAt: times.updatedAt })
        .run();
    }
  });
}

/** Inserts a user who may publish. @returns a session token */
export function addPublisher(db: Database): string {
  const id = insertUser(db, "publisher@example.gov", "Publisher");
  const client = { ip: "127.0.0.1", userAgent: null };
  return createSession({ db, settings: readSettings({}), randomBytes }, { id, sessionVersion: 1 }, client, NOW);
}

/** Adds open calls with texts of typical length. */
export function addOpenCalls(db: Database, count: number): void {
  const authorId = insertUser(db, "author@example.gov", "Author");
  for (let index = 0; index < count; index += 1) {
    // None in its last days, when its page changes by the hour.
    const closesAt = new Date(NOW.getTime() + (index + 3) * 86_400_000).toISOString();
    db.insert(call)
      .values({
        id: newId(),
        title: `Call for technology number ${index}`,
        description: "The office seeks mature technology that can be shown within a year. ".repeat(8),
        techTags: "autonomy,edge computing,sensing",
        status: "OPEN",
        closesAt,
        authorId,
        ...times,
      })
      .run();
  }
}

/** Adds published announcements with texts of typical length. */
export function addAnnouncements(db: Database, count: number): void {
  const authorId = insertUser(db, "editor@example.gov", "Editor");
  for (let index = 0; index < count; index += 1) {
    const publishedAt = new Date(NOW.getTime() - (index + 1) * 3_600_000).toISOString();
    db.insert(announcement)
      .values({
        id: newId(),
        title: `Announcement number ${index}`,
        body: "The office moves its forum to another month, and asks everyone to register again. ".repeat(8),
        published: true,
        publishedAt,
        authorId,
        ...times,
      })
      .run();
  }
}

/** A PDF document of exactly this size, filled with a comment. */
export function pdfOfSize(bytes: number): Buffer {
  const head = Buffer.from("%PDF-1.7\n%");
  const tail = Buffer.from("\ntrailer<</Root 1 0 R>>\n%%EOF\n");
  return Buffer.concat([head, Buffer.alloc(bytes - head.length - tail.length, "x"), tail]);
}

/** A submission's form with a file. */
export function submissionForm(file: Buffer): FormData {
  const form = new FormData();
  form.set("type", "WHITE_PAPER");
  form.set("title", "A paper about autonomy");
  form.set("summary", "What we can do, in a few words.");
  form.set("techTags", "autonomy,sensing");
  form.set("file", new Blob([new Uint8Array(file)], { type: "application/pdf" }), "paper.pdf");
  return form;
}

/** How many records of each kind a ledger has. */
export interface LedgerSize {
  organizations: number;
  submissions: number;
  engagements: number;
  calls: number;
}

/** The n-th id of a kind, as long as the service's ids. */
const idIn = (kind: string, n: string) => `printf('${kind}-0000-7000-8000-%012x', ${n})`;
/** The n-th time. Each is a second after the previous one. */
const instantOf = (n: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + ${n}, 'unixepoch')`;
const numbersTo = (count: number) =>
  `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${count})`;
const PROSE = 'The office met the people who make it, "saw" it turn, and asked for a second look; déjà vu. ';
const proseOf = (times: number) => `'${PROSE.repeat(times)}'`;

/**
 * Adds records of all kinds with texts of typical length. Each engagement has three organizations. The search index does
 * not contain them, because indexing takes longer than everything that we measure.
 */
export function addLedger({ $client }: Database, size: LedgerSize): void {
  const triggers = $client
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all();
  for (const { name } of triggers) $client.exec(`DROP TRIGGER "${name}"`);
  $client.transaction(() => {
    const at = instantOf("n");
    $client.exec(`
      INSERT INTO command (id, name, name_key, abbreviation, abbreviation_key, echelon, created_at, updated_at)
        VALUES ('bench-command', 'Bench Command', 'bench command', 'BC', 'bc', 'III', '${times.createdAt}', '${times.createdAt}');
      INSERT INTO user (id, email, name, role, password_hash, created_at, updated_at)
        VALUES ('bench-author', 'bench-author@example.gov', 'Author', 'GOV_ADMIN', 'none', '${times.createdAt}', '${times.createdAt}');
      ${numbersTo(size.organizations)} INSERT INTO organization (id, name, name_key, org_type, status, naics_codes,
          set_asides, small_business, website, city, state, poc_name, poc_email, employee_count, description, tech_tags, created_at, updated_at)
        SELECT ${idIn("0rganiza", "n")}, 'Société Bench, ' || n, 'bench ' || n, 'COMPANY', 'ACTIVE', '["541715","334511"]',
          '["SMALL_BUSINESS"]', 1, 'https://www.example.com/' || n, 'Arlington', 'VA', 'Pat Poc', 'poc-' || n || '@example.com', n % 500,
          ${proseOf(4)}, 'autonomy,edge computing,sensing', ${at}, ${at} FROM number;
      ${numbersTo(size.calls)} INSERT INTO call (id, title, description, tech_tags, status, author_id, created_at, updated_at)
        SELECT ${idIn("0000ca11", "n")}, 'Call for technology number ' || n, ${proseOf(8)}, 'autonomy,sensing', 'OPEN', 'bench-author', ${at}, ${at}
        FROM number;
      ${numbersTo(size.submissions)} INSERT INTO submission (id, organization_id, submitted_by, call_id, type, status, title,
          summary, tech_tags, created_at, updated_at)
        SELECT ${idIn("00005bb3", "n")}, ${idIn("0rganiza", `1 + n % ${size.organizations}`)}, 'bench-author', ${idIn("0000ca11", `1 + n % ${size.calls}`)},
          'WHITE_PAPER', 'ROUTED', 'A paper, number ' || n, ${proseOf(6)}, 'autonomy', ${at}, ${at} FROM number;
      ${numbersTo(size.engagements)} INSERT INTO engagement (id, title, type, status, date, location, summary, organization_id,
          command_id, created_by, created_at, updated_at)
        SELECT ${idIn("000e9a9e", "n")}, 'Demonstration, number ' || n, 'DEMO', 'COMPLETED', substr(${at}, 1, 10) || 'T00:00:00.000Z',
          'Arlington, VA', ${proseOf(4)}, ${idIn("0rganiza", `1 + n % ${size.organizations}`)}, 'bench-command', 'bench-author', ${at}, ${at}
        FROM number;`);
    for (let position = 0; position < 3; position += 1) {
      const participant = idIn("0rganiza", `1 + (n + ${position * 7}) % ${size.organizations}`);
      $client.exec(`${numbersTo(size.engagements)} INSERT INTO engagement_organization
        SELECT ${idIn("000e9a9e", "n")}, ${participant}, ${position} FROM number`);
    }
  })();
  for (const { sql } of triggers) $client.exec(sql);
}
