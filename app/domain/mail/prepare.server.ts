import { cannotWriteNow, type Database, statement } from "#db/open";
import type { MailContext, QueuedMail } from "~/mail/composer";
import { html, type MailContent, oneLine, plainText } from "~/mail/mail-text";
import type { MailMessage } from "~/mail/transport.server";
import type { MailKind } from "~/routing/outbox.server";
import { COMPOSERS } from "./composers.server";
import { recordFailure } from "./outcome.server";

interface Row extends QueuedMail {
  kind: MailKind;
  attempts: number;
  facts: string | null;
  version: number;
}

/** Everything that decides a message's bytes. The outbox stores it. */
interface StoredFacts {
  to: string;
  at: string;
  facts: unknown;
}

export interface PreparedMail {
  id: string;
  kind: MailKind;
  attempts: number;
  message: MailMessage;
}

/** Mail that people wait for is sent before digests, which may be thousands at once. */
const FREQUENCIES = ["IMMEDIATE", "DAILY", "WEEKLY"] as const;

const SELECT_DUE = `
  SELECT id, user_id AS userId, address, kind, frequency, details, attempts, facts, version, created_at AS createdAt
  FROM outbox
  WHERE state = 'WAITING' AND frequency = @frequency AND next_attempt_at <= @now
    AND id NOT IN (SELECT value FROM json_each(@without))
  ORDER BY next_attempt_at LIMIT @limit`;
const SELECT_ADDRESS = "SELECT email FROM user WHERE id = ? AND active = 1";
const SET_FACTS = "UPDATE outbox SET facts = @facts, version = @version WHERE id = @id";
const CANCEL = "UPDATE outbox SET state = 'CANCELLED', address = NULL, facts = NULL WHERE id = ?";

/**
 * Prepares mail that is due for a try, in the open transaction. It stores what each mail says, so that a try after a crash
 * sends the same bytes. It cancels mail that has nothing to say any more, or whose account was deactivated.
 * @param without ids of mail to leave out
 * @returns what to send, the errors of mail that could not be written, and whether there may be more
 */
export function prepareMail(
  context: MailContext,
  limit: number,
  without: readonly string[],
): { prepared: PreparedMail[]; faults: unknown[]; isMore: boolean } {
  const { db, now } = context;
  const rows: Row[] = [];
  for (const frequency of FREQUENCIES) {
    const given = { frequency, now: now.toISOString(), without: JSON.stringify(without), limit: limit - rows.length };
    if (rows.length < limit) rows.push(...statement<Row>(db, SELECT_DUE).all(given));
  }
  const faults: unknown[] = [];
  const prepared = rows.flatMap((row) => {
    try {
      // Nested, so that a mail that cannot be written leaves nothing behind, and does not keep the others.
      const message = db.$client.transaction(() => messageOf(context, row))();
      if (message) return [{ id: row.id, kind: row.kind, attempts: row.attempts, message }];
      statement(db, CANCEL).run(row.id);
    } catch (error) {
      if (cannotWriteNow(error) || !db.$client.inTransaction) throw error;
      faults.push(error);
      recordFailure(context, row, { outcome: "later", message: "the mail could not be written" }, now);
    }
    return [];
  });
  return { prepared, faults, isMore: rows.length === limit };
}

function messageOf(context: MailContext, row: Row): MailMessage | null {
  const composer = COMPOSERS[row.kind];
  const to = addressOf(context.db, row);
  if (!composer || to === null) return null;
  const stored = row.facts === null ? null : (JSON.parse(row.facts) as StoredFacts);
  const facts = composer.facts(context, row, stored?.facts ?? null);
  if (facts === null) return null;
  const isSame = stored !== null && stored.to === to && JSON.stringify(stored.facts) === JSON.stringify(facts);
  const at = isSame ? stored.at : context.now.toISOString();
  // Another message must not have the Message-ID of one that a server may have accepted.
  const version = isSame || stored === null ? row.version : row.version + 1;
  if (!isSame) {
    statement(context.db, SET_FACTS).run({ id: row.id, facts: JSON.stringify({ to, at, facts }), version });
  }
  const content: MailContent = composer.content(context, row, facts);
  const path = composer.unsubscribePath?.(context, row, facts);
  return {
    id: version === 1 ? row.id : `${row.id}.${version}`,
    to,
    at: new Date(at),
    subject: oneLine(content.subject),
    text: plainText(content, context.mail),
    html: html(content, context.mail),
    unsubscribeUrl: path === undefined ? null : context.mail.origin + path,
  };
}

/** Null for an account that was deactivated. */
function addressOf(db: Database, { userId, address }: Row): string | null {
  if (userId === null) return address;
  const account = statement<{ email: string }>(db, SELECT_ADDRESS).get(userId);
  return account ? (address ?? account.email) : null;
}
