import { BACKGROUND_HEADER } from "~/web/transport/background-request";
import { comesFromOtherSite } from "~/web/transport/cross-site";

/**
 * Whether a person opens the page. This marks the notifications about it read, and remembers a search. It leaves out
 * prefetching, HEAD requests, pages that refresh themselves, and links on other sites.
 */
export function isOpenedByReader({ method, headers }: Request): boolean {
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? headers.get("x-moz") ?? "";
  const isInAdvance = /prefetch|prerender|preview/i.test(purpose);
  return method === "GET" && !isInAdvance && !headers.has(BACKGROUND_HEADER) && !comesFromOtherSite(headers);
}
