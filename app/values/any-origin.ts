import { randomBytes } from "node:crypto";

const HOST = `o${randomBytes(16).toString("hex")}.invalid`;

/**
 * Stands for the service's own origin in text that is written once for every origin. Each process makes up its own, and
 * never sends it, so no stored text contains it.
 */
export const ANY_ORIGIN = `http://${HOST}`;

/** A piece of a text: the same for every origin, or made from one. */
export type OriginPiece = string | ((origin: string) => string);

/** A host as the authority of a tag URI (RFC 4151). */
export const tagAuthority = (origin: string): string => new URL(origin).hostname.replace(/[^\w.-]/g, "");

/** A text cut at each `ANY_ORIGIN`, which stands for an origin, or for its host as the authority of a tag. */
export function cutAtOrigin(text: string): OriginPiece[] {
  return text.split(ANY_ORIGIN).flatMap((piece, index) => {
    const cut = piece.split(HOST).flatMap((part, at): OriginPiece[] => (at === 0 ? [part] : [tagAuthority, part]));
    return index === 0 ? cut : [(origin: string) => origin, ...cut];
  });
}

/** A short text with an origin in place of `ANY_ORIGIN`. */
export const atOrigin = (text: string, origin: string): string => text.replaceAll(ANY_ORIGIN, origin);
