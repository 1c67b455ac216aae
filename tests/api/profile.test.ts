import { describe, expect, test } from "vitest";
import { ORGANIZATIONS } from "../support/cast";
import { dataOf, MINUTE, openPortal, type Portal } from "../support/portal";
import { CLEARABLE, FULL_PROFILE, FULL_PROFILE_READ, PROFILE_EDGES } from "../support/profile-fields";
import { perform, scenarios } from "../support/scenario";

const read = { as: "acmeUser", method: "GET", path: "/api/portal/profile" } as const;
const write = { as: "acmeAdmin", method: "PUT", path: "/api/portal/profile" } as const;
const updated = { status: 200, events: ["organization_profile_updated"] } as const;

const fill = async (portal: Portal) => {
  await perform(portal, { ...write, json: { ...FULL_PROFILE, country: "Canada" }, ...updated });
  return undefined;
};

describe("reading the profile", () => {
  test("returns the organization's fields and nothing else", async () => {
    const portal = await openPortal();
    await perform(portal, { ...write, json: FULL_PROFILE, ...updated });
    const answer = await perform(portal, { ...read, status: 200 });
    expect(dataOf(answer)).toEqual({
      id: ORGANIZATIONS.acme,
      name: "acme industries",
      status: "NEW",
      nontraditional: false,
      ...FULL_PROFILE_READ,
    });
  });

  scenarios([
    { name: "is for its administrator", ...read, as: "acmeAdmin", status: 200 },
    { name: "requires a session", ...read, as: null, status: 401 },
    { name: "finds nothing for a session without an organization", ...read, as: "systemAdmin", status: 404 },
    {
      name: "returns the caller's own organization",
      ...read,
      as: "borealisAdmin",
      status: 200,
      body: { data: { id: ORGANIZATIONS.borealis } },
    },
  ]);
});

describe("writing the profile", () => {
  for (const { field, value, what, ...edge } of PROFILE_EDGES) {
    const isTaken = "kept" in edge;
    test(`${field} ${isTaken ? "may be" : "may not be"} ${what}`, async () => {
      const portal = await openPortal();
      const json = { orgType: "ACADEMIA", country: "Canada", [field]: value };
      if (!isTaken) await perform(portal, { ...write, json, status: 400, fields: [field] });
      else await perform(portal, { ...write, json, ...updated, body: { data: { [field]: edge.kept } } });
    });
  }

  test("keeps a field that is not sent", async () => {
    const portal = await openPortal();
    await fill(portal);
    portal.advance(MINUTE);
    const answer = await perform(portal, { ...write, json: { orgType: "UARC" }, ...updated });
    expect(dataOf(answer)).toMatchObject({ ...FULL_PROFILE_READ, orgType: "UARC", country: "Canada" });
  });

  for (const [what, empty] of [
    ["an empty string", ""],
    ["a blank string", "  "],
    ["null", null],
  ] as const) {
    test(`clears a field with ${what}`, async () => {
      const portal = await openPortal();
      await fill(portal);
      const json = Object.fromEntries(Object.keys(CLEARABLE).map((field) => [field, empty]));
      const answer = await perform(portal, { ...write, json: { orgType: "COMPANY", ...json }, ...updated });
      expect(dataOf(answer)).toMatchObject(CLEARABLE);
    });
  }

  test("computes smallBusiness again on every save", async () => {
    const portal = await openPortal();
    const save = async (setAsides: unknown) =>
      dataOf(await perform(portal, { ...write, json: { orgType: "COMPANY", setAsides }, ...updated }));
    expect(await save(["EIGHT_A"])).toMatchObject({ smallBusiness: true });
    expect(await save([])).toMatchObject({ smallBusiness: false });
    expect(await save(["EDWOSB", "WOSB"])).toMatchObject({ smallBusiness: true });
    expect(await save(null)).toMatchObject({ setAsides: [], smallBusiness: false });
  });

  test("ignores fields that do not belong to the profile", async () => {
    const portal = await openPortal();
    const foreign = {
      orgName: "Renamed",
      name: "Renamed",
      id: ORGANIZATIONS.borealis,
      organizationId: ORGANIZATIONS.borealis,
      smallBusiness: true,
      status: "ACTIVE",
      nontraditional: true,
      email: "x@y.test",
      password: "x",
      unheardOf: 1,
    };
    const json = { orgType: "OTHER", ...foreign };
    const answer = await perform(portal, { ...write, json, ...updated });
    expect(dataOf(answer)).toMatchObject({
      id: ORGANIZATIONS.acme,
      name: "acme industries",
      status: "NEW",
      orgType: "OTHER",
      smallBusiness: false,
      nontraditional: false,
    });
    const other = await perform(portal, { ...read, as: "borealisAdmin", status: 200 });
    expect(dataOf(other)).toMatchObject({ orgType: "COMPANY" });
  });

  test("audits the values before and after, and nothing if nothing changes", async () => {
    const portal = await openPortal();
    await perform(portal, { ...write, json: { orgType: "COMPANY", city: "Springfield" }, ...updated });
    expect(portal.auditRows()[0]).toMatchObject({
      targetId: ORGANIZATIONS.acme,
      organizationId: ORGANIZATIONS.acme,
      details: JSON.stringify({ before: { city: null }, after: { city: "Springfield" } }),
    });
    await perform(portal, { ...write, json: { orgType: "COMPANY", city: " Springfield " }, status: 200 });
  });

  scenarios([
    { name: "is not for an industry user", ...write, as: "acmeUser", json: { orgType: "OTHER" }, status: 403 },
    { name: "is not for government", ...write, as: "systemAdmin", json: { orgType: "OTHER" }, status: 403 },
    { name: "requires a session", ...write, as: null, json: { orgType: "OTHER" }, status: 401 },
    { name: "refuses by role before it reads the body", ...write, as: "acmeUser", json: [], status: 403 },
    {
      name: "can keep its own codes",
      ...write,
      given: fill,
      json: { orgType: "OTHER", cageCode: "1ab2c" },
      ...updated,
    },
    {
      name: "may not take another organization's CAGE code",
      ...write,
      as: "borealisAdmin",
      given: fill,
      json: { orgType: "OTHER", cageCode: "1ab2c" },
      status: 409,
      fields: ["cageCode"],
    },
    {
      name: "may not take another organization's UEI",
      ...write,
      as: "borealisAdmin",
      given: fill,
      json: { orgType: "OTHER", uei: "abcdefghij12" },
      status: 409,
      fields: ["uei"],
    },
  ]);
});
