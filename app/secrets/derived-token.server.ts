import { createHmac } from "node:crypto";
import type { Database } from "#db/open";
import { installationSecret } from "./installation-secret.server";

const SECRET_BYTES = 32;

/** The secret for tokens in mail. Call it on start, because the first call writes it. */
export const mailTokenSecret = (db: Database): Buffer => installationSecret(db, "mail_token", SECRET_BYTES);

/**
 * A token of 256 bits that only this installation can derive. Mail with a one-time link is tried again with the same
 * token, so the token follows from the mail's id and is stored nowhere.
 * @param purpose what it is for, such as INVITATION
 */
export function derivedToken(db: Database, purpose: string, id: string): string {
  return createHmac("sha256", mailTokenSecret(db))
    .update(JSON.stringify([purpose, id]))
    .digest("base64url");
}
