import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { flush } from "~/storage/flush.server";
import { hasCode } from "~/values/errors";
import { NO_LINK } from "./durable.server";
import { MANIFEST } from "./set.server";

/*
 * Each installation signs its sets with a key that no set contains (Ed25519, RFC 8032), so nobody who only has a set can
 * change it unnoticed. The key is beside the database and not in it, because a set is a copy of the database.
 */

/** The signature of the manifest's bytes: 64 bytes, as `openssl pkeyutl -verify -rawin` reads them. */
export const SIGNATURE = "manifest.sig";
/** The public key that belongs to it, PEM. It says who claims to have signed, and proves nothing by itself. */
export const SIGNER = "manifest.pub";

const OWNER_ONLY = 0o600;
const READ_ONLY = 0o400;

/** Whose signature is accepted, besides that of the installation itself. */
export interface Trust {
  /** The file of a public key, PEM. Where it is given, no other key counts, not even the installation's own. */
  publicKeyFile?: string;
  /** The fingerprint of a key that someone has compared. */
  acceptKey?: string;
  /** Whether a set without a signature may be used. */
  acceptUnsigned?: boolean;
}

/** The SHA-256 of a public key (SPKI, DER), hexadecimal. */
export function fingerprintOf(publicKey: KeyObject): string {
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex");
}

/** The installation's public key (`path` is that of its signing key), PEM, and its fingerprint; null before the first set is signed. */
export function ownPublicKey(path: string): { pem: string; fingerprint: string } | null {
  const key = ownKey(path);
  return key && { pem: pemOf(createPublicKey(key)), fingerprint: fingerprintOf(createPublicKey(key)) };
}

function ownKey(path: string): KeyObject | null {
  if (!existsSync(path)) return null;
  const key = readKey(path, createPrivateKey);
  if (key.asymmetricKeyType !== "ed25519") throw new Error(`${path} is not an Ed25519 key.`);
  return key;
}

/** Far more than a key or a signature has. */
const MOST_BYTES = 64 * 1024;

/** @throws Error when it is not a file, such as a pipe that never ends, or is too large. */
function readSmallFile(path: string): Buffer {
  const file = statSync(path);
  if (!file.isFile() || file.size > MOST_BYTES) throw new Error(`${path} is not a key or a signature.`);
  return readFileSync(path);
}

function readKey(path: string, read: (text: string) => KeyObject): KeyObject {
  try {
    return read(readSmallFile(path).toString("utf8"));
  } catch (cause) {
    throw new Error(`Cannot read the key at ${path}.`, { cause });
  }
}

const pemOf = (publicKey: KeyObject) => publicKey.export({ type: "spki", format: "pem" }).toString();

/**
 * Makes the installation's key on first use, durably: what is signed with it must still be verified after a crash. Two
 * processes may do so at once, for backups into two folders: the key of the first counts.
 */
async function ensureKey(path: string): Promise<KeyObject> {
  const existing = ownKey(path);
  if (existing) return existing;
  const { privateKey } = generateKeyPairSync("ed25519");
  const unfinished = `${path}.${randomUUID()}.unfinished`;
  try {
    writeFileSync(unfinished, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: OWNER_ONLY, flag: "wx" });
    await flush(unfinished);
    nameOnce(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
  await flush(dirname(path));
  return readKey(path, createPrivateKey);
}

/** Gives a finished file its name, unless there is one of that name already. */
function nameOnce(finished: string, path: string): void {
  try {
    linkSync(finished, path);
  } catch (error) {
    if (hasCode(error, "EEXIST")) return;
    if (!hasCode(error, ...NO_LINK)) throw error;
    renameSync(finished, path);
  }
}

/**
 * Signs the manifest of a set that is being made.
 * @throws Error when the key cannot be read or made.
 */
export async function signSet(set: string, path: string): Promise<void> {
  const key = await ensureKey(path);
  const files = {
    [SIGNATURE]: sign(null, readFileSync(join(set, MANIFEST)), key),
    [SIGNER]: pemOf(createPublicKey(key)),
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(set, name), content, { mode: READ_ONLY });
    await flush(join(set, name));
  }
}

/** Whether a set names another key than the installation's own as its signer. */
export function isSignedByAnother(set: string, path: string): boolean {
  if (!existsSync(join(set, SIGNER))) return false;
  try {
    return fingerprintOf(readKey(join(set, SIGNER), edPublicKey)) !== ownPublicKey(path)?.fingerprint;
  } catch {
    return true;
  }
}

/**
 * Requires that a set's manifest was signed by someone who is trusted.
 * @returns the fingerprint of the key; null for a set without a signature that was accepted.
 * @throws Error that says what to do.
 */
export function requireSignature(set: string, path: string, trust: Trust): string | null {
  const signature = join(set, SIGNATURE);
  if (!existsSync(signature)) {
    if (trust.acceptUnsigned) return null;
    throw new Error(
      `${set} has no signature: anyone may have changed it. If you know where it has been since it was made, repeat this with --accept-unsigned.`,
    );
  }
  const signer = signerOf(set, path, trust);
  if (!verify(null, readFileSync(join(set, MANIFEST)), signer, readSmallFile(signature))) {
    throw new Error(
      `${set} was changed after it was made, or another key signed it: its signature is not that of ${fingerprintOf(signer)}.`,
    );
  }
  return fingerprintOf(signer);
}

/** The key that must have signed a set. */
function signerOf(set: string, path: string, { publicKeyFile, acceptKey }: Trust): KeyObject {
  if (publicKeyFile !== undefined) return readKey(publicKeyFile, edPublicKey);
  const own = ownKey(path);
  const claimed = existsSync(join(set, SIGNER)) ? readKey(join(set, SIGNER), edPublicKey) : null;
  if (acceptKey !== undefined && claimed && fingerprintOf(claimed) === acceptKey.toLowerCase()) return claimed;
  if (own && (!claimed || claimed.equals(createPublicKey(own)))) return createPublicKey(own);
  const whose = own ? "another installation's key" : "a key that this machine does not know";
  throw new Error(
    `${set} is signed with ${whose}${claimed ? `, ${fingerprintOf(claimed)}` : ""}. Compare it with the fingerprint that \`npm run backup -- --public-key\` prints on the machine that made the set. If they are the same, repeat this with --accept-key and the fingerprint, or with --public-key and the file.`,
  );
}

function edPublicKey(pem: string): KeyObject {
  // A private key would give a public one too, and has no place here.
  if (pem.includes("PRIVATE")) throw new Error("This is a private key. Give the public key.");
  const key = createPublicKey(pem);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("This is not an Ed25519 public key.");
  return key;
}
