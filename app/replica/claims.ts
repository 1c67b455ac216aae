import { randomBytes } from "node:crypto";

/*
 * Which server may write. Each server that takes over claims a *term*, a number that only grows, by a file in the store: a
 * fencing token. A file's name says all, so listing a folder is enough to see them.
 */

export interface Claim {
  term: number;
  /** Unique for each start of the program that holds it. */
  id: string;
}

const NAME = /^(\d{6})-([0-9a-f]{32})$/;
const ID_BYTES = 16;

export const newClaim = (term: number): Claim => ({ term, id: randomBytes(ID_BYTES).toString("hex") });

/** A term as the store's folders and files have it. */
export const termName = (term: number): string => String(term).padStart(6, "0");
export const claimName = ({ term, id }: Claim): string => `${termName(term)}-${id}`;

/** The claims among the names of a folder, the newest term last. */
export function claimsIn(names: readonly string[]): Claim[] {
  return names
    .flatMap((name) => {
      const [, term, id] = name.match(NAME) ?? [];
      return term !== undefined && id !== undefined ? [{ term: Number(term), id }] : [];
    })
    .sort((one, other) => one.term - other.term);
}

export const newestTerm = (claims: readonly Claim[]): number => claims.at(-1)?.term ?? 0;

/** Whether a server's claim is there, and nobody has a newer term. */
export const isInForce = (own: Claim, claims: readonly Claim[]): boolean =>
  newestTerm(claims) === own.term && claims.some(({ id }) => id === own.id);

/** Whether someone else claims the same term, until one of them gives up. Neither may write then. */
export const isContested = (own: Claim, claims: readonly Claim[]): boolean =>
  claims.some(({ term, id }) => term === own.term && id !== own.id);

/**
 * Whether a new claim won its term: nobody else claimed the same or a newer one. If two servers claim at the same time, each
 * writes its claim before it lists them all, so at least one of them sees the other, and at most one wins.
 */
export const hasWon = (own: Claim, claims: readonly Claim[]): boolean =>
  claims.some(({ id }) => id === own.id) && claims.every(({ term, id }) => term < own.term || id === own.id);
