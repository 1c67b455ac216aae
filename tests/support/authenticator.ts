import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/*
 * A passkey in software, as a browser and a device together make and use one (WebAuthn Level 3). Each part of what it sends
 * can be changed, so that tests can send what no browser would.
 */

export interface Ceremony {
  challenge: string;
  origin: string;
  rpId: string;
  userVerified: boolean;
  counter: number;
  userHandle: string | null;
  /** Changes the signature after it is made. */
  forged: boolean;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** CBOR (RFC 8949) of the few types that WebAuthn needs here. */
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)])]);
}

function head(type: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(type << 5) | count]);
  if (count < 256) return Buffer.from([(type << 5) | 24, count]);
  return Buffer.from([(type << 5) | 25, count >> 8, count & 255]);
}

const FLAGS = { present: 1, verified: 4, backupEligible: 8, hasCredential: 64 };

export function makeAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  const coordinate = (text: string) => Buffer.from(text, "base64url");
  const coseKey = cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  );

  const authenticatorData = ({ rpId, userVerified, counter }: Ceremony, flags: number, rest = Buffer.alloc(0)) => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    const set = FLAGS.present | FLAGS.backupEligible | (userVerified ? FLAGS.verified : 0) | flags;
    return Buffer.concat([sha256(rpId), Buffer.from([set]), counted, rest]);
  };
  const clientData = (type: string, { challenge, origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = (response: object) =>
    JSON.stringify({
      id: id.toString("base64url"),
      rawId: id.toString("base64url"),
      type: "public-key",
      clientExtensionResults: {},
      response,
    });

  return {
    id: id.toString("base64url"),
    /** What a browser sends after it made the passkey. */
    make(ceremony: Ceremony): string {
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const attestation = new Map<string, Cbor>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authenticatorData(ceremony, FLAGS.hasCredential, attested)],
      ]);
      return credential({
        clientDataJSON: clientData("webauthn.create", ceremony).toString("base64url"),
        attestationObject: cbor(attestation).toString("base64url"),
        transports: ["internal"],
      });
    },
    /** What a browser sends after it used the passkey. */
    use(ceremony: Ceremony): string {
      const data = authenticatorData(ceremony, 0);
      const client = clientData("webauthn.get", ceremony);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      if (ceremony.forged) signature.writeUInt8(signature.readUInt8(signature.length - 1) ^ 1, signature.length - 1);
      return credential({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle: ceremony.userHandle && Buffer.from(ceremony.userHandle).toString("base64url"),
      });
    },
  };
}

export type Authenticator = ReturnType<typeof makeAuthenticator>;
