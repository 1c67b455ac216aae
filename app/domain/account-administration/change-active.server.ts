import { eq } from "drizzle-orm";
import { user } from "#db/schema";
import type { AuditRecord } from "~/audit/chain.server";
import { Refusal, type WriteContext } from "~/operations/operation.server";
import { endSessionsOf } from "~/operations/session.server";
import { DomainError } from "~/values/errors";
import type { Gate } from "../../policy/policy";
import { withdrawInvitationsOf } from "../invitation/of-inviter.server";
import type { AdministeredAccount } from "./administered.server";
import { whyMustStayActive } from "./guards.server";
import { STAYS_ACTIVE } from "./rules";

/** What deactivating or reactivating a government user may append to the audit log. */
export const GOVERNMENT_ACTIVE_EVENTS = [
  "gov_user_deactivated",
  "gov_user_reactivated",
  "authorization_failure",
] as const;
/** The same for an industry user. */
export const INDUSTRY_ACTIVE_EVENTS = [
  "industry_user_deactivated",
  "industry_user_reactivated",
  "industry_user_invitation_withdrawn",
  "authorization_failure",
] as const;

type Context<Event extends (typeof GOVERNMENT_ACTIVE_EVENTS | typeof INDUSTRY_ACTIVE_EVENTS)[number]> = Pick<
  WriteContext<Gate, Event>,
  "db" | "now" | "audit"
> & { actor: { id: string; role: string } };

/**
 * Deactivates or reactivates a government user whom the caller may administer, in the open transaction. Every way to do it
 * calls this. It ends the account's sessions, and everything else that needs its session version.
 * @returns a refusal for the caller to return, before anything else is written, if the account must stay active
 */
export function changeGovernmentActive(
  context: Context<(typeof GOVERNMENT_ACTIVE_EVENTS)[number]>,
  account: AdministeredAccount,
  active: boolean,
): Refusal | null {
  const event = active ? "gov_user_reactivated" : "gov_user_deactivated";
  return changeActive(context, account, active, (record) => context.audit(event, record));
}

/** The same for an industry user. A deactivated user's open invitations are withdrawn. */
export function changeIndustryActive(
  context: Context<(typeof INDUSTRY_ACTIVE_EVENTS)[number]>,
  account: AdministeredAccount,
  active: boolean,
): Refusal | null {
  const event = active ? "industry_user_reactivated" : "industry_user_deactivated";
  const refusal = changeActive(context, account, active, (record) => context.audit(event, record));
  if (!refusal && account.active && !active) withdrawInvitationsOf(context, account);
  return refusal;
}

/** Refuses to deactivate an account that must stay active, and audits that. Null if the change may be made. */
export function refuseChange(
  { db, actor, audit }: Omit<Context<"authorization_failure">, "now">,
  account: AdministeredAccount,
  active: boolean,
): Refusal | null {
  const reason = active ? null : whyMustStayActive(db, actor, account);
  if (!reason) return null;
  const { id, organizationId } = account;
  audit("authorization_failure", { targetType: "user", targetId: id, organizationId, details: { reason } });
  return new Refusal(new DomainError("invalid_request", STAYS_ACTIVE[reason]));
}

function changeActive(
  { db, actor, now, audit }: Context<"authorization_failure">,
  account: AdministeredAccount,
  active: boolean,
  auditChange: (record: AuditRecord) => void,
): Refusal | null {
  if (account.active === active) return null;
  const refusal = refuseChange({ db, actor, audit }, account, active);
  if (refusal) return refusal;
  const { id, organizationId } = account;
  const at = now.toISOString();
  db.update(user)
    .set({ active, updatedAt: at, ...(active && { confirmedAt: at }) })
    .where(eq(user.id, id))
    .run();
  endSessionsOf(db, id);
  const target = { targetType: "user", targetId: id, organizationId };
  auditChange({ ...target, details: { before: { active: !active }, after: { active } } });
  return null;
}
