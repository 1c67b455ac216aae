import * as z from "zod";
import { defineOperation, Refusal } from "~/operations/operation.server";
import { endOtherSessionsOf } from "~/operations/session.server";
import { DomainError, invalidField } from "~/values/errors";
import { RATE_LIMITS } from "~/values/limits";
import { refuseWhileLocked } from "../account/lock.server";
import { comparePassword, refuseWrongPassword } from "../account/password-proof.server";
import { newKey, stepOfCode } from "./codes.server";
import { tellOwner } from "./notifications.server";
import { addFactor, deleteSetup, factorSince, findSetup, keepSetup, replaceRecoveryCodes } from "./records.server";
import { codeSchema, presentPasswordSchema } from "./schema";

const ALREADY_ON = "Your second factor is already on. Turn it off before you set up another one";

/**
 * Makes a key for an app, which the setup page then shows. Asks for the password first: someone who finds an open session
 * must not be able to lock its owner out.
 */
export const startSecondFactor = defineOperation({
  gate: "signed in",
  input: presentPasswordSchema,
  limit: RATE_LIMITS.secondFactorChange,
  duringDuty: "set up second factor",
  events: ["second_factor_failure"],
  before: refuseWhileLocked,

  prepare: (context, { currentPassword }) => comparePassword(context, currentPassword),

  run(context, _input, compared) {
    const { actor, caller, randomBytes, now } = context;
    const refusal = refuseWrongPassword(context, compared, "second_factor_failure");
    if (refusal) return refusal;
    if (factorSince(context, actor.id)) throw new DomainError("conflict", ALREADY_ON);
    keepSetup(context, { userId: actor.id, sessionHash: caller.sessionHash }, newKey(randomBytes), now);
    return { started: true as const };
  },
});

/** Forgets a setup that was begun. */
export const cancelSecondFactor = defineOperation({
  gate: "signed in",
  input: z.object({}),
  duringDuty: "set up second factor",
  events: [],
  before: refuseWhileLocked,
  run(context) {
    deleteSetup(context, context.caller);
    return { canceled: true as const };
  },
});

/**
 * Turns the second factor on with a first code of the app, and makes recovery codes. Ends the person's other sessions,
 * which began without it.
 */
export const confirmSecondFactor = defineOperation({
  gate: "signed in",
  input: codeSchema,
  limit: RATE_LIMITS.secondFactorChange,
  duringDuty: "set up second factor",
  events: ["second_factor_enabled", "second_factor_failure"],
  before: refuseWhileLocked,

  run(context, { code }) {
    const { db, actor, caller, now, audit } = context;
    const target = { targetType: "user", targetId: actor.id };
    if (factorSince(context, actor.id)) throw new DomainError("conflict", ALREADY_ON);
    const key = findSetup(context, { userId: actor.id, sessionHash: caller.sessionHash }, now);
    if (!key) throw new DomainError("conflict", "This setup has expired. Start again");
    const step = stepOfCode(key, code.replace(/[\s-]/g, ""), now);
    if (step === null) {
      audit("second_factor_failure", { ...target, details: { reason: "first code mismatch" } });
      const message = "The code does not match. Check that your phone shows the right time, and enter a new code";
      return new Refusal(invalidField("code", "invalid", message));
    }
    addFactor(context, actor.id, key, step, now);
    deleteSetup(context, caller);
    const recoveryCodes = replaceRecoveryCodes(context, actor.id);
    endOtherSessionsOf(db, actor.id, caller.sessionHash);
    audit("second_factor_enabled", target);
    tellOwner(context, actor.id, "enabled");
    return { recoveryCodes };
  },
});
