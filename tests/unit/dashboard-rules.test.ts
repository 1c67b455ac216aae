import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PROFILE_CHECKLIST, PROFILE_LABELS } from "~/domain/organization/profile-fields";
import { profileCompleteness, SAM_REMINDER_DAYS, samReminder } from "~/domain/organization/rules";
import { medianOf } from "~/domain/submission/rules";
import { monthsUpTo } from "~/values/days";
import { formatList, formatShare, formatTimeUntil } from "~/values/format";

test("the median is the middle number, or halfway between the two middle ones", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 60 }), (values) => {
      const counted = [...new Set(values)].map((value) => ({
        value,
        count: values.filter((one) => one === value).length,
      }));
      const sorted = values.toSorted((one, other) => one - other);
      const middle = sorted.length / 2;
      const expected =
        sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
      expect(medianOf(counted)).toBe(expected);
    }),
  );
  expect(medianOf([])).toBe(0);
});

test("the list of months is correct across years and for months of any length", () => {
  expect(monthsUpTo("2026-03-31T23:59:59.999Z", 12)).toEqual([
    ..."456789".split("").map((month) => `2025-0${month}`),
    ...["2025-10", "2025-11", "2025-12", "2026-01", "2026-02", "2026-03"],
  ]);
  expect(monthsUpTo("2026-01-01", 2)).toEqual(["2025-12", "2026-01"]);
});

test("words are joined into a list", () => {
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(formatList)).toEqual(["", "a", "a and b", "a, b and c"]);
});

const EMPTY = {
  uei: null,
  cageCode: null,
  naicsCodes: [],
  samRegistrationStatus: null,
  samExpirationDate: null,
  addressLine1: null,
  city: null,
  website: null,
  pocName: null,
  pocEmail: null,
  pocPhone: null,
  employeeCount: null,
  description: null,
  techTags: "",
};
const FULL = {
  ...Object.fromEntries(Object.keys(EMPTY).map((field) => [field, "something"])),
  naicsCodes: ["541715"],
  samRegistrationStatus: "ACTIVE",
  samExpirationDate: "2026-09-30",
  employeeCount: 0,
} as unknown as typeof EMPTY;

describe("a profile", () => {
  test("is complete when each field of the checklist has a value, including a number of 0", () => {
    expect(profileCompleteness(FULL)).toEqual({ given: 14, total: 14, missing: [] });
  });

  test("lists each missing field, and says why it helps", () => {
    expect(profileCompleteness(EMPTY)).toEqual({ given: 0, total: 14, missing: PROFILE_CHECKLIST });
    for (const { field, reason } of PROFILE_CHECKLIST) {
      const { missing } = profileCompleteness({ ...FULL, [field]: EMPTY[field] });
      expect(missing).toEqual([{ field, reason }]);
      expect(PROFILE_LABELS).toHaveProperty(field);
      expect(reason).toMatch(/^[A-Z].*\.$/);
    }
  });

  test("requires no end date without a registration", () => {
    const profile = { ...FULL, samRegistrationStatus: "NOT_REGISTERED", samExpirationDate: null } as const;
    expect(profileCompleteness(profile)).toEqual({ given: 13, total: 13, missing: [] });
  });
});

describe("the reminder of SAM.gov", () => {
  const today = "2026-03-02";
  const reminded = (samRegistrationStatus: "ACTIVE" | "EXPIRED" | "NOT_REGISTERED" | null, date: string | null) =>
    samReminder({ samRegistrationStatus, samExpirationDate: date }, today);

  test("begins sixty days before the last day, and says how many are left", () => {
    expect(SAM_REMINDER_DAYS).toBe(60);
    expect(reminded("ACTIVE", "2026-05-02")).toBeNull();
    expect(reminded("ACTIVE", "2026-05-01")).toEqual({ lastDay: "2026-05-01", daysLeft: 60 });
    expect(reminded(null, "2026-03-03")).toEqual({ lastDay: "2026-03-03", daysLeft: 1 });
    expect(reminded("ACTIVE", "2026-03-02")).toEqual({ lastDay: "2026-03-02", daysLeft: 0 });
  });

  test("says that it has expired from the day after, or when the status says so", () => {
    expect(reminded("ACTIVE", "2026-03-01")).toEqual({ lastDay: "2026-03-01", daysLeft: null });
    expect(reminded("EXPIRED", null)).toEqual({ lastDay: null, daysLeft: null });
    expect(reminded("EXPIRED", "2027-01-01")).toEqual({ lastDay: null, daysLeft: null });
  });

  test("says nothing without a date, or without a registration", () => {
    expect(reminded("ACTIVE", null)).toBeNull();
    expect(reminded("NOT_REGISTERED", "2026-03-03")).toBeNull();
  });
});

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

test.each([
  [-1, null],
  [0, "1 minute"],
  [59 * SECOND, "1 minute"],
  [2 * MINUTE, "2 minutes"],
  [HOUR - MINUTE, "59 minutes"],
  [HOUR - 1, "1 hour"],
  [HOUR, "1 hour"],
  [2 * HOUR - MINUTE, "1 hour"],
  [DAY - MINUTE, "23 hours"],
  [DAY - 1, "1 day"],
  [DAY, "1 day"],
  // From 15:00 to 14:59 two days later.
  [2 * DAY - MINUTE, "2 days"],
  [7 * DAY - SECOND, "7 days"],
  [7 * DAY - 16 * HOUR, "6 days"],
  [1_500 * DAY, "1,500 days"],
])("for %i milliseconds left it says: %s", (left, said) => {
  const now = new Date("2026-03-02T15:00:00.000Z");
  expect(formatTimeUntil(new Date(now.getTime() + left), now, "America/New_York")).toBe(said);
});

test("a day that has just begun has one day left, never zero", () => {
  const left = formatTimeUntil(new Date("2026-03-02T23:59:59.999Z"), new Date("2026-03-02T00:00:00.000Z"), "UTC");
  expect(left).toBe("1 day");
});

test.each([
  [0, 0, "0.0%"],
  [0, 7, "0.0%"],
  [1, 10_000, "<0.1%"],
  [1, 3, "33.3%"],
  [7, 7, "100.0%"],
])("the share of %i among %i is %s", (part, whole, said) => {
  expect(formatShare(part, whole)).toBe(said);
});
