import { type Database, statement } from "#db/open";
import { DAY_MILLISECONDS } from "~/values/days";

/** One form that one person sent from one load of a page. Sending it again sends the same form. */
export interface Sending {
  userId: string;
  key: string;
}

const atWork = new Map<string, Promise<void>>();

/**
 * Does what a form asks for, once the same form is no longer at work. The second of two clicks then finds the receipt of the
 * first, even if that works on its records one by one before it writes the receipt.
 */
export async function afterTwin<Result>({ userId, key }: Sending, work: () => Promise<Result>): Promise<Result> {
  const name = `${userId} ${key}`;
  for (let twin = atWork.get(name); twin; twin = atWork.get(name)) await twin;
  const result = work();
  const ended = () => void atWork.delete(name);
  atWork.set(name, result.then(ended, ended));
  return result;
}

/** The first result of a form; null if it was not processed yet. */
export function findReceipt(db: Database, { userId, key }: Sending): { result: unknown } | null {
  const select = "SELECT result FROM form_receipt WHERE user_id = ? AND key = ?";
  const row = statement<{ result: string }>(db, select).get(userId, key);
  return row ? { result: JSON.parse(row.result) } : null;
}

/** Stores a form's result. Call it inside the transaction that does what the form asks for. */
export function keepReceipt(db: Database, { userId, key }: Sending, result: unknown, now: Date): void {
  const insert = "INSERT INTO form_receipt (user_id, key, result, created_at) VALUES (?, ?, ?, ?)";
  statement(db, insert).run(userId, key, JSON.stringify(result ?? null), now.toISOString());
}

/** Deletes receipts that are older than a day. Nobody sends those forms again. */
export function forgetOldReceipts(db: Database, now: Date): void {
  const before = new Date(now.getTime() - DAY_MILLISECONDS).toISOString();
  statement(db, "DELETE FROM form_receipt WHERE created_at < ?").run(before);
}
