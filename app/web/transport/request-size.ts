import { DomainError } from "~/values/errors";
import { LIMITS } from "~/values/limits";

/* Limits that are counted before a request is parsed, since a count costs almost nothing. */

/** Whether a path has more segments than any path of the service. */
export function isBeyondRoutes(pathname: string): boolean {
  return segmentsOf(pathname) > LIMITS.pathSegments;
}

/** The number of segments in a path, including empty ones. */
export function segmentsOf(pathname: string): number {
  return countOf(pathname, "/") + (pathname.startsWith("/") ? 0 : 1);
}

/**
 * Refuses an address or a form with more fields than any the service reads.
 * @param text in urlencoded form
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
