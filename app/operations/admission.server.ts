import { cannotWriteNow, immediateTransaction, whenUnlocked, withLockWait } from "#db/open";
import type { AuditEventName } from "~/audit/events";
import type { RateLimit } from "~/values/limits";
import { addressGroup } from "~/values/network/address-group";
import { presentCaller } from "./authority.server";
import { auditFor, type Caller } from "./caller.server";
import type { RefusalEvents } from "./operation.server";
import { countAttempt, isFirstRefusal, refuseOverLimit } from "./rate-limit.server";
import type { Services } from "./services";
import { countInLoop, type LimitedCall, limitOf } from "./write-limit.server";

/** What this file needs to know of a query or an operation. */
interface Limited extends LimitedCall {
  refusalEvents?: RefusalEvents;
}

interface Arrival extends Services {
  caller: Caller;
  now: Date;
}

/** The subject that a limit counts. The operation's gate has already checked that the caller has one. */
const SUBJECTS: Record<RateLimit["subject"], (caller: Caller) => string> = {
  ip: ({ ip }) => addressGroup(ip),
  user: ({ actor }) => actor?.id ?? "",
  organization: ({ actor }) => actor?.organizationId ?? "",
};

/**
 * Identifies the subject whose calls a limit counts together. Limits by address count an address group
 * (`addressGroup`).
 */
export const subjectOf = ({ subject }: RateLimit, caller: Caller): string => SUBJECTS[subject](caller);

/**
 * Checks a call against its limit, and counts it if the limit counts attempts.
 * @throws DomainError rate_limited, audited once in each window
 */
export async function admit({ refusalEvents, ...call }: Limited, arrival: Arrival): Promise<void> {
  const { kind } = call;
  const limit = limitOf(call, arrival.caller);
  if (!limit) return;
  if (limit.counts === "loop") {
    // Writes are counted in `writeOnce`.
    if (kind === "query") countInLoop(arrival.db, limit, subjectOf(limit, arrival.caller), arrival.now);
    return;
  }
  const count = () =>
    immediateTransaction(arrival.db, () => countOrRefuse(limit, refusalEvents?.rate_limited, arrival));
  const refused = kind === "query" ? countedIfPossible(arrival, count) : await whenUnlocked(arrival.db, count);
  if (refused) throw refused;
}

/** If nothing can be written, reads continue without being counted. */
function countedIfPossible({ db, log, caller }: Arrival, count: () => unknown): unknown {
  try {
    return withLockWait(db, 0, count);
  } catch (error) {
    if (!cannotWriteNow(error)) throw error;
    log.warn({ err: error, requestId: caller.requestId }, "a request was not counted against its limit");
    return null;
  }
}

/** @returns the refusal instead of throwing it, so that its audit row is committed */
function countOrRefuse(limit: RateLimit, event: AuditEventName | undefined, arrival: Arrival): unknown {
  const { db, caller, now } = arrival;
  const subject = subjectOf(limit, caller);
  try {
    refuseOverLimit(db, limit, subject, now);
  } catch (error) {
    if (event && isFirstRefusal(db, limit, subject, now)) {
      auditFor(arrival, presentCaller(db, caller), now)(event);
    }
    return error;
  }
  if (limit.counts === "attempts") countAttempt(db, limit, subject, now);
  return null;
}
