import { createHmac } from "node:crypto";
import { hash, verify } from "@node-rs/bcrypt";
import { createFairQueue, type Requester } from "~/values/fair-queue";
import { HASHING } from "~/values/limits";
import { addressGroup } from "~/values/network/address-group";

/** bcrypt's work factor: 2^12 rounds. */
const COST = 12;
/** The service itself, for hashes that no client asked for. */
const SERVICE: Requester = { group: "service" };

/** The client for which we hash a password. A `Caller` is one. */
interface Client {
  actor: { id: string } | null;
  ip: string;
  /** Aborted if the client disconnects. */
  abandoned?: AbortSignal;
}

export interface Passwords {
  /**
   * Hashes a new password.
   * @throws DomainError rate_limited if too many are waiting; invalid_request if the client disconnected before its
   * turn.
   */
  hash(password: string, client?: Client): Promise<string>;
  /**
   * Compares a password with a stored hash. Without a hash (unknown email), it does the same work and returns false, so
   * that response times do not reveal which emails exist. @throws DomainError as `hash` does.
   */
  verify(password: string, storedHash: string | null, client?: Client): Promise<boolean>;
}

/**
 * Passwords as bcrypt(base64(HMAC-SHA-384(installKey, password))). The HMAC comes first because bcrypt ignores
 * everything after 72 bytes, and a password may have 128 characters of up to 4 bytes. The HMAC's 48 bytes are 64
 * characters of base64. Client addresses and signed-in users take turns, so one that asks for many hashes does not keep
 * others waiting.
 *
 * @param installKey 32 random bytes of this installation
 * @param places how many hashes may run at the same time, in the thread pool that file reads also need
 */
export function createPasswords(installKey: Buffer, places: number, cost = COST): Passwords {
  const condense = (password: string) => createHmac("sha384", installKey).update(password, "utf8").digest("base64");
  const { waitingPerPlace, ...sizes } = HASHING;
  const inPlace = createFairQueue({ places, waiting: places * waitingPerPlace, ...sizes });
  // Computed in the background on start. On first use, it would double the time for the first unknown email.
  const decoy = inPlace(SERVICE, () => hash(condense("a password that nobody has"), cost));
  return {
    hash: (password, client) => inPlace(requesterOf(client), () => hash(condense(password), cost)),
    verify: (password, storedHash, client) =>
      inPlace(requesterOf(client), async () => {
        const matches = await verify(condense(password), storedHash ?? (await decoy));
        return matches && storedHash !== null;
      }),
  };
}

/** Each signed-in user has a separate turn. Everyone else shares one with their address group. */
function requesterOf(client: Client | undefined): Requester {
  if (!client) return SERVICE;
  const { actor, ip, abandoned } = client;
  return { group: actor ? `user ${actor.id}` : addressGroup(ip), abandoned };
}

/** The same passwords, bound to one client, so that no caller can forget whose turn a hash takes. */
export function passwordsFor(passwords: Passwords, client: Client): Passwords {
  return {
    hash: (password) => passwords.hash(password, client),
    verify: (password, storedHash) => passwords.verify(password, storedHash, client),
  };
}

/**
 * How many hashes may run at the same time: one per core, without the core that handles all other requests, and at
 * least two threads fewer than the pool has, for files. With hashing on every core, 200 sign-ins made a visitor wait 1
 * s.
 */
export function hashingPlaces(cores: number, threadPoolSize: number): number {
  return Math.max(1, Math.min(cores - 1, threadPoolSize - 2));
}
