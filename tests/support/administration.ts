import { idOf, type PersonKey, roleOf } from "./cast";
import type { Portal, TestResponse } from "./portal";

/* Who may administer whose account, from docs/contract.md#administering-accounts. */

const EVERY_INDUSTRY_USER: PersonKey[] = ["acmeAdmin", "acmeUser", "borealisAdmin"];
const ADMINISTERS: Partial<Record<PersonKey, PersonKey[]>> = {
  lead: ["readonly", "poc"],
  admin: ["readonly", "poc", "bravoPoc", "lead", "admin"],
  systemAdmin: ["readonly", "poc", "bravoPoc", "lead", "admin", "systemAdmin", ...EVERY_INDUSTRY_USER],
  acmeAdmin: ["acmeAdmin", "acmeUser"],
  borealisAdmin: ["borealisAdmin"],
};

export const mayAdminister = (administrator: PersonKey, person: PersonKey): boolean =>
  ADMINISTERS[administrator]?.includes(person) ?? false;

/** The status for an account that the caller may not administer. Other organizations' accounts do not exist for industry. */
export const refusalOf = (administrator: PersonKey): 403 | 404 =>
  administrator === "acmeAdmin" || administrator === "borealisAdmin" ? 404 : 403;

/** Deactivates or reactivates an account through the API, at the address for the caller and the kind of account. */
export function setActive(
  portal: Portal,
  as: PersonKey | null,
  person: PersonKey,
  active: boolean,
  also: object = {},
): Promise<TestResponse> {
  const id = idOf(person);
  const json = { active, ...also };
  if (as && roleOf(as) === "INDUSTRY") return portal.request(as, "PATCH", `/api/portal/users/${id}`, { json });
  if (roleOf(person) === "INDUSTRY")
    return portal.request(as, "PATCH", `/api/gov/admin/industry-users/${id}`, { json });
  return portal.request(as, "PATCH", "/api/gov/admin/users", { json: { userId: id, ...json } });
}
