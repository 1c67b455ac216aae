import { isIP } from "node:net";

/** Stands for every client whose address cannot be trusted. They share the limits for one address. */
export const UNKNOWN_ADDRESS = "unknown";

/**
 * The client's address. Without trusted proxies it is the socket's. Behind `hops` proxies it is the n-th from the right
 * in X-Forwarded-For: each proxy appends the address it saw, so the client can forge anything further left.
 */
export function clientAddress(socketAddress: string | undefined, forwardedFor: string | null, hops: number): string {
  const address = hops === 0 ? socketAddress : forwardedFor?.split(",").at(-hops)?.trim();
  if (address === undefined || isIP(address) === 0) return UNKNOWN_ADDRESS;
  return address.replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
}
