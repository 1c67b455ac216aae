import { describe, expect, test } from "vitest";
import { PROFILE_FIELDS, PROFILE_LABELS, type ProfileFieldName } from "~/domain/organization/profile-fields";
import { addressOf, STEPS } from "~/domain/registration/rules";
import { ORGANIZATIONS } from "../support/cast";
import { wordsOf } from "../support/markup";
import { dataOf, openPortal, type Portal } from "../support/portal";
import { FULL_PROFILE } from "../support/profile-fields";
import { visitorOf } from "../support/visitor";

/*
 * A field of an organization's profile must not be missing from any place that shows the profile. The government's
 * record and the review of a registration once had their own lists of fields, and nothing noticed a missing one.
 */

const NAMES = Object.keys(PROFILE_FIELDS) as ProfileFieldName[];

/** A value of each field that appears nowhere else on the pages. */
const PROFILE = { ...FULL_PROFILE, state: "Vermont", country: "Canada", employeeCount: "4321" };

/** How a page shows the values that it does not show as sent. */
const SHOWN: { readonly [Name in ProfileFieldName]?: string } = {
  orgType: "Company",
  naicsCodes: "541330, 541715",
  setAsides: "Women-owned (WOSB)",
  employeeCount: "4,321",
  annualRevenueUsd: "1,000,000",
  samRegistrationStatus: "Active",
  samExpirationDate: "Jan 31, 2027",
};
const values: { readonly [name: string]: unknown } = PROFILE;

test("has a value for each field", () => {
  expect(Object.keys(PROFILE).sort()).toEqual([...NAMES].sort());
});

const missingFrom = (text: string) =>
  NAMES.filter((name) => !wordsOf(text).includes(SHOWN[name] ?? String(values[name])));

/** A portal where Acme has that profile. */
async function openWithProfile(): Promise<Portal> {
  const portal = await openPortal();
  const { status } = await portal.request("acmeAdmin", "PUT", "/api/portal/profile", { json: PROFILE });
  expect(status).toBe(200);
  return portal;
}

describe("each field of a profile is", () => {
  test.each([
    ["the organization's own page", "acmeUser", "/portal/profile"],
    ["the government's record", "readonly", `/gov/organizations/${ORGANIZATIONS.acme}`],
  ] as const)("on %s", async (_page, reader, path) => {
    const portal = await openWithProfile();
    expect(missingFrom((await portal.request(reader, "GET", path)).text)).toEqual([]);
  });

  test("on the review of a registration", async () => {
    const visitor = visitorOf(await openPortal());
    const answers: { readonly [name: string]: unknown } = { orgName: "Cirrus", ...PROFILE };
    for (const { slug, fields } of STEPS) {
      if (slug === "account" || slug === "review") continue;
      const form = fields.flatMap((name) =>
        [answers[name]].flat().map((value): [string, string] => [name, String(value)]),
      );
      expect((await visitor.post(addressOf(slug), form)).status, slug).toBe(302);
    }
    expect(missingFrom((await visitor.get("/register/review")).text)).toEqual([]);
  });

  test("named on the review as not given, if it was left out", async () => {
    const visitor = visitorOf(await openPortal());
    await visitor.post("/register", { orgName: "Cirrus", orgType: "COMPANY" });
    const { text } = await visitor.get("/register/review");
    expect(wordsOf(text)).toContain("Not given: Unique Entity ID (UEI), CAGE code, DUNS number, NAICS codes");
  });

  test("in the profile's form, with its label", async () => {
    const portal = await openWithProfile();
    const { text } = await portal.request("acmeAdmin", "GET", "/portal/profile/edit");
    expect(NAMES.filter((name) => !text.includes(`name="${name}"`))).toEqual([]);
    expect(NAMES.filter((name) => !wordsOf(text).includes(PROFILE_LABELS[name]))).toEqual([]);
  });

  test("in the response that government reads", async () => {
    const portal = await openWithProfile();
    const answer = await portal.request("readonly", "GET", `/api/gov/organizations/${ORGANIZATIONS.acme}`);
    expect(NAMES.filter((name) => !Object.hasOwn(dataOf<object>(answer), name))).toEqual([]);
  });

  test("in the response that the organization reads, where a column that is not declared stays private", async () => {
    const portal = await openWithProfile();
    const derived = ["id", "name", "status", "smallBusiness", "nontraditional"];
    const read = dataOf<object>(await portal.request("acmeUser", "GET", "/api/portal/profile"));
    expect(Object.keys(read).sort()).toEqual([...NAMES, ...derived].sort());
  });
});
