import { type Database, statement } from "#db/open";

/** A file of the store as the row that names it says it is. */
export interface NamedFile {
  storageKey: string;
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Every table whose rows name files of the store. */
const TABLES = ["submission", "announcement_attachment"];

const fromEach = (columns: string, condition: string) =>
  TABLES.map((table) => `SELECT ${columns} FROM ${table} WHERE ${condition}`).join(" UNION ALL ");
const SELECT_ONE = fromEach("1", "storage_key = @key");
const SELECT_ALL = fromEach("storage_key AS storageKey, size_bytes AS sizeBytes, sha256", "storage_key IS NOT NULL");

/** Whether a row names a file, so that it must be kept. */
export function isNamed(db: Database, storageKey: string): boolean {
  return statement(db, SELECT_ONE).get({ key: storageKey }) !== undefined;
}

/** Every file that a row names, one by one. */
export function namedFiles(db: Database): IterableIterator<NamedFile> {
  return db.$client.prepare<[], NamedFile>(SELECT_ALL).iterate();
}
