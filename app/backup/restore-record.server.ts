import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { v7 as uuid } from "uuid";
import { migrateDatabase } from "#db/migrate";
import * as schema from "#db/schema";
import { type AuditRecord, appendAudit, type ChainMark, chainMark } from "../audit/chain.server";
import { digestOf } from "./durable.server";
import { MANIFEST, type VerifiedSet } from "./set.server";

/**
 * Records the restore in the audit log of the staged database, before that is put in place. So the restored database
 * always has the record. The file stays one without a write-ahead log.
 * @param databasePath the database to replace, if it exists
 */
export function recordRestore(staged: string, databasePath: string, set: VerifiedSet, now: Date): void {
  const { folder, manifest, signedBy, brokenAuditLog, databaseFaults, withoutUploads } = set;
  recordInStaged(staged, "ledger_restored", now, {
    targetType: "ledger",
    targetId: basename(folder),
    details: {
      before: { lastAudit: markOf(databasePath) },
      after: {
        lastAudit: manifest.lastAudit,
        createdAt: manifest.createdAt,
        manifestSha256: digestOf(join(folder, MANIFEST)).sha256,
        signedBy,
        ...(brokenAuditLog !== null && { brokenAuditLog }),
        ...(databaseFaults.length > 0 && { databaseFaults }),
        ...(withoutUploads.length > 0 && { withoutUploads }),
      },
    },
  });
}

/** Appends an event to the audit log of a database that no server has open, and brings it to this version. */
export function recordInStaged(
  staged: string,
  event: "ledger_restored" | "ledger_promoted",
  now: Date,
  record: AuditRecord,
): void {
  const client = new Sqlite(staged);
  try {
    client.pragma("synchronous = FULL");
    client.pragma("trusted_schema = OFF");
    const db = drizzle(client, { schema });
    // Migrates an older version's database now. The next start would do so anyway.
    migrateDatabase(db);
    const origin = {
      id: uuid(),
      at: now.toISOString(),
      actor: null,
      ip: "localhost",
      userAgent: null,
      requestId: uuid(),
    };
    client.transaction(() => appendAudit(db, origin, event, record)).immediate();
  } finally {
    client.close();
  }
}

/** The end of the audit log that is being replaced, or null if there is none or it cannot be read. */
export function markOf(databasePath: string): ChainMark | null {
  if (!existsSync(databasePath)) return null;
  try {
    // Read-only, because we set this database aside unchanged, with its write-ahead log.
    const client = new Sqlite(databasePath, { readonly: true, fileMustExist: true });
    try {
      return chainMark(drizzle(client, { schema }));
    } finally {
      client.close();
    }
  } catch {
    return null;
  }
}
