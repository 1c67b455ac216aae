import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { acceptanceSchema } from "~/domain/invitation/schema";
import { cleanFileName } from "~/storage/file-types";
import { LIMITS } from "~/values/limits";
import { declaredEndpoints } from "../support/routes";

/* Normalizing takes quadratic time for a run of combining marks, so the server must not normalize a long run. */

const MARKS = `a${"\u0301".repeat(61_000)}${"\u0316".repeat(61_000)}`;
const SHORT_MARKS = `a${"\u0301".repeat(60)}${"\u0316".repeat(60)}`;
const LONG = "é".repeat(100_000);
const RUN = new RegExp(`\\p{M}{${LIMITS.combiningMarks + 1}}`, "u");
/** The longest text that any field accepts, plus room for the marks and spaces that normalizing and trimming remove. */
const LONGEST = 4 * 8_000 + 1_000;

afterEach(() => vi.restoreAllMocks());

/** The texts that were normalized during the test. */
function composedDuring(work: () => void): string[] {
  const composed: string[] = [];
  const { normalize } = String.prototype;
  vi.spyOn(String.prototype, "normalize").mockImplementation(function (this: string, form) {
    composed.push(String(this));
    // Long texts are only counted, so that a failing test does not print for minutes.
    return this.length > LONGEST || RUN.test(this) ? String(this) : normalize.call(this, form as "NFC");
  });
  work();
  vi.restoreAllMocks();
  return composed;
}

const fields = [...new Map(declaredEndpoints.map(({ key, endpoint }) => [endpoint.call.input, key]))].flatMap(
  ([input, key]) => Object.keys((input as z.ZodObject).shape ?? {}).map((field) => ({ key, input, field })),
);

test.each([
  ["122,000 combining marks", MARKS],
  ["121 combining marks", SHORT_MARKS],
  ["100,000 letters", LONG],
])("no field normalizes %s", (_what, text) => {
  expect(fields.length).toBeGreaterThan(100);
  const faults = fields.flatMap(({ key, input, field }) =>
    [text, [text], [{ kind: "SYSTEM", enabled: true, techTags: text }]].flatMap((value) =>
      composedDuring(() => (input as z.ZodType).safeParse({ [field]: value }))
        .filter((composed) => composed.length > LONGEST || RUN.test(composed))
        .map(({ length }) => `${key}: ${field} composed ${length}`),
    ),
  );
  expect(faults).toEqual([]);
});

test("a field reports too many combining marks in a row", () => {
  const refused = acceptanceSchema.safeParse({
    token: "t",
    name: SHORT_MARKS,
    password: "p",
  });
  expect(refused.error && z.flattenError(refused.error).fieldErrors.name).toEqual([
    expect.stringContaining(`${LIMITS.combiningMarks} combining marks`),
  ]);
});

test("a file's name is shortened before it is normalized", () => {
  const composed = composedDuring(() => cleanFileName(`${MARKS}.pdf`, LIMITS.fileNameCharacters));
  expect(Math.max(...composed.map(({ length }) => length))).toBeLessThan(2_000);
});
