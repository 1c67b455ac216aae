import { LIMITS } from "~/values/limits";

/* How many files a form and a record may have, in words that server and browser share. */

export const NO_FILE_CHOSEN = "Choose at least one file";

export function tooManyFiles(max: number): string {
  return `must be at most ${max} ${max === 1 ? "file" : "files"}`;
}

/** Why a record with this many attachments cannot have more; null if it can. */
export function findCountFault(present: number, added: number): string | null {
  const { attachmentsPerRecord } = LIMITS;
  if (present + added <= attachmentsPerRecord) return null;
  return `must be at most ${attachmentsPerRecord} in all, and ${present} are here already`;
}
