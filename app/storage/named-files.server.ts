import { type Database, statement } from "#db/open";

/** A stored file, as its database row describes it. */
export interface NamedFile {
  storageKey: string;
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Every table whose rows name stored files. */
const TABLES = ["submission", "announcement_attachment"];

const fromEach = (columns: string, condition: string) =>
  TABLES.map((table) => `SELECT ${columns} FROM ${table} WHERE ${condition}`).join(" UNION ALL ");
const SELECT_ONE = fromEach("1", "storage_key = @key");
const SELECT_ALL = fromEach("storage_key AS storageKey, size_bytes AS sizeBytes, sha256", "storage_key IS NOT NULL");

/** Whether any row names a file. If so, it must be kept. */
export function isNamed(db: Database, storageKey: string): boolean {
  return statement(db, SELECT_ONE).get({ key: storageKey }) !== undefined;
}

/** Reads the files that rows name, one at a time. */
export function namedFiles(db: Database): IterableIterator<NamedFile> {
  return db.$client.prepare<[], NamedFile>(SELECT_ALL).iterate();
}
