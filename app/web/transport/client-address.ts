import { isIP } from "node:net";

/** The bucket of clients whose address cannot be trusted; limits by address hold for all of them together. */
export const UNKNOWN_ADDRESS = "unknown";

/**
 * The address of the client. Without trusted proxies it is the socket's. Behind `hops` proxies it is the n-th from
 * the right of X-Forwarded-For: each proxy appends whom it saw, so what stands further left is the client's own word.
 */
export function clientAddress(socketAddress: string | undefined, forwardedFor: string | null, hops: number): string {
  const address = hops === 0 ? socketAddress : forwardedFor?.split(",").at(-hops)?.trim();
  if (address === undefined || isIP(address) === 0) return UNKNOWN_ADDRESS;
  return address.replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
}
