import { isIP } from "node:net";

/** Groups of 16 bits in an IPv6 address. */
const GROUPS = 8;
/** Groups in the network part: one household or office gets at least a /64, and may use any address in it. */
const NETWORK_GROUPS = 4;

/**
 * What limits count a client address by: an IPv4 address as it is, an IPv6 address by its /64 network, such as
 * `2001:db8:0:1::/64`. An IPv4 address written as IPv6 (IPv4-mapped, or translated by RFC 6052) counts as that IPv4
 * address. A zone ID does not count. Anything else, such as the address of unknown clients, stays as it is.
 *
 * Keep the full address in the audit log, and use this for limits only.
 */
export function addressGroup(ip: string): string {
  const [address = ""] = ip.split("%", 1);
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : ip;
  const groups = groupsOf(address);
  if (isEmbeddedIpv4(groups)) {
    return groups
      .slice(-2)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join(".");
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/** `::ffff:0:0/96`, and `64:ff9b::/96` as a translator in front of an IPv6-only server writes it. */
function isEmbeddedIpv4(groups: readonly number[]): boolean {
  const prefix = groups
    .slice(0, -2)
    .map((group) => group.toString(16))
    .join(":");
  return prefix === "0:0:0:0:0:ffff" || prefix === "64:ff9b:0:0:0:0";
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = [], tail] = address.split("::").map(readGroups);
  if (tail === undefined) return head;
  return [...head, ...new Array<number>(GROUPS - head.length - tail.length).fill(0), ...tail];
}

function readGroups(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!group.includes(".")) return Number.parseInt(group, 16);
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
