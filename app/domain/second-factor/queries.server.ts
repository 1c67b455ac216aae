import { z } from "zod";
import { defineQuery } from "~/operations/operation.server";
import { SERVICE_NAME } from "~/values/labels";
import { recordSchema } from "~/values/text";
import { administeredAccount } from "../account-administration/administered.server";
import { qrOf } from "./codes.server";
import { countRecoveryCodes, factorSince, findSetup } from "./records.server";

/** The caller's second factor: since when it is on and how many recovery codes are left, but no secret. */
export const ownSecondFactor = defineQuery({
  gate: "signed in",
  input: z.object({}),
  duringDuty: "set up second factor",
  run(context) {
    const since = factorSince(context, context.actor.id);
    return since === null ? null : { since, codesLeft: countRecoveryCodes(context, context.actor.id) };
  },
});

/** Since when an account that the caller may administer has a second factor; null if it has none. */
export const secondFactorOfAccount = defineQuery({
  gate: "account administration",
  input: recordSchema,
  run(context, { id }) {
    const since = factorSince(context, administeredAccount(context, id).id);
    return since === null ? null : { since };
  },
});

/** The key that the caller's session is setting up, as text and as a QR code. Only the setup page reads it. */
export const ownSecondFactorSetup = defineQuery({
  gate: "signed in",
  input: z.object({}),
  duringDuty: "set up second factor",
  run(context) {
    const { actor, caller, settings, now } = context;
    const key = findSetup(context, { userId: actor.id, sessionHash: caller.sessionHash }, now);
    if (key === null) return null;
    return { key, qr: qrOf(key, settings.agencyName ?? SERVICE_NAME, actor.email) };
  },
});
