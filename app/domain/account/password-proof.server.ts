import { eq } from "drizzle-orm";
import { user } from "#db/schema";
import type { AuditEventName } from "~/audit/events";
import { type ReadContext, Refusal, type WriteContext } from "~/operations/operation.server";
import { DomainError } from "~/values/errors";

/*
 * The password as proof that a change to how someone signs in comes from the account's owner, and not from someone who found
 * an open session.
 */

interface Compared {
  hash: string | undefined;
  matches: boolean;
}

function hashOf({ db, actor }: Pick<ReadContext<"signed in">, "db" | "actor">): string | undefined {
  return db.select({ hash: user.passwordHash }).from(user).where(eq(user.id, actor.id)).get()?.hash;
}

/** Compares the caller's password, before the write lock is taken. */
export async function comparePassword(context: ReadContext<"signed in">, password: string): Promise<Compared> {
  const hash = hashOf(context);
  return { hash, matches: await context.passwords.verify(password, hash ?? null) };
}

/** A refusal of a wrong password, with its audit row; null if it was right. */
export function refuseWrongPassword<E extends AuditEventName>(
  context: WriteContext<"signed in", E>,
  { hash, matches }: Compared,
  event: E,
): Refusal | null {
  // Compared again under the write lock: the password may have been changed in between.
  if (matches && hashOf(context) === hash) return null;
  context.audit(event, {
    targetType: "user",
    targetId: context.actor.id,
    details: { reason: "current password mismatch" },
  });
  const message = "The current password is wrong. Enter it again";
  const fields = { currentPassword: [{ code: "invalid", message } as const] };
  return new Refusal(new DomainError("forbidden", message, { fields }));
}
