import { type Database, statement } from "#db/open";

/** A stored file, as its database row describes it. */
export interface NamedFile {
  storageKey: string;
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Every table whose rows name stored files. */
const TABLES = ["submission", "announcement_attachment", "submission_message_file"];

const SELECT_TABLES = `
  SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN (SELECT value FROM json_each('${JSON.stringify(TABLES)}'))
  ORDER BY name`;

/** Reads only the tables that exist: an older backup has fewer. */
function fromEach(db: Database, columns: string, condition: string): string {
  const tables = statement<{ name: string }>(db, SELECT_TABLES).all();
  return tables.map(({ name }) => `SELECT ${columns} FROM ${name} WHERE ${condition}`).join(" UNION ALL ");
}

/** Whether any row names a file. If so, it must be kept. */
export function isNamed(db: Database, storageKey: string): boolean {
  return statement(db, fromEach(db, "1", "storage_key = @key")).get({ key: storageKey }) !== undefined;
}

/** Reads the files that rows name, one at a time. */
export function namedFiles(db: Database): IterableIterator<NamedFile> {
  const columns = "storage_key AS storageKey, size_bytes AS sizeBytes, sha256";
  return db.$client.prepare<[], NamedFile>(fromEach(db, columns, "storage_key IS NOT NULL")).iterate();
}
