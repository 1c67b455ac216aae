import { DUTIES, type Duty, isAllowedDuring } from "~/operations/first-duty.server";
import { hidesRecords, isOpenToAll } from "~/policy/policy";
import { ERROR_MESSAGE, ERROR_STATUS, type ErrorCode } from "~/values/errors";
import type { Endpoint } from "~/web/api/endpoint.server";

/** The errors that a method may return, with the reasons in words. */
type Refusals = Map<ErrorCode, string[]>;

const DUTY_REASONS: Record<Duty, string> = {
  "change password": "you must change your password first",
  "set up second factor": "you must set up a second factor first",
};

interface Address {
  method: string;
  /** Whether the path names a record. */
  namesRecord: boolean;
  /** Whether the method takes parameters or a body. */
  takesInput: boolean;
}

/**
 * Every error that a method may return, in the order of the checks: first those that follow from its gate, limit, body
 * and path, then those that it declares (`refuses`).
 */
export function refusalsOf({ call, gate, body }: Endpoint, { method, namesRecord, takesInput }: Address): Refusals {
  const refusals: Refusals = new Map();
  const add = (code: ErrorCode, reason: string) => refusals.set(code, [...(refusals.get(code) ?? []), reason]);
  const writes = method !== "GET";
  const readsBody = writes && method !== "DELETE" && body !== "none";

  if (writes) add("forbidden", "the request came from another site");
  if (call.kind === "operation" && call.before) add("forbidden", "credential changes are locked");
  if (gate !== "public") add("unauthorized", "there is no session, or it has ended");
  if (!isOpenToAll(gate)) add(hidesRecords(gate) ? "not_found" : "forbidden", "your role does not allow this");
  if (call.kind === "operation" && gate !== "public") {
    add("forbidden", "your role or account changed while you sent the request");
  }
  for (const duty of DUTIES) if (!isAllowedDuring(duty, call)) add("forbidden", DUTY_REASONS[duty]);
  if (call.limit) add("rate_limited", "you reached the limit");
  else if (call.kind === "operation" && !call.boundedBy) add("rate_limited", "you made too many changes");
  if (readsBody) add("request_timeout", "the body arrived too slowly");
  if (typeof body === "object") add("rate_limited", "too many uploads are in progress");
  if (readsBody) add("payload_too_large", "the body is larger than this route accepts");
  if (readsBody) add("invalid_request", "the body cannot be read");
  if (takesInput) add("invalid_request", "a field or parameter is invalid");
  if (namesRecord) add("not_found", "the record does not exist, or you may not see it");
  for (const [code, why] of Object.entries(call.refuses ?? {})) add(code as ErrorCode, why);
  // Only if the data is copied to another machine (docs/replicate.md).
  if (call.kind === "operation") add("unavailable", "nothing can be changed at the moment");
  add("unavailable", "another server has taken this one's place");
  add("internal_error", "the service failed; its log has the details under the `X-Request-Id` of the response");
  return refusals;
}

/** "Forbidden: …; or …." */
export function describeRefusal(code: ErrorCode, reasons: readonly string[]): string {
  return `${ERROR_MESSAGE[code].replace(/\.$/, "")}: ${[...new Set(reasons)].join("; or ")}.`;
}

export const statusOf = (code: ErrorCode): string => String(ERROR_STATUS[code]);
