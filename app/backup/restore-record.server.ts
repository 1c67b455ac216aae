import { existsSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { v7 as uuid } from "uuid";
import { migrateDatabase } from "#db/migrate";
import * as schema from "#db/schema";
import { appendAudit, type ChainMark, chainMark } from "../audit/chain.server";
import { digestOf } from "./durable.server";
import { MANIFEST, type Manifest } from "./set.server";

/** What the audit log keeps of a restore. */
export interface Restored {
  /** The name of the set's folder. */
  name: string;
  folder: string;
  manifest: Manifest;
  /** The fingerprint of the key that signed it; null for a set without a signature. */
  signedBy: string | null;
  /** Where its audit log breaks, in words, which was accepted; null where it is whole. */
  brokenAuditLog: string | null;
}

/**
 * Appends the restore to the audit log of a staged database, before that is put in place: then either both are there or
 * neither is. The file stays one without a write-ahead log.
 * @param databasePath the database that it replaces, where there is one
 */
export function recordRestore(staged: string, databasePath: string, restored: Restored, now: Date): void {
  const { name, folder, manifest, signedBy, brokenAuditLog } = restored;
  const client = new Sqlite(staged);
  try {
    client.pragma("synchronous = FULL");
    client.pragma("trusted_schema = OFF");
    const db = drizzle(client, { schema });
    // An older version's database is brought up to this one now: the next start would do so anyway.
    migrateDatabase(db);
    const origin = {
      id: uuid(),
      at: now.toISOString(),
      actor: null,
      ip: "localhost",
      userAgent: null,
      requestId: uuid(),
    };
    client
      .transaction(() =>
        appendAudit(db, origin, "ledger_restored", {
          targetType: "ledger",
          targetId: name,
          details: {
            before: { lastAudit: markOf(databasePath) },
            after: {
              lastAudit: manifest.lastAudit,
              createdAt: manifest.createdAt,
              manifestSha256: digestOf(join(folder, MANIFEST)).sha256,
              signedBy,
              ...(brokenAuditLog !== null && { brokenAuditLog }),
            },
          },
        }),
      )
      .immediate();
  } finally {
    client.close();
  }
}

/** Where the audit log ends that is being replaced; null where there is none, or it cannot be read. */
function markOf(databasePath: string): ChainMark | null {
  if (!existsSync(databasePath)) return null;
  try {
    // Only to be read: it is set aside with its write-ahead log as it is.
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
