import { NOTIFICATION_KINDS, type NotificationKind } from "#db/enumerations";
import type { Database } from "#db/open";
import { seal, unseal } from "~/secrets/sealed-text.server";

const PURPOSE = "unsubscribe";

/** What a link unsubscribes from: mail about one kind, or one digest. */
export type Scope = NotificationKind | "DAILY" | "WEEKLY";

const SCOPES: readonly string[] = [...NOTIFICATION_KINDS, "DAILY", "WEEKLY"];

/** The path at which a person unsubscribes without signing in. It has no expiry: old mail must keep working. */
export const unsubscribePath = (db: Database, userId: string, scope: Scope): string =>
  `/unsubscribe/${seal(db, PURPOSE, JSON.stringify([userId, scope]))}`;

/** The person that a link unsubscribes, and from what. Null if this installation did not make it. */
export function readUnsubscribeToken(db: Database, token: string): { userId: string; scope: Scope } | null {
  const text = unseal(db, PURPOSE, token);
  if (text === null) return null;
  const [userId, scope] = JSON.parse(text) as [string, Scope];
  return SCOPES.includes(scope) ? { userId, scope } : null;
}
