import { statSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { LOG_SUFFIXES } from "#db/open";
import { pageFaults } from "#db/page-check";
import * as schema from "#db/schema";
import { type ChainMark, continuesFrom, lastAuditRow } from "../audit/chain.server";
import { namedFiles } from "../storage/named-files.server";

/** What an operator must know of a restored copy. */
interface CopyFacts {
  /** Pages that are damaged, in SQLite's words. */
  faults: string[];
  /** When something was last written to it that the audit log records, which is nearly everything. */
  dataAt: string | null;
  lastAudit: { seq: number; hash: string } | null;
  /** The uploads that its rows name and the folder does not have whole. */
  missingUploads: string[];
}

const FAULTS_SHOWN = 3;
const SELECT_TIME = "SELECT created_at FROM audit_event ORDER BY seq DESC LIMIT 1";

/** Looks at a copy that no server has open. It reads every page, but of the uploads only their sizes. */
export function factsOf(ledger: string, uploadsDir: string): CopyFacts {
  const client = new Sqlite(ledger, { readonly: true, fileMustExist: true });
  try {
    client.pragma("trusted_schema = OFF");
    const faults = pageFaults(client, "quick_check", FAULTS_SHOWN);
    const db = drizzle(client, { schema });
    const missingUploads: string[] = [];
    for (const { storageKey, sizeBytes } of namedFiles(db)) {
      const found = statSync(join(uploadsDir, storageKey), { throwIfNoEntry: false });
      if (found?.size !== sizeBytes) missingUploads.push(storageKey);
    }
    const dataAt = client.prepare<[], string>(SELECT_TIME).pluck().get() ?? null;
    return { faults, dataAt, lastAudit: lastAuditRow(db), missingUploads };
  } finally {
    client.close();
  }
}

/** Whether the audit log of a copy, which no server has open, continues from a mark. */
export function hasMark(ledger: string, mark: ChainMark): boolean {
  const client = new Sqlite(ledger, { readonly: true, fileMustExist: true });
  try {
    return continuesFrom(drizzle(client, { schema }), mark);
  } finally {
    client.close();
  }
}

/** The size of a database with its log. 0 if it is not there. */
export const bytesOf = (ledger: string): number =>
  ["", ...LOG_SUFFIXES].reduce(
    (sum, suffix) => sum + (statSync(ledger + suffix, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
