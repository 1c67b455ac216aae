import { join } from "node:path";
import type { Logger } from "pino";
import { type Database, statement } from "#db/open";
import { hasRow, lastAuditRow } from "../audit/chain.server";
import type { BackupPlace } from "./ledger-copy.server";
import { readManifest, setNames } from "./set.server";

/**
 * Logs an error where the newest set has a row of the audit log that the database does not have: someone put an older
 * copy, or another database, in its place without a restore. Call it before a start makes a set of its own.
 */
export function reportOlderCopy(db: Database, { backupDir }: Pick<BackupPlace, "backupDir">, log: Logger): void {
  const newest = newestSet(backupDir);
  const inSet = newest?.lastAudit;
  if (!inSet || !hasAuditLog(db) || hasRow(db, inSet) || isExplained(db, inSet.seq, newest.createdAt)) return;
  log.error(
    { set: newest.set, inSet, inDatabase: lastAuditRow(db) },
    "the newest backup has rows that the database does not have: an older copy may be in its place",
  );
}

function newestSet(backupDir: string) {
  try {
    const [set] = setNames(backupDir);
    return set === undefined ? null : { set, ...readManifest(join(backupDir, set)) };
  } catch {
    // It says nothing about the database, and the next backup reports what is wrong with the folder.
    return null;
  }
}

const hasAuditLog = (db: Database) =>
  statement(db, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'audit_event'").get() !== undefined;

const SELECT_RESTORE = "SELECT 1 FROM audit_event WHERE event = 'ledger_restored' AND created_at >= ?";
const SELECT_EXPIRY = `SELECT 1 FROM audit_event
  WHERE event = 'pageviews_expired' AND json_extract(details, '$.last.seq') >= ?`;

/** Whether the log says why it does not have a row: an older set was restored since, or the row was a page view. */
const isExplained = (db: Database, seq: number, madeAt: string): boolean =>
  statement(db, SELECT_RESTORE).get(madeAt) !== undefined || statement(db, SELECT_EXPIRY).get(seq) !== undefined;
