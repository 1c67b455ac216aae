import { eq } from "drizzle-orm";
import { user } from "#db/schema";
import type { AuditRecord } from "~/audit/chain.server";
import { changesBetween } from "~/operations/changes";
import { Refusal, type WriteContext } from "~/operations/operation.server";
import { endSessionsOf } from "~/operations/session.server";
import { DomainError, invalidField } from "~/values/errors";
import type { Gate } from "../../policy/policy";
import { handOverOwned } from "../../routing/hand-over-reviews.server";
import { mailAccountChange } from "../account/account-mail.server";
import { withdrawInvitationsOf } from "../invitation/of-inviter.server";
import type { AdministeredAccount } from "./administered.server";
import { whyMustStayActive } from "./guards.server";
import { findSuccessor, type HandedOver, handOver } from "./hand-over.server";
import { deleteRevokedLinks } from "./revoked-links.server";
import { STAYS_ACTIVE } from "./rules";

/** What deactivating or reactivating a government user may append to the audit log. */
export const GOVERNMENT_ACTIVE_EVENTS = [
  "gov_user_deactivated",
  "gov_user_reactivated",
  "account_handed_over",
  "authorization_failure",
] as const;
/** The same for an industry user. */
export const INDUSTRY_ACTIVE_EVENTS = [
  "industry_user_deactivated",
  "industry_user_reactivated",
  "account_handed_over",
  "industry_user_invitation_withdrawn",
  "authorization_failure",
] as const;

type ActiveEvent = (typeof GOVERNMENT_ACTIVE_EVENTS | typeof INDUSTRY_ACTIVE_EVENTS)[number];
type Context<Event extends ActiveEvent> = Pick<WriteContext<Gate, Event>, "db" | "now" | "audit"> & {
  actor: { id: string; role: string };
};

/** Whether an account is to be active and, if not, who takes over. What is undefined stays as it is. */
interface ActiveChange {
  active?: boolean | undefined;
  successorId?: string | null | undefined;
  handOverTags?: boolean | undefined;
}

/**
 * Deactivates or reactivates a government user that the caller may administer, in the open transaction, or changes who
 * takes over.
 * @returns a refusal for the caller to return, before anything else is written, if the account must stay active
 * @throws DomainError invalid_request if the successor may not take over
 */
export function changeGovernmentActive(
  context: Context<(typeof GOVERNMENT_ACTIVE_EVENTS)[number]>,
  account: AdministeredAccount,
  change: ActiveChange,
): Refusal | null {
  const event = change.active ? "gov_user_reactivated" : "gov_user_deactivated";
  return changeActive(context, account, change, (record) => context.audit(event, record));
}

/** Deactivates an active government user without a successor, in the open transaction. Call `refuseChange` first. */
export const deactivateGovernmentUser = (
  context: Context<"gov_user_deactivated">,
  account: AdministeredAccount,
): void =>
  switchActive(context, account, { active: false, successorId: null }, (record) =>
    context.audit("gov_user_deactivated", record),
  );

/** The same for an industry user. A deactivated user's open invitations are withdrawn. */
export function changeIndustryActive(
  context: Context<(typeof INDUSTRY_ACTIVE_EVENTS)[number]>,
  account: AdministeredAccount,
  change: ActiveChange,
): Refusal | null {
  const event = change.active ? "industry_user_reactivated" : "industry_user_deactivated";
  const refusal = changeActive(context, account, change, (record) => context.audit(event, record));
  if (!refusal && account.active && change.active === false) withdrawInvitationsOf(context, account);
  return refusal;
}

/** Refuses to deactivate an account that must stay active, and audits that. Null if the change may be made. */
export function refuseChange(
  { db, actor, audit }: Omit<Context<"authorization_failure">, "now">,
  account: AdministeredAccount,
  { active }: ActiveChange,
): Refusal | null {
  const reason = active === false ? whyMustStayActive(db, actor, account) : null;
  if (!reason) return null;
  audit("authorization_failure", { ...targetOf(account), details: { reason } });
  return new Refusal(new DomainError("invalid_request", STAYS_ACTIVE[reason]));
}

const targetOf = ({ id, organizationId }: AdministeredAccount) => ({
  targetType: "user",
  targetId: id,
  organizationId,
});

function changeActive(
  context: Context<"authorization_failure" | "account_handed_over">,
  account: AdministeredAccount,
  change: ActiveChange,
  auditChange: (record: AuditRecord) => void,
): Refusal | null {
  const { db, now, audit } = context;
  const { active = account.active, handOverTags = false } = change;
  if (active && change.successorId) {
    throw invalidField("successorId", "not_allowed", "Send a successor only with `active: false`");
  }
  const refusal = refuseChange(context, account, change);
  if (refusal) return refusal;
  // An active account has no successor.
  const successorId = active ? null : change.successorId;
  const changes = changesBetween(account, { active, successorId });
  if (!changes) return null;
  const successor = successorId ? findSuccessor(db, account, successorId) : null;
  const state = { active, successorId: successor?.id ?? null };
  if (active === account.active) {
    db.update(user)
      .set({ ...state, updatedAt: now.toISOString() })
      .where(eq(user.id, account.id))
      .run();
  } else {
    switchActive(context, account, state, auditChange);
  }
  const handedOver: HandedOver | null = successor && handOver(context, account, successor, handOverTags);
  if ("successorId" in changes.after) {
    const { before, after } = pick(changes, "successorId");
    audit("account_handed_over", { ...targetOf(account), details: { before, after, ...handedOver } });
  }
  return null;
}

/** Every way to deactivate or reactivate an account ends here. It ends its sessions, and what else needs its session version. */
function switchActive(
  { db, now }: Pick<Context<never>, "db" | "now">,
  account: AdministeredAccount,
  { active, successorId }: { active: boolean; successorId: string | null },
  auditChange: (record: AuditRecord) => void,
): void {
  const { id, email } = account;
  const at = now.toISOString();
  db.update(user)
    .set({ active, successorId, updatedAt: at, ...(active && { confirmedAt: at }) })
    .where(eq(user.id, id))
    .run();
  endSessionsOf(db, id);
  deleteRevokedLinks(db, id);
  mailAccountChange({ db, now }, { email }, active ? "reactivated" : "deactivated");
  // People whose work this person took over need another successor. Otherwise their work would reach nobody.
  if (!active) db.update(user).set({ successorId }).where(eq(user.successorId, id)).run();
  const ownedSubmissions = active ? 0 : handOverOwned(db, id, successorId);
  auditChange({
    ...targetOf(account),
    details: {
      before: { active: account.active },
      after: { active },
      ...(ownedSubmissions > 0 && { ownedSubmissions }),
    },
  });
}

function pick({ before, after }: NonNullable<ReturnType<typeof changesBetween>>, name: string) {
  return { before: { [name]: before[name] }, after: { [name]: after[name] } };
}
