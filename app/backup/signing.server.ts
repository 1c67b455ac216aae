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
 * Each installation signs its sets with a key that no set contains (Ed25519, RFC 8032). So nobody who only has a set
 * can change it unnoticed. The key is beside the database and not in it, because a set contains the database.
 */

/** The signature of the manifest's bytes: 64 bytes, as `openssl pkeyutl -verify -rawin` reads them. */
export const SIGNATURE = "manifest.sig";
/** The public key in PEM. It shows who claims to have signed, and proves nothing by itself. */
export const SIGNER = "manifest.pub";

const OWNER_ONLY = 0o600;
const READ_ONLY = 0o400;

/** Whose signature to accept besides the installation's own. */
export interface Trust {
  /** The path of a public key in PEM. If set, no other key counts, not even the installation's own. */
  publicKeyFile?: string;
  /** The fingerprint of a key that the operator has verified. */
  acceptKey?: string;
  /** Accept a set without a signature. */
  acceptUnsigned?: boolean;
}

/** The SHA-256 of a public key (SPKI, DER) in hexadecimal. */
function fingerprintOf(publicKey: KeyObject): string {
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex");
}

/**
 * The installation's public key in PEM and its fingerprint. Null before the first set is signed.
 * @param path the path of the signing key
 */
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

/** A key or a signature is much smaller. */
const MOST_BYTES = 64 * 1024;

/** @throws Error if it is too large or not a regular file: a pipe may never end. */
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
 * Creates the installation's key on first use. The key is durable, so that its signatures can be verified after a
 * crash. Two processes may do this at the same time, for backups into two folders. The first key counts.
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

/** Gives a finished file its name, unless that name is taken. */
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
 * Signs the manifest of a new set.
 * @throws Error if the key cannot be read or created.
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

/** Whether a set names a signer other than the installation. */
export function isSignedByAnother(set: string, path: string): boolean {
  if (!existsSync(join(set, SIGNER))) return false;
  try {
    return fingerprintOf(readKey(join(set, SIGNER), edPublicKey)) !== ownPublicKey(path)?.fingerprint;
  } catch {
    return true;
  }
}

/**
 * Requires that someone trusted signed a set's manifest.
 * @returns the fingerprint of the key, or null if the operator accepts a set without a signature
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

/**
 * The public key to verify a set's signature with.
 * @throws Error that says what to do if we do not trust its signer.
 */
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
  // A public key could be derived from a private one, but a private key does not belong here.
  if (pem.includes("PRIVATE")) throw new Error("This is a private key. Give the public key.");
  const key = createPublicKey(pem);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("This is not an Ed25519 public key.");
  return key;
}
