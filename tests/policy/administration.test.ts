import { expect, test } from "vitest";
import { administrationOf } from "~/domain/account-administration/rules";
import { reachThrough } from "~/policy/policy";
import { actorOf, idOf, PEOPLE, type PersonKey } from "../support/cast";

/* Who may administer whose account, from docs/contract.md#administering-accounts. */

const EVERY_INDUSTRY_USER: PersonKey[] = ["acmeAdmin", "acmeUser", "borealisAdmin"];
const ADMINISTERS: Partial<Record<PersonKey, PersonKey[]>> = {
  lead: ["readonly", "poc"],
  admin: ["readonly", "poc", "bravoPoc", "lead", "admin"],
  systemAdmin: ["readonly", "poc", "bravoPoc", "lead", "admin", "systemAdmin", ...EVERY_INDUSTRY_USER],
  acmeAdmin: ["acmeAdmin", "acmeUser"],
  borealisAdmin: ["borealisAdmin"],
};

for (const administrator of PEOPLE) {
  for (const person of PEOPLE) {
    const allowed = ADMINISTERS[administrator]?.includes(person) ?? false;
    test(`${administrator} ${allowed ? "may" : "may not"} administer ${idOf(person)}`, () => {
      const actor = actorOf(administrator);
      const reach = reachThrough("account administration", actor);
      const may = reach !== null && administrationOf(reach, actor, actorOf(person)) === "allowed";
      expect(may).toBe(allowed);
    });
  }
}
