import { requiredMessage } from "~/values/field-messages";
import { LIMITS } from "~/values/limits";

/* How many files a form and a record may have, in words that server and browser share. */

export const NO_FILE_CHOSEN = requiredMessage("files");

export function tooManyFiles(max: number): string {
  return max === 1 ? "Choose only one file" : `Choose at most ${max} files`;
}

/** Why a record with this many attachments cannot have more; null if it can. */
export function findCountFault(present: number, added: number): string | null {
  const { attachmentsPerRecord } = LIMITS;
  if (present + added <= attachmentsPerRecord) return null;
  return `Choose fewer files: there may be ${attachmentsPerRecord} in all, and ${present} are already here`;
}
