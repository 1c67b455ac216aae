import { defineOperation, type ReadContext, Refusal } from "~/operations/operation.server";
import { endOtherSessionsOf } from "~/operations/session.server";
import { DomainError, invalidField, notFound } from "~/values/errors";
import { LIMITS, RATE_LIMITS } from "~/values/limits";
import { refuseWhileLocked } from "../account/lock.server";
import { comparePassword, refuseWrongPassword } from "../account/password-proof.server";
import { tellOwner } from "./notifications.server";
import { addPasskey, closeCeremony, countPasskeys, findCeremony, openCeremony } from "./passkeys.server";
import { deletePasskey, factorSince, replaceRecoveryCodes } from "./records.server";
import { newPasskeySchema, passkeyRemovalSchema, passkeySchema } from "./schema";
import { type RelyingParty, relyingPartyOf, verifyNewPasskey } from "./web-authn.server";

/** @throws DomainError forbidden while passkeys are off */
function partyOf({ settings, caller }: Pick<ReadContext, "settings" | "caller">): RelyingParty {
  const party = relyingPartyOf(settings, caller.origin);
  if (!party) throw new DomainError("forbidden", "Passkeys are turned off");
  return party;
}

/** Starts to add a passkey, with a challenge that only this session may have signed. Asks for the password first. */
export const beginPasskey = defineOperation({
  gate: "signed in",
  input: newPasskeySchema,
  limit: RATE_LIMITS.secondFactorChange,
  duringDuty: "set up second factor",
  events: ["second_factor_failure"],
  before: refuseWhileLocked,
  check: (context) => void partyOf(context),
  prepare: (context, { currentPassword }) => comparePassword(context, currentPassword),
  run(context, { name }, compared) {
    const { actor, caller, now } = context;
    const refusal = refuseWrongPassword(context, compared, "second_factor_failure");
    if (refusal) return refusal;
    if (countPasskeys(context, actor.id) >= LIMITS.passkeys) {
      throw new DomainError("conflict", `You have ${LIMITS.passkeys} passkeys. Remove one before you add another`);
    }
    if (!caller.sessionHash) throw new DomainError("unauthorized");
    // The session is its own proof: it ends when the account's sessions do.
    openCeremony(context, caller.sessionHash, { userId: actor.id, sessionVersion: null, name }, now);
    return { begun: true as const };
  },
});

/** Stores the passkey that the browser made. The first second factor of an account also makes recovery codes. */
export const addPasskeyOfBrowser = defineOperation({
  gate: "signed in",
  input: passkeySchema,
  limit: RATE_LIMITS.secondFactorChange,
  duringDuty: "set up second factor",
  events: ["passkey_added", "passkey_failure", "second_factor_enabled"],
  before: refuseWhileLocked,

  async prepare(context, { passkey }) {
    const party = partyOf(context);
    const ceremony = findCeremony(context, context.caller.sessionHash, context.now);
    if (ceremony?.userId !== context.actor.id || ceremony.name === null) throw expired();
    return { ceremony, name: ceremony.name, made: await verifyNewPasskey(party, ceremony, passkey) };
  },

  run(context, _input, { ceremony, name, made }) {
    const { db, actor, caller, now, audit } = context;
    const target = { targetType: "user", targetId: actor.id };
    if (!closeCeremony(context, caller.sessionHash, ceremony)) throw expired();
    const before = countPasskeys(context, actor.id);
    if (before >= LIMITS.passkeys) throw new DomainError("conflict", "You have too many passkeys");
    if (!made || !addPasskey(context, { ...made, userId: actor.id, name }, now)) {
      audit("passkey_failure", { ...target, details: { reason: made ? "known passkey" : "not verified" } });
      return new Refusal(invalidField("passkey", "invalid", "This passkey cannot be added. Start again"));
    }
    audit("passkey_added", { ...target, details: { name } });
    // Of the account. The session may have had one from an identity provider.
    const isFirst = before === 0 && factorSince(context, actor.id) === null;
    if (isFirst) audit("second_factor_enabled", target);
    endOtherSessionsOf(db, actor.id, caller.sessionHash);
    tellOwner(context, actor.id, "passkey added");
    return { recoveryCodes: isFirst ? replaceRecoveryCodes(context, actor.id) : null };
  },
});

const expired = () => new DomainError("conflict", "Adding a passkey took too long. Start again");

/** Removes one of the caller's passkeys. */
export const removePasskey = defineOperation({
  gate: "signed in",
  input: passkeyRemovalSchema,
  limit: RATE_LIMITS.secondFactorChange,
  events: ["passkey_removed", "second_factor_failure"],
  before: refuseWhileLocked,
  prepare: (context, { currentPassword }) => comparePassword(context, currentPassword),
  run(context, { passkeyId }, compared) {
    const { db, actor, caller, audit } = context;
    const refusal = refuseWrongPassword(context, compared, "second_factor_failure");
    if (refusal) return refusal;
    const name = deletePasskey(context, actor.id, passkeyId);
    if (name === null) throw notFound();
    endOtherSessionsOf(db, actor.id, caller.sessionHash);
    audit("passkey_removed", { targetType: "user", targetId: actor.id, details: { name } });
    tellOwner(context, actor.id, "passkey removed");
    return { name };
  },
});
