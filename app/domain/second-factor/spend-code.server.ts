import { Refusal, type WriteContext } from "~/operations/operation.server";
import { countAttempt, hasRoom, isFirstRefusal, refuseOverLimit } from "~/operations/rate-limit.server";
import { DomainError, type ErrorCode } from "~/values/errors";
import { SECOND_FACTOR_FAILURES, SECOND_FACTOR_FAILURES_OF_DAY } from "~/values/limits";
import type { Gate } from "../../policy/policy";
import { appCodeIn, recoveryHashOf, stepOfCode } from "./codes.server";
import { tellOfRecoveryCode } from "./notifications.server";
import { countRecoveryCodes, findFactor, spendRecoveryCode, spendStep } from "./records.server";

/** The events that using a code may append. */
export const CODE_EVENTS = ["second_factor_failure", "second_factor_rate_limited", "recovery_code_used"] as const;
type Context = Pick<WriteContext<Gate, (typeof CODE_EVENTS)[number]>, "db" | "now" | "audit">;

interface Owner {
  id: string;
  email: string;
  organizationId: string | null;
}

const LIMITS_OF_CODES = [SECOND_FACTOR_FAILURES, SECOND_FACTOR_FAILURES_OF_DAY] as const;
const WRONG = "The code is wrong or too old, or it was used before. Enter a new one";

/**
 * Checks a code that someone typed for an account, and uses it up, so that it works once. Runs under the write lock, so of
 * two requests with the same code one gets through. A code of the app is refused after too many failures. A recovery code
 * is not, because nobody can guess one, and its owner needs another way in.
 * @param refused how to refuse a wrong code: the error, and the field that the code came in
 * @returns what the code was, or a refusal to return after counting it elsewhere
 */
export function spendCode(
  context: Context,
  owner: Owner,
  typed: string,
  refused: { code: ErrorCode; field: string },
): "app code" | "recovery code" | Refusal {
  const { db, now, audit } = context;
  const record = {
    claimedEmail: owner.email,
    targetType: "user",
    targetId: owner.id,
    organizationId: owner.organizationId,
  };
  const appCode = appCodeIn(typed);
  const over = appCode !== null && LIMITS_OF_CODES.find((limit) => !hasRoom(db, limit, owner.id, now));
  if (over) {
    if (isFirstRefusal(db, over, owner.id, now)) audit("second_factor_rate_limited", record);
    return new Refusal(overLimit(context, over, owner.id));
  }
  if (appCode !== null && isAppCode(context, owner.id, appCode)) return "app code";
  const hash = recoveryHashOf(typed);
  if (hash && spendRecoveryCode(context, owner.id, hash, now)) {
    const left = countRecoveryCodes(context, owner.id);
    audit("recovery_code_used", { ...record, details: { left } });
    tellOfRecoveryCode(context, owner.id, left);
    return "recovery code";
  }
  for (const limit of LIMITS_OF_CODES) countAttempt(db, limit, owner.id, now);
  audit("second_factor_failure", record);
  const fields = { [refused.field]: [{ code: "invalid", message: WRONG } as const] };
  return new Refusal(new DomainError(refused.code, WRONG, { fields, reason: "second_factor_wrong" }));
}

function isAppCode(context: Context, userId: string, code: string): boolean {
  const factor = findFactor(context, userId);
  const step = factor && stepOfCode(factor.key, code, context.now);
  return step !== null && spendStep(context, userId, step);
}

const OVER_LIMIT = "Too many wrong codes. Use a recovery code, or wait";

function overLimit({ db, now }: Context, limit: (typeof LIMITS_OF_CODES)[number], userId: string): DomainError {
  try {
    refuseOverLimit(db, limit, userId, now);
  } catch (error) {
    if (error instanceof DomainError) {
      return new DomainError("rate_limited", OVER_LIMIT, { retryAfterSeconds: error.retryAfterSeconds });
    }
    throw error;
  }
  throw new Error("A limit that refuses has room.");
}
