import { sizeOf } from "./durable.server";
import type { BackupPlace } from "./publish.server";
import { setNames } from "./set.server";

/**
 * Refuses to create a new database if one seems lost: the file is missing or empty, but its log or backups exist. A
 * disk that is not mounted looks like that. Otherwise the server would start an empty portal, SQLite would delete the
 * log, and empty backups would replace the good ones.
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
