import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { Settings } from "~/settings.server";
import { SERVICE_NAME } from "~/values/labels";
import type { Actor } from "../../policy/policy";
import type { Ceremony, NewPasskey, Passkey } from "./passkeys.server";

/* What WebAuthn asks of us, with the library that checks its formats and signatures. */

/** Loaded at its first use, so that a portal without passkeys does not spend 20 MB on it. */
const loadLibrary = () => import("@simplewebauthn/server");

/** The relying party of passkeys: a host, and the origin at which browsers use them. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * The relying party; null if passkeys are off. Without PUBLIC_ORIGIN, they work only on the developer's own machine.
 * @param origin at which the caller reaches the portal
 */
export function relyingPartyOf({ passkeys, publicOrigin }: Settings, origin: string): RelyingParty | null {
  if (!passkeys) return null;
  const { hostname } = new URL(publicOrigin ?? origin);
  return publicOrigin !== null || hostname === "localhost" ? { id: hostname, origin: publicOrigin ?? origin } : null;
}

type Named = { id: string; transports: string[] }[];
/** Browsers ignore the ways that they do not know. */
const forBrowser = (passkeys: Named) =>
  passkeys.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransportFuture[] }));
const bytes = (buffer: Buffer) => new Uint8Array(buffer);
const bytesOf = (base64url: string) => bytes(Buffer.from(base64url, "base64url"));

/**
 * What a browser needs to make a passkey: one that is found without a user name, and that checks its owner by a
 * fingerprint, a face or a PIN. We ask for no attestation, because any device will do.
 * @param known the person's passkeys, which the browser does not make again
 */
export async function registrationOptions(
  party: RelyingParty,
  { agencyName }: Settings,
  { id, email, name }: Actor,
  { challenge }: Ceremony,
  known: Named,
) {
  const { generateRegistrationOptions } = await loadLibrary();
  const { extensions: _extensions, ...options } = await generateRegistrationOptions({
    rpName: agencyName ?? SERVICE_NAME,
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(id)),
    userName: email,
    userDisplayName: name,
    challenge: bytesOf(challenge),
    attestationType: "none",
    excludeCredentials: forBrowser(known),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  });
  return options;
}

/** What a browser needs to sign in. @param allowed the passkeys to offer; none for any that the device has for us */
export async function authenticationOptions(party: RelyingParty, { challenge }: Ceremony, allowed: Named) {
  const { generateAuthenticationOptions } = await loadLibrary();
  const { extensions: _extensions, ...options } = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(challenge),
    allowCredentials: forBrowser(allowed),
    userVerification: "required",
  });
  return options;
}

/** The passkey that a browser made for a challenge; null if anything about it is wrong. */
export async function verifyNewPasskey(
  party: RelyingParty,
  { challenge }: Ceremony,
  response: object,
): Promise<Omit<NewPasskey, "userId" | "name"> | null> {
  const { verifyRegistrationResponse } = await loadLibrary();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    if (!verified || !registrationInfo) return null;
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []).filter((name) => /^[a-z-]{1,20}$/.test(name)).slice(0, 10),
      deviceType: credentialDeviceType,
      backedUp: credentialBackedUp,
    };
  } catch {
    // The library throws for whatever is wrong with what a browser sent.
    return null;
  }
}

/** How a passkey was used for a challenge; null if anything about it is wrong. The counter is not compared yet. */
export async function verifyUse(
  party: RelyingParty,
  { challenge }: Ceremony,
  { id, publicKey }: Passkey,
  response: object,
): Promise<{ counter: number; backedUp: boolean } | null> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // Compared under the write lock, so that of two uses with the same counter one is refused.
      credential: { id, publicKey: bytes(publicKey), counter: 0 },
      requireUserVerification: true,
    });
    if (!verified) return null;
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
  } catch {
    return null;
  }
}

/** Whether a device's counter went on. A copied key would repeat it. Devices that do not count always say 0. */
export const isCounterNew = (before: number, now: number): boolean => now > before || (now === 0 && before === 0);
