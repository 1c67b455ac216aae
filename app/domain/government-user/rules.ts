import { GOVERNMENT_ROLES, type GovernmentRole, type Role } from "#db/enumerations";
import { type Actor, type Reach, reachesCommand } from "../../policy/policy";

/** The roles that each tier may give, and whose holders it may change. Whoever is not named here assigns none. */
const ASSIGNABLE: Partial<Record<Role, readonly GovernmentRole[]>> = {
  GOV_COMMAND_LEAD: ["GOV_READONLY", "GOV_POC"],
  GOV_ADMIN: ["GOV_READONLY", "GOV_POC", "GOV_COMMAND_LEAD", "GOV_ADMIN"],
  GOV_SYSTEM_ADMIN: GOVERNMENT_ROLES,
};

/** The roles that a caller of one role may give. */
export function assignableRoles(actorRole: Role): readonly GovernmentRole[] {
  return ASSIGNABLE[actorRole] ?? [];
}

/** Whether a caller of one role may give another role, or change somebody who has it. */
export function mayAssign(actorRole: Role, role: Role): boolean {
  return assignableRoles(actorRole).some((assignable) => assignable === role);
}

/** Whether a caller may change a user, as the user stands now. */
export function mayChange(
  reach: Reach | null,
  actor: Pick<Actor, "role" | "commandId">,
  user: Pick<Actor, "role" | "commandId">,
): boolean {
  return reachesCommand(reach, actor, user.commandId) && mayAssign(actor.role, user.role);
}
