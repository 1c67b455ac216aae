import type { GovernmentRole } from "#db/enumerations";
import type { Database } from "#db/open";
import type { user } from "#db/schema";
import { invalidField } from "~/values/errors";
import { type Actor, type Reach, reachesCommand } from "../../policy/policy";
import { mayAssign } from "../account-administration/government-tiers";
import { refuseMissingCommand } from "../command/queries.server";
import type { SanitizedUser } from "./responses";

/** A government user without the columns that nobody may read. */
export function viewGovernmentUser(row: typeof user.$inferSelect): SanitizedUser {
  const { id, email, name, role, commandId, title, active, lastSignInAt, mustChangePassword, createdAt } = row;
  return {
    ...{ id, email, name, role: role as GovernmentRole, commandId, title },
    ...{ active, lastSignInAt, mustChangePassword, createdAt },
  };
}

/**
 * Refuses a role or a command that the caller may not assign, and a command that does not exist
 * (docs/contract.md#government-users).
 * @throws DomainError invalid_request
 */
export function refuseAssignment(
  db: Database,
  reach: Reach | null,
  actor: Actor,
  { role, commandId }: { role?: Actor["role"]; commandId?: string | null },
): void {
  if (role && !mayAssign(actor.role, role))
    throw invalidField("role", "not_allowed", "Choose a role that you may assign");
  refuseMissingCommand(db, commandId);
  if (commandId !== undefined && !reachesCommand(reach, actor, commandId)) {
    throw invalidField("commandId", "not_allowed", "Choose your own command");
  }
}
