import { type Database, statement } from "#db/open";

/** One form as one person sent it from one reading of a page: sent again, it is the same one. */
export interface Sending {
  userId: string;
  key: string;
}

/** How long it is remembered that a form was taken. */
const RECEIPT_MILLISECONDS = 24 * 3600 * 1000;

/** What a form led to when it was taken before; null when it was not. */
export function findReceipt(db: Database, { userId, key }: Sending): { result: unknown } | null {
  const select = "SELECT result FROM form_receipt WHERE user_id = ? AND key = ?";
  const row = statement<{ result: string }>(db, select).get(userId, key);
  return row ? { result: JSON.parse(row.result) } : null;
}

/** Remembers what a form led to. Call it inside the transaction that does what the form asks for. */
export function keepReceipt(db: Database, { userId, key }: Sending, result: unknown, now: Date): void {
  const insert = "INSERT INTO form_receipt (user_id, key, result, created_at) VALUES (?, ?, ?, ?)";
  statement(db, insert).run(userId, key, JSON.stringify(result ?? null), now.toISOString());
}

/** Deletes the receipts of forms that nobody sends again. */
export function forgetOldReceipts(db: Database, now: Date): void {
  const before = new Date(now.getTime() - RECEIPT_MILLISECONDS).toISOString();
  statement(db, "DELETE FROM form_receipt WHERE created_at < ?").run(before);
}
