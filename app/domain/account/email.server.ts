import type { Database } from "#db/open";
import { takenFields } from "~/values/errors";

/**
 * Refuses an email that someone already signs in with, in government or industry. Call it under the write lock.
 * @throws DomainError conflict, naming the field
 */
export function refuseKnownEmail(db: Database, email: string): void {
  const known = db.query.user.findFirst({ columns: { id: true }, where: (row, { eq }) => eq(row.email, email) }).sync();
  if (!known) return;
  throw takenFields({ email: "An account with this email address already exists" });
}
