import { expect } from "vitest";
import { setIndustryRole } from "./arrange";
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

/**
 * Deactivates an account as an administrator does, and expects that to succeed. Acme and the service have a second
 * administrator then, because the last one must stay active.
 * @param how through the API, on the account's page, or through the API and reactivated at once
 */
export async function deactivateAs(
  portal: Portal,
  person: PersonKey,
  how: "API" | "page" | "and back" = "API",
): Promise<void> {
  const administrator = administratorFor(portal, person);
  const path = roleOf(person) === "INDUSTRY" ? "/portal/users" : "/gov/admin/users";
  const answers =
    how === "page"
      ? [
          await portal.request(administrator, "POST", `${path}/${idOf(person)}/deactivate`, {
            form: { active: "false" },
          }),
        ]
      : [await setActive(portal, administrator, person, false)];
  if (how === "and back") answers.push(await setActive(portal, administrator, person, true));
  for (const { status, text } of answers) expect([200, 302], text.slice(0, 500)).toContain(status);
}

/** Someone else who may administer a person's account from now on. */
export function administratorFor(portal: Portal, person: PersonKey): PersonKey {
  if (person === "acmeAdmin") {
    setIndustryRole(portal, "acmeUser", "INDUSTRY_ADMIN");
    return "acmeUser";
  }
  if (person === "acmeUser") return "acmeAdmin";
  if (person !== "systemAdmin") return "systemAdmin";
  portal.db.$client.prepare("UPDATE user SET role = 'GOV_SYSTEM_ADMIN' WHERE id = ?").run(idOf("admin"));
  return "admin";
}
