import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";
import type { Database } from "#db/open";
import { installationSecret } from "./installation-secret.server";

/*
 * Seals text that a client keeps and sends back, but cannot read or change: AES-256-GCM with keys of this installation.
 * The nonce is a MAC of the text and its purpose. So the same text always has the same sealed form, and two texts never
 * share a nonce.
 */

const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = "aes-256-gcm";

/**
 * The secret for sealing. Call it on start, because the first call writes it, and requests that read must not write.
 */
export const sealingSecret = (db: Database): Buffer => installationSecret(db, "sealed_text", SECRET_BYTES);

function keysOf(db: Database) {
  const secret = sealingSecret(db);
  const derived = (use: string) => Buffer.from(hkdfSync("sha256", secret, "", `sealed text ${use}`, SECRET_BYTES));
  return { encryption: derived("encryption"), nonce: derived("nonce") };
}

const known = new WeakMap<Database, ReturnType<typeof keysOf>>();

function keys(db: Database) {
  const found = known.get(db) ?? keysOf(db);
  known.set(db, found);
  return found;
}

/**
 * Seals text.
 * @param purpose what it may be opened for, and who may open it
 * @returns base64url
 */
export function seal(db: Database, purpose: string, text: string): string {
  const { encryption, nonce: nonceKey } = keys(db);
  const content = JSON.stringify([purpose, text]);
  const nonce = createHmac("sha256", nonceKey).update(content).digest().subarray(0, NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, encryption, nonce).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
}

/** The text that was sealed for this purpose. Null if it was sealed for another one, or changed. */
export function unseal(db: Database, purpose: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, keys(db).encryption, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}
