import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import encodeQr from "qr";
import { LIMITS } from "~/values/limits";

/*
 * The codes of a second factor: those of an app (TOTP, RFC 6238) and recovery codes. The app's codes have the parameters
 * that every app supports, since many ignore others: SHA-1, six digits, half a minute.
 */

const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** As many as SHA-1 has, as RFC 4226 recommends. */
const KEY_BYTES = 20;
/** One step each way, for a clock that is wrong by up to half a minute. */
const DRIFT_STEPS = 1;

/**
 * 120 bits. From 112 bits on, NIST SP 800-63B (look-up secrets) lets the server store a plain hash: nobody can try that
 * many codes, neither here nor on a stolen database. Below that, it asks for a slow hash with a salt.
 */
const RECOVERY_BYTES = 15;
/** Crockford's base 32. It has no I, L, O and U, so nobody misreads a code. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const RECOVERY_CHARACTERS = (RECOVERY_BYTES * 8) / 5;
const GROUP = 4;

type Random = (size: number) => Buffer;

/** A new key for an app, in base 32, as people type it. */
export const newKey = (randomBytes: Random): string =>
  new Secret({ buffer: new Uint8Array(randomBytes(KEY_BYTES)).buffer }).base32;

const totpOf = (key: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, algorithm: "SHA1", digits: DIGITS, period: PERIOD_SECONDS, secret: Secret.fromBase32(key) });

/** The time step of a code of this key; null if the code is not valid now. */
export function stepOfCode(key: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const totp = totpOf(key);
  const distance = totp.validate({ token: code, timestamp, window: DRIFT_STEPS });
  return distance === null ? null : totp.counter({ timestamp }) + distance;
}

/** The code that an app shows. For tests. */
export const codeAt = (key: string, now: Date): string => totpOf(key).generate({ timestamp: now.getTime() });

const QUIET_MODULES = 4;

/** What an app reads, from a QR code or a link. */
export const uriOf = (key: string, issuer: string, label: string): string => totpOf(key, { issuer, label }).toString();

/**
 * What an app scans, as the path of an SVG, one unit for each module. It is drawn here, because the key must not leave the
 * page for a service that draws it.
 */
export function qrOf(uri: string): { size: number; path: string } {
  const rows = encodeQr(uri, "raw", { ecc: "medium", border: QUIET_MODULES });
  const runs = rows.flatMap((row, y) => {
    const found: string[] = [];
    for (let x = 0; x < row.length; x += 1) {
      const from = x;
      while (row[x]) x += 1;
      if (x > from) found.push(`M${from} ${y}h${x - from}v1h-${x - from}z`);
    }
    return found;
  });
  return { size: rows.length, path: runs.join("") };
}

/** A code without the spaces and hyphens that people type between its groups. */
const withoutGroups = (typed: string) => typed.replace(/[\s-]/g, "");

/** The six digits of an app's code, or null for any other text. */
export function appCodeIn(typed: string): string | null {
  const code = withoutGroups(typed);
  return /^\d{6}$/.test(code) ? code : null;
}

interface RecoveryCode {
  /** In groups of four, as it is shown once. */
  text: string;
  hash: Buffer;
}

const hashOf = (code: string) => createHash("sha256").update(`recovery code ${code}`).digest();

/** A new set of recovery codes. */
export function newRecoveryCodes(randomBytes: Random): RecoveryCode[] {
  return Array.from({ length: LIMITS.recoveryCodes }, () => {
    const bits = [...randomBytes(RECOVERY_BYTES)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
    const code = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join("");
    return { text: (code.match(new RegExp(`.{${GROUP}}`, "g")) ?? []).join("-"), hash: hashOf(code) };
  });
}

/** The hash of a recovery code as it was typed, or null for text that is none. */
export function recoveryHashOf(typed: string): Buffer | null {
  const code = withoutGroups(typed).toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1");
  const isCode = code.length === RECOVERY_CHARACTERS && [...code].every((character) => ALPHABET.includes(character));
  return isCode ? hashOf(code) : null;
}
