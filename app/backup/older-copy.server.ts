import { join } from "node:path";
import type { Logger } from "pino";
import { type Database, statement } from "#db/open";
import { hasRow, lastAuditRow } from "../audit/chain.server";
import type { BackupPlace } from "./ledger-copy.server";
import { readManifest, setNames } from "./set.server";

/**
 * Logs an error if the newest set has an audit row that the database does not have. Someone may have replaced the
 * database with an older copy or another database without a restore. Call it before the server makes its first set.
 */
export function reportOlderCopy(db: Database, { backupDir }: Pick<BackupPlace, "backupDir">, log: Logger): void {
  const newest = newestSet(backupDir);
  const inSet = newest?.lastAudit;
  if (!inSet || !hasAuditLog(db) || hasRow(db, inSet) || isExplained(db, inSet.seq, newest.createdAt)) return;
  log.error(
    { set: newest.set, inSet, inDatabase: lastAuditRow(db) },
    "the newest backup has rows that the database does not have: the database may be an older copy",
  );
}

function newestSet(backupDir: string) {
  try {
    const [set] = setNames(backupDir);
    return set === undefined ? null : { set, ...readManifest(join(backupDir, set)) };
  } catch {
    // An unreadable set tells us nothing about the database. The next backup reports what is wrong with the folder.
    return null;
  }
}

const hasAuditLog = (db: Database) =>
  statement(db, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'audit_event'").get() !== undefined;

const SELECT_RESTORE = `
  SELECT 1 FROM audit_event WHERE event IN ('ledger_restored', 'ledger_promoted') AND created_at >= ?`;
const SELECT_EXPIRY = `SELECT 1 FROM audit_event
  WHERE event = 'pageviews_expired' AND json_extract(details, '$.last.seq') >= ?`;

/** Whether the log explains a missing row: an older set was restored since, this machine was promoted, or the row was an expired page view. */
const isExplained = (db: Database, seq: number, madeAt: string): boolean =>
  statement(db, SELECT_RESTORE).get(madeAt) !== undefined || statement(db, SELECT_EXPIRY).get(seq) !== undefined;
