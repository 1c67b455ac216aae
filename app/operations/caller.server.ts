import { type AuditOrigin, type AuditRecord, appendAudit } from "~/audit/chain.server";
import type { AuditEventName } from "~/audit/events";
import type { Actor } from "~/policy/policy";
import type { Services } from "./services";

/** Who calls, in the domain's terms: the http floor makes one of a request. */
export interface Caller {
  actor: Actor | null;
  /** SHA-256 of the session token the actor came with. */
  sessionHash: Buffer | null;
  ip: string;
  userAgent: string | null;
  requestId: string;
  /** Aborted when the client hung up before its answer; absent where nobody can know. */
  abandoned?: AbortSignal;
  /** Where the caller finds the portal, as the beginning of an address that can be handed on. */
  origin: string;
}

/** Appends one audit row for a caller, with the actor it has, in the transaction that is open. */
export function auditFor(services: Services, caller: Caller, now: Date) {
  return (event: AuditEventName, { claimedEmail, ...record }: AuditRecord & { claimedEmail?: string } = {}): void => {
    const origin: AuditOrigin = {
      id: services.newId(),
      at: now.toISOString(),
      actor: caller.actor,
      claimedEmail,
      ip: caller.ip,
      userAgent: caller.userAgent,
      requestId: caller.requestId,
    };
    appendAudit(services.db, origin, event, record);
  };
}
