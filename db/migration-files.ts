import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of the migrations, relative to the project's root, where the server also runs from its build. */
export const MIGRATIONS_FOLDER = "db/migrations";

export interface Migration {
  /** Its name in the journal: its file name without `.sql`. */
  name: string;
  /** When it was generated, in milliseconds since 1970. */
  when: number;
  statements: readonly string[];
  /** SHA-256 of its file, in hexadecimal. */
  hash: string;
  /** The hashes of earlier versions of its file. A database that ran one of those has run this migration. */
  formerHashes: readonly string[];
  /** The tables whose number of rows it may change. */
  changesRows: readonly string[];
}

/** drizzle-kit's list of the migrations, in the order in which they run. */
interface Journal {
  entries: { tag: string; when: number }[];
}

/** Facts about migrations that their SQL cannot express. Kept separately, because a released SQL file never changes. */
export type Declarations = Record<string, { changesRows?: Record<string, string>; formerHashes?: string[] }>;

const BREAKPOINT = "--> statement-breakpoint";

/**
 * Reads the migrations in the order of the journal.
 * @throws Error that names the missing folder or file.
 */
export function readMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  if (!existsSync(folder)) throw new Error(`No migrations at ${folder}: start the server from the project's root.`);
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const journal = JSON.parse(read("meta/_journal.json")) as Journal;
  const declarations = JSON.parse(read("declarations.json")) as Declarations;
  return journal.entries.map(({ tag, when }) => {
    const text = read(`${tag}.sql`);
    const { changesRows = {}, formerHashes = [] } = declarations[tag] ?? {};
    return {
      name: tag,
      when,
      statements: text.split(BREAKPOINT),
      hash: createHash("sha256").update(text).digest("hex"),
      formerHashes,
      changesRows: Object.keys(changesRows),
    };
  });
}

/** Every statement of the migrations, in the order in which they run. */
export const migrationStatements = (folder = MIGRATIONS_FOLDER): string[] =>
  readMigrations(folder).flatMap(({ statements }) => statements);
