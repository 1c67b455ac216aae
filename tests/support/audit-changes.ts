import type Sqlite from "better-sqlite3";

/** Changes the audit log and restores its triggers, as an attacker who hides the change would. */
export function changeAuditLog(client: Sqlite.Database, change: string): void {
  const triggers = client
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit_event'",
    )
    .all();
  for (const { name } of triggers) client.exec(`DROP TRIGGER ${name}`);
  client.exec(change);
  for (const { sql } of triggers) client.exec(sql);
}
