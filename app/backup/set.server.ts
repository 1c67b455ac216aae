import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import * as z from "zod";
import { COMPANION_SUFFIXES } from "#db/open";
import { OF_SEARCH_INDEX, pageFaults } from "#db/page-check";
import { isStorageKey } from "../storage/file-store.server";
import { hasDigest, namesIn } from "./durable.server";
import { isSetName } from "./set-name";

/*
 * A backup is a folder that never changes once it has its name:
 *   ledger.sqlite     the whole database in one file, without sessions and addresses of personal feeds
 *   uploads/<key>     every file that its rows name
 *   manifest.json     the list of these files, with sizes and SHA-256
 */
export const LEDGER = "ledger.sqlite";
export const UPLOADS = "uploads";
export const MANIFEST = "manifest.json";

const FORMAT = 1;
/** Enough for more than a million uploads. Without a limit, a huge file would use up the memory. */
const MOST_MANIFEST_BYTES = 256 * 1024 * 1024;
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const MANIFEST_SCHEMA = z.object({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  /** The last row of the audit log, whose hash is unique to this history. Null if the log is empty. */
  lastAudit: z.object({ seq: z.int(), hash: z.string() }).nullable(),
  ledger: z.object({ sizeBytes: z.int(), sha256 }),
  uploads: z.array(
    z.object({ storageKey: z.string().refine(isStorageKey, "is no name of an upload"), sizeBytes: z.int(), sha256 }),
  ),
  /** The keys of uploads that were missing or did not match their rows when the set was made. */
  damaged: z.array(z.string()),
});

export type Manifest = z.output<typeof MANIFEST_SCHEMA>;

/** The names of the finished sets in a folder, newest first. Empty if the folder does not exist. */
export const setNames = (backupDir: string): string[] => namesIn(backupDir).filter(isSetName).sort().reverse();

/** The text of a manifest file. */
export const manifestText = (manifest: Omit<Manifest, "format">): string =>
  `${JSON.stringify({ format: FORMAT, ...manifest }, null, 1)}\n`;

/**
 * Reads a set's manifest.
 * @throws Error if there is none, or it has another version's format.
 */
export function readManifest(set: string): Manifest {
  const path = join(set, MANIFEST);
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (!file) throw new Error(`${set} is not a backup: it has no ${MANIFEST}.`);
  if (!file.isFile() || file.size > MOST_MANIFEST_BYTES) throw new Error(`${path} is not a manifest of this version.`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    throw new Error(`${path} cannot be read: it is incomplete or was changed.`, { cause });
  }
  const parsed = MANIFEST_SCHEMA.safeParse(content);
  if (!parsed.success) throw new Error(`${path} is not a manifest of this version.`, { cause: parsed.error });
  return parsed.data;
}

/** What is wrong with the files of a set, as text for an operator. */
interface SetFaults {
  /** Faults of the database, and files beside it that do not belong there. */
  database: string[];
  /** Faults of the database that can be repaired after a restore. */
  repairable: string[];
  /** Faults of uploads, by key. */
  uploads: ReadonlyMap<string, string>;
}

/** Compares a set with its manifest, byte by byte, and checks the pages and references of its database. */
export function faultsOf(set: string, manifest: Manifest): SetFaults {
  const database: string[] = [];
  const repairable: string[] = [];
  // SQLite would read these together with the database, so we would not check what a restore copies.
  for (const name of COMPANION_SUFFIXES.map((suffix) => LEDGER + suffix)) {
    if (existsSync(join(set, name))) database.push(`${name} is no part of a backup.`);
  }
  const fault = faultOfFile(set, LEDGER, manifest.ledger);
  if (fault) database.push(fault);
  if (database.length === 0) {
    const found = checkLedger(join(set, LEDGER));
    database.push(...found.pages);
    repairable.push(...found.repairable);
  }
  const uploads = new Map<string, string>();
  for (const upload of manifest.uploads) {
    const fault = faultOfFile(set, join(UPLOADS, upload.storageKey), upload);
    if (fault) uploads.set(upload.storageKey, fault);
  }
  return { database, repairable, uploads };
}

function faultOfFile(set: string, name: string, expected: { sizeBytes: number; sha256: string }): string | null {
  const path = join(set, name);
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (!file) return `${name} is missing.`;
  // A link could lead elsewhere later, and a pipe or device may never end.
  if (!file.isFile()) return `${name} is not a file.`;
  const isAsExpected = file.size === expected.sizeBytes && hasDigest(path, expected.sha256);
  return isAsExpected ? null : `${name} is not what was backed up.`;
}

const FAULTS_SHOWN = 10;
const FAULTS_READ = 100;

interface LedgerFaults {
  /** Faults in its pages and indexes. The database cannot be used. */
  pages: string[];
  /** Rows that refer to missing rows, and damage to the search index, which can be rebuilt. */
  repairable: string[];
}

/** Everything that `checkLedger` finds, in one list. */
export const ledgerFaults = (path: string): string[] => Object.values(checkLedger(path)).flat();

/** Checks the pages, indexes and foreign keys of a database file. Nothing may write to it in the meantime. */
export function checkLedger(path: string): LedgerFaults {
  const client = new Sqlite(path, { readonly: true, fileMustExist: true });
  try {
    client.pragma("trusted_schema = OFF");
    const faults = pageFaults(client, "integrity_check", FAULTS_READ).map((line) => `${LEDGER}: ${line}`);
    const ofSearch = faults.filter((line) => OF_SEARCH_INDEX.test(line));
    const orphans = client.prepare<[], { table: string }>("PRAGMA foreign_key_check").all();
    const tables = [...new Set(orphans.map(({ table }) => table))];
    return {
      pages: faults.filter((line) => !ofSearch.includes(line)).slice(0, FAULTS_SHOWN),
      repairable: [
        ...ofSearch
          .slice(0, 1)
          .map(() => `${LEDGER}: its search index is damaged (npm run search:check -- --rebuild).`),
        ...tables.map((table) => `${LEDGER}: ${table} has rows that refer to no row.`),
      ],
    };
  } finally {
    client.close();
  }
}

/** A set whose content was checked, and the faults that the operator accepted. */
export interface VerifiedSet {
  folder: string;
  manifest: Manifest;
  /** The fingerprint of the key that signed it, or null if the operator accepted a set without a signature. */
  signedBy: string | null;
  /** Where its audit log breaks, which the operator accepted, or null. */
  brokenAuditLog: string | null;
  /** The repairable faults of its database, which the operator accepted. */
  databaseFaults: string[];
  /** The keys of missing or damaged uploads, which the operator accepted. They are not restored. */
  withoutUploads: string[];
}
