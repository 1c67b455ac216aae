import type Sqlite from "better-sqlite3";
import { appendInOneChain } from "./legacy-audit";

/*
 * Adds two rows to every table of a database of any version. Row 1 refers to row 1 of other tables, row 2 to row 2. Columns
 * get a value of their type. VALUES has the others, which a CHECK constraint or a test needs.
 */

type Value = string | number | Buffer | null;
type ValueOfRow = Value | ((row: number) => Value);

const ROWS = [1, 2];
const AT = "2026-03-02T15:00:00.000Z";
/** More than two chunks of an attachment. */
const LARGE_BYTES = 2_500_000;

const VALUES: Record<string, Record<string, ValueOfRow>> = {
  assessment: { relevance: "HIGH", readiness_level: 4, next_step: "MEET", answers: "{}" },
  assessment_question: { kind: "TEXT" },
  account_link: { purpose: "PASSWORD" },
  call: { status: "OPEN" },
  command: { parent_id: (row) => (row === 1 ? null : "command-1") },
  document_text: { source: "submission", source_id: (row) => `submission-${row}` },
  engagement: { type: "DEMO", status: "PLANNED" },
  engagement_attachment_content: { bytes: (row) => Buffer.alloc(row === 1 ? LARGE_BYTES : 1, `bytes ${row}`) },
  identity_request: { user_id: null, session_version: null, link_hash: null },
  form_receipt: { result: "{}" },
  invitation: { industry_role: "INDUSTRY_USER" },
  mail_setting: { kind: "SUBMISSION_MATCH", frequency: "DAILY" },
  notification: { kind: "SUBMISSION_MATCH" },
  notification_setting: { kind: "SUBMISSION_MATCH" },
  organization: { org_type: "COMPANY", description: "Makes quiet rotors." },
  outbox: { kind: "DIGEST", frequency: "DAILY" },
  pending_delivery: {
    notice: JSON.stringify({ kind: "ANNOUNCEMENT", title: "t", body: "b", linkUrl: null, tags: [], now: AT }),
  },
  promise_escalation: { level: "LEAD" },
  record_change: { type: "organization", record_id: (row) => `removed-${row}`, is_removed: 1 },
  registration_draft: { answers: "{}" },
  saved_search: { filters: "{}", notify: "NONE" },
  search_change: { type: "organization" },
  search_entry: { type: "organization", reach: "GOVERNMENT" },
  submission: { type: "WHITE_PAPER", status: "ROUTED" },
  submission_message: { side: "GOVERNMENT" },
  submission_outcome: { outcome: "INTERESTED" },
  submission_match: { reason: "TAG", delivery: "NOTIFIED", matched_tags: "[]" },
  upkeep_result: { task: (row) => (row === 1 ? "BACKUP" : "AUDIT_LOG_CHECK") },
  // The first is a government user, the second an industry user.
  user: {
    role: (row) => (row === 1 ? "GOV_POC" : "INDUSTRY"),
    industry_role: (row) => (row === 1 ? null : "INDUSTRY_ADMIN"),
    organization_id: (row) => (row === 1 ? null : "organization-2"),
    command_id: (row) => (row === 1 ? "command-1" : null),
  },
};

interface Column {
  name: string;
  type: string;
  isRequired: 0 | 1;
  fallback: string | null;
  isKey: number;
}
interface Reference {
  from: string;
  table: string;
  to: string;
}

/** The tables of the service, without those of SQLite and Drizzle. */
export const tablesOf = (client: Sqlite.Database): string[] =>
  client
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
         AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> '__drizzle_migrations' ORDER BY name`,
    )
    .pluck()
    .all();

export const referencesOf = (client: Sqlite.Database, table: string): Reference[] =>
  client.prepare<[string], Reference>('SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)').all(table);

/** Adds two rows to every table. */
export function populate(client: Sqlite.Database): void {
  client.pragma("foreign_keys = OFF");
  for (const table of tablesOf(client)) {
    const columns = client
      .prepare<[string], Column>(
        `SELECT name, type, "notnull" AS isRequired, dflt_value AS fallback, pk AS isKey FROM pragma_table_info(?)`,
      )
      .all(table);
    // Audit rows need a valid chain, because a restore checks it.
    const add = table === "audit_event" ? appendPageview : insert;
    for (const row of ROWS) add(client, table, columns, row);
  }
  client.pragma("foreign_keys = ON");
}

function appendPageview(client: Sqlite.Database, table: string, _columns: readonly Column[], row: number): void {
  appendInOneChain(
    { $client: client },
    { id: `${table}-${row}`, created_at: AT, event: "pageview", path: "/", ip: `203.0.113.${row}` },
  );
}

function insert(client: Sqlite.Database, table: string, columns: readonly Column[], row: number): void {
  const references = referencesOf(client, table);
  const given = columns.flatMap((column): [string, Value][] => {
    const value = VALUES[table]?.[column.name];
    if (value !== undefined) return [[column.name, typeof value === "function" ? value(row) : value]];
    const reference = references.find(({ from }) => from === column.name);
    if (reference) return [[column.name, `${reference.table}-${row}`]];
    if (column.name === "id") return [["id", `${table}-${row}`]];
    // Triggers have already used the first numbers.
    if (column.type === "INTEGER" && column.isKey > 0) return [[column.name, isLog(table) ? 1000 + row : row]];
    if (column.isRequired === 0 || column.fallback !== null) return [];
    return [[column.name, plainValue(table, column, row)]];
  });
  client
    .prepare(
      `INSERT INTO "${table}" (${given.map(([name]) => `"${name}"`).join(", ")}) VALUES (${given.map(() => "?").join(", ")})`,
    )
    .run(...given.map(([, value]) => value));
}

const isLog = (table: string) => table.endsWith("_change") || table === "search_stale";

function plainValue(table: string, { name, type }: Column, row: number): Value {
  if (type === "INTEGER") return row;
  if (type === "BLOB") return Buffer.from(`${table} ${name} ${row}`);
  return name.endsWith("_at") ? AT : `${table} ${name} ${row}`;
}

/** Every row of every table as sorted text, to compare before and after. */
export function rowsOf(client: Sqlite.Database, columnsOf = namesOfColumns(client)): Map<string, string[]> {
  return new Map(
    [...columnsOf].map(([table, names]) => [
      table,
      client
        .prepare<[], Value[]>(`SELECT ${names.map((name) => `"${name}"`).join(", ")} FROM "${table}"`)
        .raw()
        .all()
        .map((row) => JSON.stringify(row))
        .sort(),
    ]),
  );
}

/** The names of the columns of every table. */
export const namesOfColumns = (client: Sqlite.Database): Map<string, string[]> =>
  new Map(
    tablesOf(client).map((table) => [
      table,
      client.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck().all(table),
    ]),
  );
