import { DomainError } from "~/values/errors";
import { LIMITS } from "~/values/limits";

/* What a request may ask for at once, counted before anything is made of it: a count costs next to nothing. */

/** Whether a path has more segments than any that the service has. */
export function isBeyondRoutes(pathname: string): boolean {
  return segmentsOf(pathname) > LIMITS.pathSegments;
}

/** How many segments a path has, empty ones included. */
export function segmentsOf(pathname: string): number {
  return countOf(pathname, "/") + (pathname.startsWith("/") ? 0 : 1);
}

/**
 * Refuses names and values, as an address or a form has them, that are more than anything asks for.
 * @param most how many there may be
 * @throws DomainError invalid_request
 */
export function refuseTooManyFields(text: string, most: number): void {
  if (countOf(text, "&") < most) return;
  throw new DomainError("invalid_request", `Send at most ${most} fields`);
}

function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}
