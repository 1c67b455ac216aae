import type { Database } from "#db/open";
import type { MailSettings } from "~/settings.server";
import type { MailContent } from "./mail-text";

/** A row of the outbox, as its composer reads it. */
export interface QueuedMail {
  id: string;
  userId: string | null;
  address: string | null;
  frequency: string;
  /** JSON, as its kind queued it. */
  details: string | null;
  createdAt: string;
}

export interface MailContext {
  db: Database;
  mail: MailSettings;
  /** Whether the deployment refuses credential changes. */
  credentialsLocked: boolean;
  /** Whether government users may sign in with a password. */
  governmentPasswords: boolean;
  /** The zone of times in the text. */
  timeZone: string;
  now: Date;
  newId: () => string;
  randomBytes: (size: number) => Buffer;
}

/**
 * Writes the mail of one kind, in two steps. `facts` decides what it says and `content` words it. The outbox stores the
 * facts before the first try, so each further try sends the same bytes. Facts must not contain a secret: `content` derives
 * tokens again (app/secrets/derived-token.server.ts).
 */
export interface Composer<Facts = unknown> {
  /**
   * Runs in the transaction before each try, so it may also write.
   * @param earlier the facts of the earlier tries. Return the same, unless the mail must not say that any more
   * @returns null if there is nothing to say any more; the mail is then cancelled
   */
  facts: (context: MailContext, queued: QueuedMail, earlier: Facts | null) => Facts | null;
  /** Words the facts. Its result depends on nothing else that may change. */
  content: (context: MailContext, queued: QueuedMail, facts: Facts) => MailContent;
  /** The path where one click unsubscribes. Without it, nobody can unsubscribe from this kind. */
  unsubscribePath?: (context: MailContext, queued: QueuedMail, facts: Facts) => string;
}
