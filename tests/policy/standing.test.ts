import { expect, test } from "vitest";
import { type Gate, gatesOf, organizationOf, reachesCommand, reachThrough, standingOf } from "~/policy/policy";

/* Users in an unexpected state, as manual changes to the database could create. */

test("an industry user without an industry role passes no gate", () => {
  const nobody = { role: "INDUSTRY", industryRole: null } as const;
  expect(standingOf(nobody)).toBe(null);
  expect(gatesOf(nobody)).toEqual([]);
  expect(reachThrough("signed in", nobody)).toBe(null);
});

test("nobody passes a gate without a session", () => {
  for (const gate of ["signed in", "gov read", "industry", "submission read"] satisfies Gate[]) {
    expect(reachThrough(gate, null)).toBe(null);
  }
});

test("a user without an organization cannot read what belongs to an organization", () => {
  expect(organizationOf({ organizationId: "acme" })).toBe("acme");
  expect(() => organizationOf({ organizationId: null })).toThrow(expect.objectContaining({ code: "forbidden" }));
});

test("only users who reach every command can reach records without a command", () => {
  expect(reachesCommand("any", { commandId: null }, null)).toBe(true);
  expect(reachesCommand("own command", { commandId: null }, null)).toBe(false);
  expect(reachesCommand("own command", { commandId: "a" }, "a")).toBe(true);
  expect(reachesCommand("own command", { commandId: "a" }, "b")).toBe(false);
  expect(reachesCommand(null, { commandId: "a" }, "a")).toBe(false);
});
