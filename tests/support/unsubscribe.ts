import type { Database } from "#db/open";
import { unsubscribePath } from "~/domain/mail/unsubscribe-link.server";

/** The token of a link that stops a user's daily digest. */
export const unsubscribeToken = (db: Database, userId: string) =>
  unsubscribePath(db, userId, "DAILY").slice("/unsubscribe/".length);
