import { worksDuringRotation } from "~/operations/execute.server";
import { hides, letsEverybodyIn } from "~/policy/policy";
import { ERROR_MESSAGE, ERROR_STATUS, type ErrorCode } from "~/values/errors";
import type { Endpoint } from "~/web/api/api.server";

/** How a method may refuse, and why, in words for whoever calls it. */
export type Refusals = Map<ErrorCode, string[]>;

interface Address {
  method: string;
  /** Whether the address names a record. */
  namesRecord: boolean;
  /** Whether anything that is sent is looked at: parameters, or a body. */
  takesInput: boolean;
}

/**
 * Every way in which a method may refuse: what follows from its gate, its limit, its body and its address, in the order
 * in which they are looked at, and what it says of itself (`refuses`).
 */
export function refusalsOf({ call, gate, body }: Endpoint, { method, namesRecord, takesInput }: Address): Refusals {
  const refusals: Refusals = new Map();
  const add = (code: ErrorCode, reason: string) => refusals.set(code, [...(refusals.get(code) ?? []), reason]);
  const writes = method !== "GET";
  const readsBody = writes && method !== "DELETE" && body !== "none";

  if (writes) add("forbidden", "the request comes from another site");
  if (call.kind === "operation" && call.before) add("forbidden", "credential changes are locked");
  if (gate !== "public") add("unauthorized", "there is no session, or it has ended");
  if (!letsEverybodyIn(gate)) add(hides(gate) ? "not_found" : "forbidden", "the caller's role does not pass");
  if (call.kind === "operation" && gate !== "public") {
    add("forbidden", "the caller's role or account changed while the request was being sent");
  }
  if (!worksDuringRotation(call)) add("forbidden", "the caller must change its password first");
  if (call.limit) add("rate_limited", "the limit is used up");
  else if (call.kind === "operation" && !call.boundedBy) add("rate_limited", "the caller has written too often");
  if (readsBody) add("request_timeout", "the body came too slowly");
  if (typeof body === "object") add("rate_limited", "too many uploads are under way");
  if (readsBody) add("payload_too_large", "the body is too large");
  if (readsBody) add("invalid_request", "the body cannot be read");
  if (takesInput) add("invalid_request", "a field or parameter is not as described");
  if (namesRecord) add("not_found", "no such record, or none that the caller may know of");
  for (const [code, why] of Object.entries(call.refuses ?? {})) add(code as ErrorCode, why);
  add("internal_error", "the fault is the service's own; its log has the details, by `X-Request-Id`");
  return refusals;
}

/** The description of a refusal's response: "Forbidden: …; or …." */
export function describeRefusal(code: ErrorCode, reasons: readonly string[]): string {
  return `${ERROR_MESSAGE[code].replace(/\.$/, "")}: ${[...new Set(reasons)].join("; or ")}.`;
}

export const statusOf = (code: ErrorCode): string => String(ERROR_STATUS[code]);
