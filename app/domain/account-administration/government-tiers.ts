import { GOVERNMENT_ROLES, type GovernmentRole, type Role } from "#db/enumerations";
import { type Actor, type Reach, reachesCommand } from "../../policy/policy";

/** The roles that each tier may assign, and whose holders it may change. A role without an entry assigns none. */
const ASSIGNABLE: Partial<Record<Role, readonly GovernmentRole[]>> = {
  GOV_COMMAND_LEAD: ["GOV_READONLY", "GOV_POC"],
  GOV_ADMIN: ["GOV_READONLY", "GOV_POC", "GOV_COMMAND_LEAD", "GOV_ADMIN"],
  GOV_SYSTEM_ADMIN: GOVERNMENT_ROLES,
};

/** The roles that a caller with this role may assign. */
export function assignableRoles(actorRole: Role): readonly GovernmentRole[] {
  return ASSIGNABLE[actorRole] ?? [];
}

/** Whether a caller with one role may assign another, or change someone who has it. */
export function mayAssign(actorRole: Role, role: Role): boolean {
  return assignableRoles(actorRole).some((assignable) => assignable === role);
}

/** Whether a caller may change a user, with the user's current role. */
export function mayChange(
  reach: Reach | null,
  actor: Pick<Actor, "role" | "commandId">,
  user: Pick<Actor, "role" | "commandId">,
): boolean {
  return reachesCommand(reach, actor, user.commandId) && mayAssign(actor.role, user.role);
}
