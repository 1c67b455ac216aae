import type { Role } from "#db/enumerations";
import { type Actor, type Reach, standingOf } from "../../policy/policy";
import { mayChange } from "./government-tiers";

/** What decides who may administer an account. */
interface AccountStanding {
  role: Role;
  commandId: string | null;
  organizationId: string | null;
}

/** `hidden`: the caller may not even know that the account exists. */
type Administration = "allowed" | "forbidden" | "hidden";

/**
 * Whether a caller who passed the gate `account administration` may administer an account
 * (docs/contract.md#administering-accounts): a government user's if the caller may change that user, an industry user's
 * as an administrator of the organization or as a system administrator.
 */
export function administrationOf(
  reach: Reach | null,
  actor: Pick<Actor, "role" | "industryRole" | "organizationId" | "commandId">,
  account: AccountStanding,
): Administration {
  const standing = standingOf(actor);
  if (standing === "INDUSTRY_ADMIN") {
    return account.organizationId !== null && account.organizationId === actor.organizationId ? "allowed" : "hidden";
  }
  if (account.role === "INDUSTRY") return standing === "GOV_SYSTEM_ADMIN" ? "allowed" : "forbidden";
  return mayChange(reach, actor, account) ? "allowed" : "forbidden";
}

/** Why an account must stay active, and what its page says about it (docs/contract.md#administering-accounts). */
export const STAYS_ACTIVE = {
  "own account": "You cannot deactivate your own account. Ask another administrator.",
  "last system administrator": "This is the only active system administrator. Make someone else one first.",
  "last administrator":
    "This is the organization's only active administrator. Make someone else an administrator first. A system administrator can also set the organization's status to inactive, and then deactivate the account.",
} as const;

export type StaysActive = keyof typeof STAYS_ACTIVE;
