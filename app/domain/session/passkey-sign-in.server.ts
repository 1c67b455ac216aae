import * as z from "zod";
import { defineOperation, defineQuery, Refusal } from "~/operations/operation.server";
import { newToken } from "~/operations/session.server";
import { DomainError } from "~/values/errors";
import { RATE_LIMITS } from "~/values/limits";
import {
  ceremonyHash,
  closeCeremony,
  findCeremony,
  findPasskey,
  openCeremony,
  passkeyIdsOf,
  touchPasskey,
} from "../second-factor/passkeys.server";
import { passkeySchema } from "../second-factor/schema";
import { authenticationOptions, isCounterNew, relyingPartyOf, verifyUse } from "../second-factor/web-authn.server";
import { beginSession, findCredentialsOf } from "./begin-session.server";
import { refuseTooMany } from "./password.server";
import { accountOfStep, closeStep } from "./step.server";

const token = z.string().max(64);
const stepSchema = z.object({ step: token });
const ceremonySchema = z.object({ ceremony: token });

/**
 * Begins a sign-in with a passkey. After the password it must be one of that account, otherwise any account's.
 * @returns a token for the browser. Only this browser may finish
 */
export const beginPasskeySignIn = defineOperation({
  gate: "public",
  input: stepSchema,
  limit: RATE_LIMITS.passkey,
  events: [],
  run(context, { step }) {
    const { settings, caller, now } = context;
    if (!relyingPartyOf(settings, caller.origin)) throw new DomainError("forbidden", "Passkeys are turned off");
    const account = step === "" ? undefined : accountOfStep(context, step);
    const ceremony = newToken(context);
    const owner = { userId: account?.id ?? null, sessionVersion: account?.sessionVersion ?? null };
    openCeremony(context, ceremonyHash(ceremony), { ...owner, name: null }, now);
    return { ceremony };
  },
});

/** What this browser needs to sign in with a passkey; null if it has begun nothing. */
export const passkeySignIn = defineQuery({
  gate: "public",
  input: ceremonySchema,
  async run(context, { ceremony: token }) {
    const { settings, caller, now } = context;
    const party = relyingPartyOf(settings, caller.origin);
    const ceremony = findCeremony(context, ceremonyHash(token), now);
    if (!party || !ceremony || ceremony.name !== null) return null;
    const allowed = ceremony.userId === null ? [] : passkeyIdsOf(context, ceremony.userId);
    return { options: await authenticationOptions(party, ceremony, allowed) };
  },
});

const MESSAGE = "This passkey cannot sign in here. Try again, or sign in with your password";

/**
 * Signs in with a passkey. It needs no password: the device has the key, and checked its owner. Its challenge works once,
 * whatever comes of it. The account and the passkey are read again under the write lock.
 */
export const finishPasskeySignIn = defineOperation({
  gate: "public",
  input: passkeySchema.extend(ceremonySchema.shape).extend({ step: token }),
  boundedBy: "the ceremonies, which have a limit of their own",
  events: ["sign_in_success", "passkey_failure"],

  async prepare(context, { ceremony: token, passkey: sent }) {
    const { settings, caller, now } = context;
    const party = relyingPartyOf(settings, caller.origin);
    const ceremony = findCeremony(context, ceremonyHash(token), now);
    // A flood of made-up ceremonies must not cost the write lock.
    if (!party || !ceremony || ceremony.name !== null) throw new DomainError("conflict", "Start again");
    const known = findPasskey(context, sent.id);
    const owner = known && findCredentialsOf(context, known.userId);
    return { ceremony, owner, used: known ? await verifyUse(party, ceremony, known, sent) : null };
  },

  run(context, { ceremony: token, passkey: sent, step }, { ceremony, owner, used }) {
    const { now, audit } = context;
    if (!closeCeremony(context, ceremonyHash(token), ceremony)) throw new DomainError("conflict", "Start again");
    const known = findPasskey(context, sent.id);
    const account = known && findCredentialsOf(context, known.userId);
    const reason = whyRefused();
    if (reason !== undefined || !account || !known || !used) {
      const target = account && { claimedEmail: account.email, targetType: "user", targetId: account.id };
      audit("passkey_failure", { ...target, details: { reason } });
      return new Refusal(new DomainError("unauthorized", MESSAGE));
    }
    refuseTooMany(context, account);
    touchPasskey(context, { id: known.id, ...used }, now);
    if (step !== "") closeStep(context, step);
    return beginSession(context, account, { secondFactor: "passkey" });

    function whyRefused(): string | undefined {
      if (!known) return "unknown passkey";
      if (!used) return "not verified";
      if (!account) return "inactive account";
      if (ceremony.userId !== null && ceremony.userId !== account.id) return "another account's passkey";
      // They must not have ended since the password was right or, without one, since the check of the passkey began.
      const sessionVersion = ceremony.sessionVersion ?? owner?.sessionVersion;
      if (sessionVersion !== account.sessionVersion) return "sessions ended";
      const handle = sent.response.userHandle;
      if (handle && Buffer.from(handle, "base64url").toString() !== account.id) return "another account's passkey";
      return isCounterNew(known.counter, used.counter) ? undefined : "counter did not advance";
    }
  },
});
