import { GOVERNMENT_ROLES, type GovernmentRole, type Role } from "#db/enumerations";

/** The roles that each tier may give, and whose holders it may change. Whoever is not named here assigns none. */
const ASSIGNABLE: Partial<Record<Role, readonly GovernmentRole[]>> = {
  GOV_COMMAND_LEAD: ["GOV_READONLY", "GOV_POC"],
  GOV_ADMIN: ["GOV_READONLY", "GOV_POC", "GOV_COMMAND_LEAD", "GOV_ADMIN"],
  GOV_SYSTEM_ADMIN: GOVERNMENT_ROLES,
};

/** Whether a caller of one role may give another role, or change somebody who has it. */
export function mayAssign(actorRole: Role, role: Role): boolean {
  return (ASSIGNABLE[actorRole] ?? []).some((assignable) => assignable === role);
}
