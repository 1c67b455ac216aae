import { describe, expect, test } from "vitest";
import { z } from "zod";
import { effectiveStatus, isPublic, releaseFault, takesSubmissions } from "~/domain/call/rules";
import { changesBetween, clearedTo } from "~/operations/changes";
import { faultsOf } from "~/operations/input.server";
import { matchSubmission } from "~/routing/match";
import { endOfDay } from "~/values/days";
import { listErrors } from "~/values/errors";
import { normalizeTags, tagsOf } from "~/values/tags";
import {
  comparisonKey,
  dateTime,
  day,
  email,
  line,
  name,
  optional,
  paragraphs,
  phone,
  tags,
  webAddress,
} from "~/values/text";

const NOW = new Date("2026-03-02T15:00:00.000Z");
const BEFORE = "2026-03-02T14:59:59.999Z";
const AT = NOW.toISOString();
const AFTER = "2026-03-02T15:00:00.001Z";

describe("a call's effective status", () => {
  test("is OPEN from the exact moment of its release", () => {
    expect(effectiveStatus({ status: "PENDING", releasesAt: AFTER }, NOW)).toBe("PENDING");
    expect(effectiveStatus({ status: "PENDING", releasesAt: AT }, NOW)).toBe("OPEN");
    expect(effectiveStatus({ status: "PENDING", releasesAt: BEFORE }, NOW)).toBe("OPEN");
  });

  test("equals the stored status for every other one, whatever the release time", () => {
    for (const status of ["DRAFT", "OPEN", "CLOSED"] as const) {
      expect(effectiveStatus({ status, releasesAt: BEFORE }, NOW)).toBe(status);
    }
  });

  test("decides what the public sees and which calls accept submissions", () => {
    const call = (status: "DRAFT" | "PENDING" | "OPEN" | "CLOSED", closesAt: string | null, releasesAt = AFTER) => {
      const times = { status, releasesAt, closesAt };
      return [isPublic(times, NOW), takesSubmissions(times, NOW)];
    };
    expect(call("DRAFT", null)).toEqual([false, false]);
    expect(call("PENDING", null)).toEqual([false, false]);
    expect(call("PENDING", null, AT)).toEqual([true, true]);
    expect(call("OPEN", AFTER)).toEqual([true, true]);
    expect(call("OPEN", AT)).toEqual([true, false]);
    expect(call("CLOSED", null)).toEqual([true, false]);
  });

  test("a day ends with its last millisecond in UTC", () => {
    expect(endOfDay("2026-02-28")).toBe("2026-02-28T23:59:59.999Z");
  });

  test("PENDING requires a future release time, and other statuses allow none", () => {
    expect(releaseFault("PENDING", AFTER, true, NOW)).toBeNull();
    expect(releaseFault("PENDING", AT, true, NOW)?.code).toBe("out_of_range");
    expect(releaseFault("PENDING", null, false, NOW)?.code).toBe("required");
    for (const status of ["DRAFT", "OPEN", "CLOSED"] as const) {
      expect(releaseFault(status, null, false, NOW)).toBeNull();
      expect(releaseFault(status, AFTER, true, NOW)?.code).toBe("not_allowed");
    }
  });
});

describe("matching a submission", () => {
  const followers = [
    { userId: "ann", interests: ["rotors", "hulls"] },
    { userId: "ben", interests: ["sonar"] },
    { userId: "cat", interests: [] },
  ];

  test("finds users who follow a tag, with the tags in common", () => {
    expect(matchSubmission(["hulls", "paint", "rotors"], null, followers)).toEqual([
      { userId: "ann", reason: "TAG", matchedTags: ["rotors", "hulls"] },
    ]);
  });

  test("finds nobody without tags or a call", () => {
    expect(matchSubmission([], null, followers)).toEqual([]);
  });

  test("lists a call's author once, with their matching tags", () => {
    expect(matchSubmission(["sonar"], "ben", followers)).toEqual([
      { userId: "ben", reason: "CALL_AUTHOR", matchedTags: ["sonar"] },
    ]);
    expect(matchSubmission([], "dan", followers)).toEqual([{ userId: "dan", reason: "CALL_AUTHOR", matchedTags: [] }]);
  });
});

describe("tags", () => {
  const normalized: [string, string][] = [
    ["", ""],
    [" , ,,", ""],
    ["Rotors", "rotors"],
    [" a , b ", "a,b"],
    ["b,a,B,a", "b,a"],
    ["deep \u00a0 sea", "deep sea"],
    ["cafe\u0301", "caf\u00e9"],
    ["\u00c9T\u00c9", "\u00e9t\u00e9"],
  ];
  for (const [written, kept] of normalized) {
    test(`${JSON.stringify(written)} are stored as ${JSON.stringify(kept)}, and stay the same the next time`, () => {
      expect(normalizeTags(written)).toBe(kept);
      expect(normalizeTags(kept)).toBe(kept);
    });
  }

  test("are read as tokens", () => {
    expect(tagsOf(" a,, b c ,")).toEqual(["a", "b c"]);
  });
});

/** The codes of a schema's errors for a value. */
const codesOf = (schema: z.ZodType, value: unknown) =>
  listErrors(faultsOf(z.object({ value: schema }), { value })).map(([, { code }]) => code);

describe("text", () => {
  test.each(["\u200b", " \u2060\u00a0", "\u200f"])("without a visible character (%j) is missing", (value) => {
    expect(codesOf(line(1, 9), value)).toEqual(["required"]);
  });

  test("can be in any script, but cannot change the direction of the text after it", () => {
    for (const good of ["שלום", "مرحبا", "👩🏽‍🚀", "naïve", "日本"]) expect(line(1, 20).parse(good)).toBe(good);
    for (const bad of ["a\u202eb", "a\u2066b"]) expect(line(1, 20).safeParse(bad).success).toBe(false);
  });

  test("of tags stays within its limit when lower case is longer", () => {
    expect(tags(4).safeParse("İİ").success).toBe(true);
    expect(tags(4).safeParse("İİİİ").success).toBe(false);
  });

  test.each([
    ["2030-01-01T00:00:00Z", "2030-01-01T00:00:00.000Z"],
    ["2030-01-01T00:00Z", "2030-01-01T00:00:00.000Z"],
    ["2030-01-01T05:30:00+0530", "2030-01-01T00:00:00.000Z"],
    ["2030-01-01T05:30+05:30", "2030-01-01T00:00:00.000Z"],
  ])("a moment can be written %s", (written, read) => expect(dateTime.parse(written)).toBe(read));

  test.each(["2030-01-01T00:00:00", "2030-02-30T00:00:00Z", "2030-01-01", "+052030-01-01T00:00Z", ""])(
    "a time cannot be written %j",
    (written) => expect(dateTime.safeParse(written).success).toBe(false),
  );

  test.each(["\n", "\r", "\r\n", "\t", "\v", "\f"])("on one line has a space instead of %j", (gap) => {
    for (const schema of [line(1, 3), name(1, 3)]) expect(schema.parse(`a${gap}b${gap}`)).toBe("a b");
  });

  test.each([line(3, 5), paragraphs(3, 5)])("left empty is reported as missing, not only as too short", (schema) => {
    expect(codesOf(schema, " ")).toEqual(["required"]);
    expect(codesOf(schema, "ab")).toEqual(["too_short"]);
    expect(codesOf(schema, "abc")).toEqual([]);
  });

  test("a name's case, spacing and width do not make it a different name", () => {
    expect(comparisonKey("  ACME \t Works\u00a0GmbH ")).toBe("acme works gmbh");
    expect(comparisonKey("\uff21cme")).toBe("acme");
    expect(comparisonKey("Acme-Works")).not.toBe(comparisonKey("Acme Works"));
  });

  test("an optional value can be absent or blank, or else must be valid", () => {
    const schema = z.object({ name: optional(line(1, 3)) });
    expect(schema.parse({})).toEqual({});
    for (const blank of ["", "  ", null]) expect(schema.parse({ name: blank })).toEqual({ name: null });
    expect(schema.parse({ name: " abc " })).toEqual({ name: "abc" });
    expect(schema.safeParse({ name: "abcd" }).success).toBe(false);
  });

  const good: [string, z.ZodType, string][] = [
    ["an email", email, "o'brien+tag@sub.example.com"],
    ["a telephone number", phone, "+49 (0)30/901820-1"],
    ["a day", day, "2024-02-29"],
    ["an address", webAddress, "https://example.com:8443/a?b=c#d"],
    ["text with several lines", paragraphs(1, 20), "a\n\tb"],
  ];
  for (const [what, schema, value] of good) {
    test(`${value} is ${what}`, () => expect(schema.safeParse(value).success).toBe(true));
  }
  const bad: [string, z.ZodType, string][] = [
    ["an email", email, "a@b@example.com"],
    ["an email", email, "a b@example.com"],
    ["a telephone number", phone, "12345678a"],
    ["a day", day, "2026-2-3"],
    ["a day", day, "2026-13-01"],
    ["an address", webAddress, "https://"],
    ["an address", webAddress, "data:text/html,x"],
    ["text with several lines", paragraphs(1, 20), "a\u001bb"],
  ];
  for (const [what, schema, value] of bad) {
    test(`${JSON.stringify(value)} is not ${what}`, () => expect(schema.safeParse(value).success).toBe(false));
  }
});

describe("changes", () => {
  test("are the columns that differ, before and after", () => {
    const before = { name: "a", tags: ["x"], city: null, kept: 1 };
    expect(changesBetween(before, { name: "b", tags: ["x"], city: "c" })).toEqual({
      before: { name: "a", city: null },
      after: { name: "b", city: "c" },
    });
    expect(changesBetween(before, { tags: ["x"], city: null })).toBeNull();
  });

  test("ignore fields that were not sent", () => {
    const before = { name: "a", city: "c" };
    expect(changesBetween(before, { name: undefined, city: null })).toEqual({
      before: { city: "c" },
      after: { city: null },
    });
    expect(changesBetween(before, { name: undefined })).toBeNull();
    expect([undefined, null, "", "x"].map((value) => clearedTo(value, "none"))).toEqual([undefined, "none", "", "x"]);
  });
});
