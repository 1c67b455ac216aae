import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the migrations are: beside this file in the sources, under db/ when the server runs from its build. */
export const MIGRATIONS_FOLDER = "db/migrations";

export interface Migration {
  /** Its name in the journal, which is its file's without `.sql`. */
  name: string;
  /** When it was generated, in milliseconds since 1970. */
  when: number;
  statements: readonly string[];
  /** SHA-256 of its file, hexadecimal. */
  hash: string;
  /** The hashes its file had before it was corrected. A database that ran one of those has run this migration. */
  formerHashes: readonly string[];
  /** The tables whose number of rows it may change. */
  changesRows: readonly string[];
}

/** drizzle-kit's list of the migrations, in the order in which they run. */
interface Journal {
  entries: { tag: string; when: number }[];
}

/** What the SQL of a migration cannot say about itself. Here, because a file that was released never changes. */
export type Declarations = Record<string, { changesRows?: Record<string, string>; formerHashes?: string[] }>;

const BREAKPOINT = "--> statement-breakpoint";

/**
 * Reads the migrations in the order of the journal.
 * @throws Error that names the folder or the file that is missing.
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
