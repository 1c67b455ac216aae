import { createHmac } from "node:crypto";
import { hash, verify } from "@node-rs/bcrypt";
import { DomainError } from "../../errors";

/** bcrypt's work factor: 2^12 rounds. */
const COST = 12;
/** How many hashes may wait for a place; beyond it a caller is told to come back rather than kept. */
const QUEUE = 32;
const RETRY_AFTER_SECONDS = 2;

export interface Passwords {
  /** Hashes a new password. @throws DomainError rate_limited when too many wait. */
  hash(password: string): Promise<string>;
  /**
   * Compares a password with a stored hash; with no hash (an unknown email) it does the same work and answers false,
   * so that time does not tell which emails exist. @throws DomainError rate_limited when too many wait.
   */
  verify(password: string, storedHash: string | null): Promise<boolean>;
}

/**
 * Passwords as bcrypt(base64(HMAC-SHA-384(installKey, password))). The HMAC comes first because bcrypt stops at
 * 72 bytes, and a password may have 128 characters of up to four bytes; 48 bytes are 64 characters of base64.
 *
 * @param installKey 32 random bytes of this installation
 * @param places how many hashes run at once: hashing has the thread pool that file reads also need
 */
export function createPasswords(installKey: Buffer, places: number, cost = COST): Passwords {
  const condense = (password: string) => createHmac("sha384", installKey).update(password, "utf8").digest("base64");
  const inPlace = limitConcurrency(places, QUEUE);
  // Made in the background on start: made on first use, it would double the time of the first unknown email.
  const decoy = inPlace(() => hash(condense("a password that nobody has"), cost));
  return {
    hash: (password) => inPlace(() => hash(condense(password), cost)),
    verify: (password, storedHash) =>
      inPlace(async () => {
        const matches = await verify(condense(password), storedHash ?? (await decoy));
        return matches && storedHash !== null;
      }),
  };
}

/**
 * How many hashes may run at once: one for each core but the one that answers everybody else, and never so many that the
 * thread pool has no thread left for files. Hashing on every core, two hundred sign-ins made a visitor wait for a second.
 */
export function hashingPlaces(cores: number, threadPoolSize: number): number {
  return Math.max(1, Math.min(cores - 1, threadPoolSize - 2));
}

function limitConcurrency(places: number, queueLength: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= places) {
      if (waiting.length >= queueLength) {
        throw new DomainError("rate_limited", "The service is busy. Try again in a moment", {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      // Whoever finishes hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
