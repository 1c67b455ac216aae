import type { IndustryRole } from "#db/enumerations";

/** The roles as a sentence names them: "you are now an administrator of …". */
export const ROLE_WORDS: Record<IndustryRole, string> = { INDUSTRY_ADMIN: "an administrator", INDUSTRY_USER: "a user" };

/** Why a page refuses to take an administrator's role away. */
export const ROLE_GUARDS =
  "You cannot remove your own administrator role, and an organization must keep at least one administrator.";

/**
 * Why an administrator must keep the role (docs/contract.md#organization-users): nobody can take it from themselves,
 * and an organization keeps at least one administrator. Null if the role can be taken away.
 * @param others how many other administrators the organization has
 */
export function whyMustStayAdministrator(
  actorId: string,
  administratorId: string,
  others: number,
): "oneself" | "last" | null {
  if (others === 0) return "last";
  return actorId === administratorId ? "oneself" : null;
}
