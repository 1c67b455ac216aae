import Sqlite from "better-sqlite3";

/** Whether the server may write to a database now, besides all that SQLite says. Without an entry, it may. */
const fences = new WeakMap<Sqlite.Database, () => boolean>();

/** Another server may have taken this one's place, or this one only reads a copy. */
export class WriteFencedError extends Sqlite.SqliteError {
  constructor() {
    // A code of the kind for which optional writes are left out.
    super("this server may not write now", "SQLITE_READONLY_FENCED");
  }
}

/** Asks before each write whether it may write. @param isAllowed must be quick */
export function fence({ $client }: { $client: Sqlite.Database }, isAllowed: () => boolean): void {
  fences.set($client, isAllowed);
}

/** Whether this server may write to a database now. */
export const mayWrite = ({ $client }: { $client: Sqlite.Database }): boolean => fences.get($client)?.() !== false;

/** @throws WriteFencedError if this server may not write to a database now */
export function requireMayWrite(client: Sqlite.Database): void {
  if (!mayWrite({ $client: client })) throw new WriteFencedError();
}
