import { randomBytes } from "node:crypto";

const HOST = `o${randomBytes(16).toString("hex")}.invalid`;

/**
 * Stands for the service's own origin in what is written once for every origin. It is made up for each process and never
 * sent, so no stored text has it.
 */
export const ANY_ORIGIN = `http://${HOST}`;

/** A piece of a text: the same for every origin, or made from one. */
export type OriginPiece = string | ((origin: string) => string);

/** A host as the authority of a tag URI has it (RFC 4151). */
export const tagAuthority = (origin: string): string => new URL(origin).hostname.replace(/[^\w.-]/g, "");

/** A text in which `ANY_ORIGIN` stands for an origin, or its host for the authority of a tag, cut where it does. */
export function cutAtOrigin(text: string): OriginPiece[] {
  return text.split(ANY_ORIGIN).flatMap((piece, index) => {
    const cut = piece.split(HOST).flatMap((part, at): OriginPiece[] => (at === 0 ? [part] : [tagAuthority, part]));
    return index === 0 ? cut : [(origin: string) => origin, ...cut];
  });
}

/** A short text with an origin in the place of `ANY_ORIGIN`. */
export const atOrigin = (text: string, origin: string): string => text.replaceAll(ANY_ORIGIN, origin);
