import { accessSync, constants, mkdirSync } from "node:fs";
import { hasCode } from "~/values/errors";

const REASONS: readonly [reason: string, ...codes: string[]][] = [
  ["it is not a folder", "EEXIST", "ENOTDIR"],
  ["the server has no permission to write there", "EACCES", "EPERM", "ERR_ACCESS_DENIED"],
  ["its disk can only be read", "EROFS"],
  ["its disk is full", "ENOSPC", "EDQUOT"],
];

/** Why the server cannot write to a folder, or null if it can. Creates the folder if it is missing. */
export function folderFault(folder: string): string | null {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const [reason] = REASONS.find(([, ...codes]) => hasCode(error, ...codes)) ?? [];
    return reason ?? (error instanceof Error ? error.message : String(error));
  }
}
