import { isIP } from "node:net";
import fc from "fast-check";
import { expect } from "vitest";
import { clientAddress, UNKNOWN_ADDRESS } from "~/web/transport/client-address";
import { property } from "../support/properties";

const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4().map((ip) => `::ffff:${ip}`),
);
/** What a client may put into the header: false addresses, nonsense or nothing. */
const claim = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc
    .array(fc.oneof(address, fc.constantFrom("", " ", "unknown", "127.0.0.1", "[::1]", "1.2.3.4:80", "for=1.1.1.1")), {
      maxLength: 6,
    })
    .map((entries) => entries.join(",")),
);

property(
  "the address is always one that a trusted proxy saw, whatever the client claims",
  1000,
  fc.property(address, claim, fc.array(address, { minLength: 1, maxLength: 4 }), (socket, claimed, seen) => {
    // The first of the proxies is the one that the client connected to.
    const forwarded = [claimed, ...seen].join(", ");
    expect(clientAddress(socket, forwarded, seen.length)).toBe(clientAddress(seen[0], null, 0));
    expect(clientAddress(socket, seen.join(","), seen.length)).toBe(clientAddress(seen[0], null, 0));
  }),
);

property(
  "without proxies the header has no effect, and with fewer entries than proxies the address is unknown",
  1000,
  fc.property(
    address,
    claim,
    fc.array(address, { maxLength: 3 }),
    fc.integer({ min: 1, max: 3 }),
    (socket, claimed, seen, more) => {
      expect(clientAddress(socket, claimed, 0)).toBe(clientAddress(socket, null, 0));
      expect(clientAddress(socket, seen.length > 0 ? seen.join(",") : null, seen.length + more)).toBe(UNKNOWN_ADDRESS);
    },
  ),
);

property(
  "the address is valid and normalized, including IPv4 addresses in IPv6 notation",
  1000,
  fc.property(
    fc.option(fc.oneof(address, claim), { nil: undefined }),
    fc.option(claim),
    fc.nat(4),
    (socket, claimed, hops) => {
      const found = clientAddress(socket, claimed, hops);
      if (found !== UNKNOWN_ADDRESS) expect(isIP(found)).toBeGreaterThan(0);
      expect(found).toBe(found.toLowerCase());
      expect(found).not.toMatch(/^::ffff:\d+\./);
    },
  ),
);
