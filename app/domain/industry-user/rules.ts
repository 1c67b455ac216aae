import type { IndustryRole } from "#db/enumerations";

/** The roles as a sentence names them: "you are now an administrator of …". */
export const ROLE_WORDS: Record<IndustryRole, string> = { INDUSTRY_ADMIN: "an administrator", INDUSTRY_USER: "a user" };

/**
 * Why an administrator stays one (specification, PATCH /api/portal/users/<id>): nobody takes the role from themselves,
 * and an organization keeps at least one. Null where the role may be taken.
 * @param others how many other administrators the organization has
 */
export function whyStays(actorId: string, administratorId: string, others: number): "oneself" | "last" | null {
  if (others === 0) return "last";
  return actorId === administratorId ? "oneself" : null;
}
