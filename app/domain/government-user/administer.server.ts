import type { Database } from "#db/open";
import type { user } from "#db/schema";
import { DomainError, invalidField } from "../../errors";
import type { Actor, Reach } from "../../policy/policy";

/** A government user without what nobody may read: the sanitized user of the user-administration routes. */
export function viewGovernmentUser(row: typeof user.$inferSelect) {
  const { id, email, name, role, commandId, title, mustChangePassword, createdAt } = row;
  return { id, email, name, role, commandId, title, mustChangePassword, createdAt };
}

/** @throws DomainError invalid_request when the id names no command. */
export function refuseMissingCommand(db: Database, commandId: string | null | undefined): void {
  if (!commandId) return;
  const found = db.query.command
    .findFirst({ columns: { id: true }, where: (row, { eq }) => eq(row.id, commandId) })
    .sync();
  if (!found) throw invalidField("commandId", "names no command");
}

/** An administrator of its own command reaches exactly that command, and nobody outside any. */
export function refuseOutsideReach(reach: Reach | null, actor: Actor, commandId: string | null): void {
  if (reach === "any") return;
  if (commandId === null || commandId !== actor.commandId) {
    throw new DomainError("forbidden", "This user is outside your command");
  }
}
