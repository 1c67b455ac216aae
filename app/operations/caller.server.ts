import { type AuditOrigin, type AuditRecord, appendAudit } from "~/audit/chain.server";
import type { AuditEventName } from "~/audit/events";
import type { Actor } from "~/policy/policy";
import type { Services } from "./services";

/** The person or program that calls. app/web makes it from the request. */
export interface Caller {
  actor: Actor | null;
  /** SHA-256 of the session token. */
  sessionHash: Buffer | null;
  ip: string;
  userAgent: string | null;
  requestId: string;
  /** Aborted if the client hangs up before its response; absent if nobody can know. */
  abandoned?: AbortSignal;
  /** The origin under which the caller reaches the portal, to build links. */
  origin: string;
}

/** Appends one audit row for a caller and its actor, in the open transaction. */
export function auditFor(services: Pick<Services, "db" | "newId">, caller: Caller, now: Date) {
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
