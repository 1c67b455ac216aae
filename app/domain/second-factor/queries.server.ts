import * as z from "zod";
import { defineQuery } from "~/operations/operation.server";
import { maySignInByPassword } from "~/operations/sign-in-methods";
import { SERVICE_NAME } from "~/values/labels";
import { recordSchema } from "~/values/text";
import { administeredAccount } from "../account-administration/administered.server";
import { qrOf, uriOf } from "./codes.server";
import { countPasskeys, findCeremony, passkeyIdsOf, passkeysOf } from "./passkeys.server";
import { countRecoveryCodes, factorSince, findSetup } from "./records.server";
import { registrationOptions, relyingPartyOf } from "./web-authn.server";

/** The caller's second factors: since when the app is on, the passkeys, the recovery codes that are left. No secret. */
export const ownSecondFactor = defineQuery({
  gate: "signed in",
  input: z.object({}),
  duringDuty: "set up second factor",
  run(context) {
    const { actor, settings, caller } = context;
    const passkeys = passkeysOf(context, actor.id);
    const isOffered = relyingPartyOf(settings, caller.origin) !== null;
    return {
      since: factorSince(context, actor.id),
      codesLeft: countRecoveryCodes(context, actor.id),
      passkeys: isOffered ? passkeys : passkeys.length > 0 ? passkeys : null,
    };
  },
});

/** The second factors of an account that the caller may administer; null if it has none. */
export const secondFactorOfAccount = defineQuery({
  gate: "account administration",
  input: recordSchema,
  run(context, { id }) {
    const account = administeredAccount(context, id);
    const since = factorSince(context, account.id);
    const passkeys = countPasskeys(context, account.id);
    return since === null && passkeys === 0 ? null : { since, passkeys };
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
    const uri = uriOf(key, settings.agencyName ?? SERVICE_NAME, actor.email);
    return { key, uri, qr: qrOf(uri) };
  },
});

/** What the caller's browser needs to make the passkey that its session is adding; null if it is adding none. */
export const ownNewPasskey = defineQuery({
  gate: "signed in",
  input: z.object({}),
  duringDuty: "set up second factor",
  async run(context) {
    const { actor, caller, settings, now } = context;
    const party = relyingPartyOf(settings, caller.origin);
    const ceremony = findCeremony(context, caller.sessionHash, now);
    if (!party || ceremony?.userId !== actor.id || ceremony.name === null) return null;
    const known = passkeyIdsOf(context, actor.id);
    return { name: ceremony.name, options: await registrationOptions(party, settings, actor, ceremony, known) };
  },
});

/** The name of the provider that the caller signs in with in place of a password; null if they have a password. */
export const providerInPlaceOfPassword = defineQuery({
  gate: "signed in",
  input: z.object({}),
  duringDuty: "set up second factor",
  run: ({ actor, settings }) =>
    maySignInByPassword(settings, actor) ? null : (settings.identityProvider?.name ?? "single sign-on"),
});

/** Whether passkeys can be used here. */
export const passkeysOffered = defineQuery({
  gate: "public",
  input: z.object({}),
  run: ({ settings, caller }) => relyingPartyOf(settings, caller.origin) !== null,
});
