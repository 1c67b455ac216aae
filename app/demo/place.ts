import { existsSync, readdirSync, rmSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { type Database, DEMONSTRATION_MARK, immediateTransaction, statement } from "#db/open";

/**
 * The paths of a demonstration's data. They ignore the environment, because a demonstration that used DATABASE_PATH
 * could one day run on someone's real data.
 */
export const demonstrationPlace = (folder: string) => ({
  DATABASE_PATH: `${folder}/ledger.sqlite`,
  UPLOADS_DIR: `${folder}/uploads`,
  BACKUP_DIR: `${folder}/backup`,
});

export type DemonstrationPlace = ReturnType<typeof demonstrationPlace>;

const MARKS = { unfinished: "unfinished", seeded: "seeded" } as const;

/** What exists there: nothing, a demonstration whose seeding was interrupted, or a complete one. */
type PlaceState = "empty" | keyof typeof MARKS;

/**
 * Inspects the data without changing anything.
 * @throws Error if the files there do not belong to a demonstration.
 */
export function inspectPlace({ DATABASE_PATH, UPLOADS_DIR }: DemonstrationPlace): PlaceState {
  if (existsSync(DATABASE_PATH)) {
    const mark = readMark(DATABASE_PATH);
    if (mark !== null) return mark;
    throw new Error(
      `${DATABASE_PATH} exists and is not marked as a demonstration, so it is left alone.\nMove it elsewhere, then run this again.`,
    );
  }
  if (existsSync(UPLOADS_DIR) && readdirSync(UPLOADS_DIR).length > 0) {
    throw new Error(
      `${UPLOADS_DIR} has files, but there is no demonstration database beside it that would name them, so they are left alone.\nMove them elsewhere, then run this again.`,
    );
  }
  return "empty";
}

function readMark(path: string): keyof typeof MARKS | null {
  const client = new Sqlite(path, { readonly: true, fileMustExist: true });
  try {
    const row = client
      .prepare<[string], { value: Buffer }>("SELECT value FROM installation_secret WHERE name = ?")
      .get(DEMONSTRATION_MARK);
    const mark = row?.value.toString();
    return mark === MARKS.unfinished || mark === MARKS.seeded ? mark : null;
  } catch {
    // Not a database, or not one of this service. Either way, it is not a demonstration.
    return null;
  } finally {
    client.close();
  }
}

/** Marks a database as a demonstration: once before the first row is seeded, and again after the last. */
export function markPlace(db: Database, mark: keyof typeof MARKS): void {
  immediateTransaction(db, () =>
    statement(
      db,
      "INSERT INTO installation_secret (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    ).run(DEMONSTRATION_MARK, Buffer.from(MARKS[mark])),
  );
}

/**
 * Deletes the demonstration's data. The marked file comes last, so that an interrupted run can recognize it as ours.
 */
export function clearPlace({ DATABASE_PATH, UPLOADS_DIR, BACKUP_DIR }: DemonstrationPlace): void {
  for (const folder of [UPLOADS_DIR, BACKUP_DIR]) rmSync(folder, { recursive: true, force: true });
  for (const suffix of ["-wal", "-shm", ""]) rmSync(`${DATABASE_PATH}${suffix}`, { force: true });
}
