import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressGroup } from "~/values/network/address-group";
import { UNKNOWN_ADDRESS } from "~/web/transport/client-address";
import { property } from "../support/properties";

describe("limits count", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:0201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:c000:201", "192.0.2.1"],
    ["::ffff:192.0.2.1%1", "192.0.2.1"],
    ["192.0.2.1%1", "192.0.2.1"],
    ["64:ff9b::192.0.2.1", "192.0.2.1"],
    ["64:ff9b::c000:201%eth0", "192.0.2.1"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:DB8:0:0:ffff:ffff:ffff:ffff", "2001:db8:0:0::/64"],
    ["2001:0db8:0000:0001::", "2001:db8:0:1::/64"],
    ["2001:db8::1:0:0:0:1", "2001:db8:0:1::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["1:2:3:4:5:6:192.0.2.1", "1:2:3:4::/64"],
    [UNKNOWN_ADDRESS, UNKNOWN_ADDRESS],
    ["localhost", "localhost"],
    ["", ""],
  ])("%s as %s", (ip, group) => {
    expect(addressGroup(ip)).toBe(group);
  });
});

const hex = (group: number) => group.toString(16);
const groups = (length: number) =>
  fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), { minLength: length, maxLength: length });

/** Writes an address without its first run of zeros, as most programs do. */
const shortened = (address: number[]) => {
  const full = address.map(hex).join(":");
  return full.replace(/(^|:)0(:0)+(:|$)/, "::");
};

property(
  "an IPv6 address counts with its /64 in any notation, separately from other networks",
  1000,
  fc.property(
    groups(4).filter(([first = 0]) => first > 0x64),
    groups(4),
    groups(4),
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 1, max: 0xffff }),
    (network, host, otherHost, at, bits) => {
      const group = addressGroup([...network, ...host].map(hex).join(":"));
      expect(addressGroup(shortened([...network, ...host]))).toBe(group);
      expect(
        addressGroup([...network, ...otherHost].map((part) => hex(part).padStart(4, "0").toUpperCase()).join(":")),
      ).toBe(group);
      const elsewhere = network.map((part, index) => (index === at ? part ^ bits : part));
      fc.pre((elsewhere[0] ?? 0) > 0x64);
      expect(addressGroup([...elsewhere, ...host].map(hex).join(":"))).not.toBe(group);
    },
  ),
);

property(
  "an IPv4 address counts as itself, even in IPv6 notation",
  1000,
  fc.property(fc.ipV4(), (ip) => {
    const [a = 0, b = 0, c = 0, d = 0] = ip.split(".").map(Number);
    for (const written of [ip, `::ffff:${ip}`, `::ffff:${hex((a << 8) | b)}:${hex((c << 8) | d)}`]) {
      expect(addressGroup(written)).toBe(ip);
    }
  }),
);

property(
  "every IPv6 address has a group, and a group's group is itself",
  1000,
  fc.property(fc.ipV6(), (ip) => {
    const group = addressGroup(ip);
    expect(group).toMatch(/^([0-9a-f]{1,4}:){4}:\/64$|^\d+\.\d+\.\d+\.\d+$/);
    expect(addressGroup(group)).toBe(group);
  }),
);
