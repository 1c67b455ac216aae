import Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { type Database, openDatabaseToCopy, statement } from "#db/open";
import * as schema from "#db/schema";
import { flush } from "~/storage/flush.server";
import { lastAuditRow } from "../audit/chain.server";
import type { Settings } from "../settings.server";
import { type NamedFile, namedFiles } from "../storage/named-files.server";
import { contentFaults } from "./ledger-check.server";
import { checkLedger, LEDGER, type Manifest } from "./set.server";

/*
 * The only step of a backup that touches the database. It runs in the server's process, so it opens the file only
 * through SQLite. Closing it any other way would drop the server's locks on it (docs/sqlite-safety.md).
 */

/** Where the data is stored and where its backups go. */
export type BackupPlace = Pick<Settings, "databasePath" | "uploadsDir" | "backupDir">;

/** What we learned from a copy of the database. */
interface CopiedLedger {
  /** The uploads that its rows refer to. */
  named: NamedFile[];
  lastAudit: Manifest["lastAudit"];
  /** Why a restore would refuse the copy, as text for an operator. It is still the best copy available. */
  problems: string[];
}

/**
 * Copies the database as it is now into one file, deletes the sessions and the addresses of personal feeds in the copy, and
 * checks it as a restore does.
 * @throws Error if the database is unreadable or damaged.
 */
export async function copyLedger(path: string, { databasePath }: BackupPlace): Promise<CopiedLedger> {
  const source = openDatabaseToCopy(databasePath);
  try {
    source.$client.prepare("VACUUM INTO ?").run(path);
  } finally {
    source.$client.close();
  }
  const client = new Sqlite(path);
  const read = takeAccessOut(drizzle(client, { schema }));
  client.close();
  const { pages, repairable } = checkLedger(path);
  if (pages.length > 0) throw new Error(`The database is damaged, so no backup was made: ${pages.join(" ")}`);
  await flush(path);
  const { database, auditLog } = contentFaults(path, read);
  const problems = [...database, ...(auditLog ? [auditLog] : [])].map((fault) => `${LEDGER}: ${fault}`);
  return { ...read, problems: [...repairable, ...problems] };
}

/** Tables of access that a restore must not bring back after its owner ended it. Other tokens expire soon. */
const ACCESS = ["session", "feed_address"];
const SELECT_PRESENT = `
  SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN (SELECT value FROM json_each(?))`;

function takeAccessOut(db: Database): Omit<CopiedLedger, "problems"> {
  // Overwrites the deleted bytes, so that nobody who gets a backup can find a session in it.
  db.$client.pragma("secure_delete = ON");
  // A backup before a migration copies a database that does not have every table yet.
  for (const { name } of statement<{ name: string }>(db, SELECT_PRESENT).all(JSON.stringify(ACCESS))) {
    db.$client.exec(`DELETE FROM "${name}"`);
  }
  return { named: [...namedFiles(db)], lastAudit: lastAuditRow(db) };
}
