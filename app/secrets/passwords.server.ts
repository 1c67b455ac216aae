import { createHmac } from "node:crypto";
import { hash, verify } from "@node-rs/bcrypt";
import { addressGroup } from "~/values/address-group";
import { type Asker, createFairQueue } from "~/values/fair-queue";
import { HASHING } from "~/values/limits";

/** bcrypt's work factor: 2^12 rounds. */
const COST = 12;
/** The service itself, as it hashes for nobody else. */
const SERVICE: Asker = { group: "service" };

/** The client that a password is hashed for. A `Caller` is one. */
interface Client {
  actor: { id: string } | null;
  ip: string;
  /** Aborted when the client hung up. */
  abandoned?: AbortSignal;
}

export interface Passwords {
  /**
   * Hashes a new password.
   * @throws DomainError rate_limited when too many wait; invalid_request when the client hung up before its turn.
   */
  hash(password: string, client?: Client): Promise<string>;
  /**
   * Compares a password with a stored hash; with no hash (an unknown email) it does the same work and answers false,
   * so that time does not tell which emails exist. @throws DomainError as `hash` does.
   */
  verify(password: string, storedHash: string | null, client?: Client): Promise<boolean>;
}

/**
 * Passwords as bcrypt(base64(HMAC-SHA-384(installKey, password))). The HMAC comes first because bcrypt stops at
 * 72 bytes, and a password may have 128 characters of up to four bytes; 48 bytes are 64 characters of base64.
 * Client addresses and signed-in users take turns, so one that asks for many hashes does not keep others waiting.
 *
 * @param installKey 32 random bytes of this installation
 * @param places how many hashes run at once: hashing has the thread pool that file reads also need
 */
export function createPasswords(installKey: Buffer, places: number, cost = COST): Passwords {
  const condense = (password: string) => createHmac("sha384", installKey).update(password, "utf8").digest("base64");
  const { waitingPerPlace, ...sizes } = HASHING;
  const inPlace = createFairQueue({ places, waiting: places * waitingPerPlace, ...sizes });
  // Made in the background on start: made on first use, it would double the time of the first unknown email.
  const decoy = inPlace(SERVICE, () => hash(condense("a password that nobody has"), cost));
  return {
    hash: (password, client) => inPlace(askerOf(client), () => hash(condense(password), cost)),
    verify: (password, storedHash, client) =>
      inPlace(askerOf(client), async () => {
        const matches = await verify(condense(password), storedHash ?? (await decoy));
        return matches && storedHash !== null;
      }),
  };
}

/** A signed-in user has a turn of its own; everyone else shares one with their address group. */
function askerOf(client: Client | undefined): Asker {
  if (!client) return SERVICE;
  const { actor, ip, abandoned } = client;
  return { group: actor ? `user ${actor.id}` : addressGroup(ip), abandoned };
}

/** The same passwords, asked for by one client: what hashes for a request cannot forget whose turn it takes. */
export function passwordsFor(passwords: Passwords, client: Client): Passwords {
  return {
    hash: (password) => passwords.hash(password, client),
    verify: (password, storedHash) => passwords.verify(password, storedHash, client),
  };
}

/**
 * How many hashes may run at once: one for each core but the one that answers everybody else, and never so many that the
 * thread pool has no thread left for files. Hashing on every core, two hundred sign-ins made a visitor wait for a second.
 */
export function hashingPlaces(cores: number, threadPoolSize: number): number {
  return Math.max(1, Math.min(cores - 1, threadPoolSize - 2));
}
