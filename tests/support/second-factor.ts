import { immediateTransaction } from "#db/open";
import { codeAt } from "~/domain/second-factor/codes.server";
import { addPasskey } from "~/domain/second-factor/passkeys.server";
import { addFactor, replaceRecoveryCodes } from "~/domain/second-factor/records.server";
import { idOf, type PersonKey } from "./cast";
import type { Portal } from "./portal";

/** How long a code of the app is shown. */
export const STEP = 30_000;
/** The key of every second factor in the tests, in base 32. */
const KEY = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

export interface TestFactor {
  key: string;
  recoveryCodes: string[];
  /** The code that the app shows now, or some steps later or earlier. */
  code(steps?: number): string;
}

/** Gives a person a second factor that is on. Its last code was used long ago. */
export function insertSecondFactor(portal: Portal, person: PersonKey): TestFactor {
  const { services } = portal;
  const recoveryCodes = immediateTransaction(portal.db, () => {
    addFactor(services, idOf(person), KEY, 0, portal.now());
    return replaceRecoveryCodes(services, idOf(person));
  });
  return { key: KEY, recoveryCodes, code: codesOf(portal, KEY) };
}

/** The codes that an app with this key shows. */
export const codesOf =
  (portal: Pick<Portal, "now">, key: string) =>
  (steps = 0): string =>
    codeAt(key, new Date(portal.now().getTime() + steps * STEP));

/** Six digits that are not a code of this key at any accepted step. */
export function wrongCode(factor: TestFactor): string {
  const codes = [-1, 0, 1].map((steps) => factor.code(steps));
  return ["000000", "000001", "000002", "000003"].find((code) => !codes.includes(code)) ?? "";
}

/** The recovery codes that a page shows. */
export const recoveryCodesIn = (html: string) =>
  [...html.matchAll(/<li class="glip-secret-code">([^<]+)/g)].map(([, code = ""]) => code);

/** The key that the setup page shows. */
export const keyIn = (html: string) =>
  html.match(/<p class="glip-secret-code">([^<]+)/)?.[1]?.replaceAll(" ", "") ?? "";
/** Gives a person a passkey that no device has. */
export function insertPasskey({ services, now }: Portal, person: PersonKey, name = "Laptop"): void {
  const key = { publicKey: Buffer.from("key"), counter: 0, transports: [], deviceType: "singleDevice" };
  addPasskey(services, { ...key, id: `passkey-${person}-${name}`, userId: idOf(person), name, backedUp: false }, now());
}
