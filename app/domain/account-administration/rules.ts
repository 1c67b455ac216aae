import type { Role } from "#db/enumerations";
import { type Actor, type Reach, standingOf } from "../../policy/policy";
import { mayChange } from "../government-user/rules";

/** What decides who may administer an account. */
export interface AccountStanding {
  role: Role;
  commandId: string | null;
  organizationId: string | null;
}

/** `hidden`: the caller may not even know that the account exists. */
export type Administration = "allowed" | "forbidden" | "hidden";

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
