import { expect, test } from "vitest";
import { z } from "zod";
import { uploadedFiles } from "~/domain/attachment/attachment.server";
import { newEngagementSchema } from "~/domain/engagement/schema";
import { wholeNumber } from "~/lists/paging";
import { faultsOf, readFields } from "~/operations/input.server";
import { type FieldErrorCode, mergeFaults } from "~/values/errors";
import { code, day, email, identifier, line, newPassword, oneOf, optional, paragraphs, tags } from "~/values/text";

const codesOf = (schema: z.ZodType, value: unknown) =>
  (faultsOf(z.object({ field: schema }), { field: value }).field ?? []).map((error) => error.code);

const LETTERS = ["A", "B"] as const;

test.each([
  ["no text", line(1, 9), undefined, "required"],
  ["null for text", line(1, 9), null, "required"],
  ["a number for text", line(1, 9), 7, "invalid"],
  ["blank paragraphs", paragraphs(1, 9), " \n ", "required"],
  ["a short line", line(3, 9), "ab", "too_short"],
  ["a long line", line(1, 9), "a".repeat(10), "too_long"],
  ["a line of a megabyte", line(1, 9), "a".repeat(1_000_000), "too_long"],
  ["tags that are longer in lower case", tags(4), "İİİİ", "too_long"],
  ["a control character", line(1, 9), "a\u0007b", "invalid"],
  ["no email", email, "", "required"],
  ["an email without a host", email, "sam@", "invalid"],
  ["a day that does not exist", day, "2026-02-30", "invalid"],
  ["an empty day", day, "", "required"],
  ["no choice", oneOf(LETTERS), undefined, "required"],
  ["an empty choice", oneOf(LETTERS), "", "required"],
  ["another choice", oneOf(LETTERS), "C", "not_listed"],
  ["a code with other characters", optional(code.pipe(z.string().regex(/^[A-Z]+$/, "no"))), "7", "invalid"],
  ["page 0", wholeNumber(9), "0", "out_of_range"],
  ["page 10 of 9", wholeNumber(9), "10", "out_of_range"],
  ["page one and a half", wholeNumber(9), "1.5", "invalid"],
  ["an empty identifier", identifier(), "", "required"],
  ["no files", uploadedFiles(1, 2), [], "too_few"],
  ["text for a file", uploadedFiles(1, 2), ["a.pdf"], "invalid"],
] as const satisfies [string, z.ZodType, unknown, FieldErrorCode][])(
  "%s has its code",
  (_what, schema, value, found) => {
    expect(codesOf(schema, value)).toEqual([found]);
  },
);

test("every password rule has its own error", () => {
  expect(codesOf(newPassword, "")).toEqual(["required"]);
  expect(codesOf(newPassword, "short")).toEqual(["too_short", "invalid", "invalid", "invalid"]);
});

test("the error of a value that is not listed has the listed values", () => {
  const { field } = faultsOf(z.object({ field: oneOf(LETTERS) }), { field: "C" });
  expect(field).toMatchObject([{ code: "not_listed", choices: ["A", "B"] }]);
});

test("an engagement without participants is missing them", () => {
  expect(faultsOf(newEngagementSchema, {}).organizationIds).toMatchObject([{ code: "required" }]);
});

test("fields that are read one by one have the same errors", () => {
  const shape = { title: line(3, 9), type: oneOf(LETTERS), note: optional(line(1, 9)) };
  const value = { title: "ab", note: " " };
  const { read, faults } = readFields(shape, value);
  expect(faults).toEqual(faultsOf(z.object(shape), value));
  expect(read).toEqual({ note: null });
});

test("errors of several checks are combined, each message once", () => {
  const short = { code: "too_short", message: "short" } as const;
  const file = { code: "file_type", message: "a.exe", fileName: "a.exe" } as const;
  expect(mergeFaults({ a: [short, short] }, { a: [short, file], b: [] })).toEqual({ a: [short, file] });
});
