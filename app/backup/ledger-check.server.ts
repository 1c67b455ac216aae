import Sqlite from "better-sqlite3";
import { getTableColumns } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { declaredSchema } from "#db/migrate";
import { readSchema, schemaFaults } from "#db/migration-checks";
import { type Migration, readMigrations } from "#db/migration-files";
import { migrationState } from "#db/migration-log";
import type { Database } from "#db/open";
import * as schema from "#db/schema";
import { lastAuditRow, verifyAuditChain } from "../audit/chain.server";
import type { Manifest } from "./set.server";

/** What is wrong with the content of a set's database, as text for an operator. */
interface ContentFaults {
  /** The schema is not the one that its migrations make, or the manifest describes another database. */
  database: string[];
  /** Where its audit log breaks, or null. */
  auditLog: string | null;
}

/**
 * Checks that a set's database has the schema that its own migrations make, and an unbroken audit log that ends where
 * the manifest says. The database of an older version is checked against that version's migrations.
 */
export function contentFaults(path: string, { lastAudit }: Pick<Manifest, "lastAudit">): ContentFaults {
  const client = new Sqlite(path, { readonly: true, fileMustExist: true });
  const database: string[] = [];
  try {
    client.pragma("trusted_schema = OFF");
    const migrations = readMigrations();
    const { applied } = migrationState(client, migrations);
    if (applied.length === 0) return { database: ["it is not a database of this portal."], auditLog: null };
    // Tables and indexes that someone added do nothing by themselves. A trigger or a view could.
    const harmless = [...readSchema(client)].filter(([, { type }]) => type === "table" || type === "index");
    const differences = schemaFaults(declaredSchema(applied), readSchema(client), new Map(harmless));
    database.push(...differences.map((difference) => `its schema was changed: ${difference}.`));
    completeAuditLog(client, migrations);
    const db = drizzle(client, { schema });
    const last = lastAuditRow(db);
    if (last?.hash !== lastAudit?.hash || last?.seq !== lastAudit?.seq) {
      database.push("its audit log does not end where the manifest says.");
    }
    return { database, auditLog: auditFault(db) };
  } catch (error) {
    return { database: [...database, `it cannot be checked: ${messageOf(error)}.`], auditLog: null };
  } finally {
    client.close();
  }
}

/** A changed row can make the log unreadable. That counts as a broken log and does not affect the other checks. */
function auditFault(db: Database): string | null {
  try {
    const { firstBroken } = verifyAuditChain(db);
    return firstBroken ? `its audit log is broken at row ${firstBroken.seq} (${firstBroken.fault}).` : null;
  } catch (error) {
    return `its audit log cannot be checked: ${messageOf(error)}.`;
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

interface Column {
  name: string;
  defaultValue: string | null;
}

const SELECT_COLUMNS = "SELECT name, dflt_value AS defaultValue FROM pragma_table_info('audit_event')";
const columnsOf = (client: Sqlite.Database) => client.prepare<[], Column>(SELECT_COLUMNS).all();

/**
 * Lets this version read an older version's audit log, with default values in newer columns. It creates a temporary
 * view for this connection and writes nothing.
 */
function completeAuditLog(client: Sqlite.Database, migrations: readonly Migration[]): void {
  const own = new Set(columnsOf(client).map(({ name }) => name));
  if (Object.values(getTableColumns(schema.auditEvent)).every(({ name }) => own.has(name))) return;
  const current = new Sqlite(":memory:");
  try {
    for (const { statements } of migrations) for (const statement of statements) current.exec(statement);
    const added = columnsOf(current).filter(({ name }) => !own.has(name));
    const columns = ["*", ...added.map(({ name, defaultValue }) => `${defaultValue ?? "NULL"} AS ${name}`)];
    client.exec(`CREATE TEMP VIEW audit_event AS SELECT ${columns.join(", ")} FROM main.audit_event`);
  } finally {
    current.close();
  }
}
