import { sizeOf } from "./durable.server";
import type { BackupPlace } from "./publish.server";
import { setNames } from "./set.server";

/**
 * Refuses to make a new database where one was lost: the file is missing or empty, and its log or its backups are there.
 * A disk that was not mounted looks like that. The server would begin with an empty portal, SQLite would remove the log,
 * and backups of nothing would replace the good ones.
 * @throws Error that says what to do.
 */
export function refuseLostDatabase({ databasePath, backupDir }: Pick<BackupPlace, "databasePath" | "backupDir">): void {
  const size = sizeOf(databasePath);
  if (size !== null && size > 0) return;
  const fault = `${databasePath} ${size === null ? "is missing" : "is empty"}`;
  if ((sizeOf(`${databasePath}-wal`) ?? 0) > 0) {
    throw new Error(`${fault}, although its log (-wal) is there. Keep the log, and put the database back beside it.`);
  }
  const [newest] = setNames(backupDir);
  if (newest === undefined) return;
  throw new Error(
    `${fault}, although ${backupDir} has backups, the newest of them ${newest}. Check DATABASE_PATH and whether its disk is mounted, or restore a backup (npm run restore -- <set>). To begin with an empty database, move the backups away.`,
  );
}
