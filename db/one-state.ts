import type { Database } from "./database";

/** Reads several times from one state of the database, without what other connections write in between. */
export function inOneState<Result>(db: Database, read: () => Result): Result {
  return db.$client.transaction(read).deferred();
}
