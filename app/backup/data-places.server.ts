import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { folderFault } from "~/storage/folder-fault.server";
import { settingFault } from "~/storage/setting-file.server";
import type { BackupPlace } from "./publish.server";

/* The places of the server's data, checked before it opens them, so that a fault names its setting. */

type Checked = BackupPlace & { backupIntervalMinutes: number };

/**
 * Checks that the server can write to its places. A portal that has data can also run without backups, for example while
 * their disk is missing, but a new one cannot.
 * @returns what is wrong with the folder of the backups of a portal that has data, or null
 * @throws Error that names the setting
 */
export function checkDataPlaces({
  databasePath,
  uploadsDir,
  backupDir,
  backupIntervalMinutes,
}: Checked): string | null {
  requireFolder("DATABASE_PATH", dirname(databasePath));
  const database = statSync(databasePath, { throwIfNoEntry: false });
  if (database?.isDirectory()) {
    const example = join(databasePath, "ledger.sqlite");
    throw settingFault("DATABASE_PATH", `${databasePath} is a folder. Name a file in it, such as ${example}`);
  }
  requireFolder("UPLOADS_DIR", uploadsDir);
  if (backupIntervalMinutes === 0) return null;
  if (database === undefined || database.size === 0) requireFolder("BACKUP_DIR", backupDir);
  const reason = folderFault(backupDir);
  return reason && `BACKUP_DIR: ${backupDir} cannot be used: ${reason}`;
}

function requireFolder(setting: string, folder: string): void {
  const reason = folderFault(folder);
  if (reason) throw settingFault(setting, `${folder} cannot be used: ${reason}`);
}
