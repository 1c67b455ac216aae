import { expect } from "vitest";
import { type Ceremony, makeAuthenticator } from "./authenticator";
import { PASSWORD, type PersonKey } from "./cast";
import { HOST, type Portal } from "./portal";
import { recoveryCodesIn } from "./second-factor";
import { type Visitor, visitorOf } from "./visitor";

const ORIGIN = `https://${HOST}`;
export const PASSKEY_SETTINGS = { DEMO_LOCK_CREDENTIALS: "false", PASSKEYS: "on", PUBLIC_ORIGIN: ORIGIN };
/** The page that adds a passkey. */
export const NEW_PASSKEY = "/account/passkeys/new";

/** The challenge of the latest ceremony, as a browser of this portal signs it. */
export function ceremonyOf(portal: Portal, changes: Partial<Ceremony> = {}): Ceremony {
  const challenge = portal.db.query.passkeyCeremony.findMany().sync().at(-1)?.challenge ?? "";
  return {
    challenge,
    origin: ORIGIN,
    rpId: HOST,
    userVerified: true,
    counter: 0,
    userHandle: null,
    forged: false,
    ...changes,
  };
}

/** Begins to add a passkey. */
export async function beginPasskey(visitor: Visitor, name = "My laptop") {
  const { status, headers } = await visitor.post(NEW_PASSKEY, { name, currentPassword: PASSWORD });
  expect([status, headers.get("location")]).toEqual([302, NEW_PASSKEY]);
}

/** Adds a passkey for a person. @returns the device, and the recovery codes that the page showed */
export async function addPasskey(portal: Portal, person: PersonKey, visitor = visitorOf(portal, undefined, person)) {
  const device = makeAuthenticator();
  await beginPasskey(visitor);
  const done = await visitor.post(`${NEW_PASSKEY}?add`, { passkey: device.make(ceremonyOf(portal)) });
  expect([200, 302], done.text.slice(0, 300)).toContain(done.status);
  return { device, visitor, codes: recoveryCodesIn(done.text) };
}
