import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { faultsOf } from "~/operations/input.server";
import { ATTACHMENT_FILE_TYPES, SUBMISSION_FILE_TYPES } from "~/storage/file-types";
import { countMessage, lengthOfTags, lengthOfText } from "~/ui/kit/form/character-count";
import { errorWithLabel } from "~/ui/kit/form/field-group";
import { textOf, toggled, typedAfter } from "~/ui/kit/form/input/typed-tags";
import {
  announcedProgress,
  findChosenFaults,
  percentOf,
  progressInWords,
  type UploadRules,
} from "~/ui/kit/form/upload";
import { type FieldErrorCode, listErrors } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { normalizeTags } from "~/values/tags";
import { line, paragraphs, tags } from "~/values/text";
import { ATTACHMENT_BODY, SUBMISSION_BODY } from "~/web/transport/multipart.server";

/* What scripts show for a field while a user fills it in. It must match what the server says later. */

describe("the count of characters", () => {
  const MAX = 12;
  /** Text that people type and paste: emoji, combining marks, every kind of line break, spaces around the text. */
  const typed = fc
    .array(fc.constantFrom("a", "é", "e\u0301", "😀", "👩‍🚀", "\r\n", "\r", "\n", " ", "　", "ﬁ", "İ", ",", "Z"), {
      maxLength: 20,
    })
    .map((parts) => parts.join(""));
  const tooLong = (schema: z.ZodType, text: string) =>
    listErrors(faultsOf(schema, text)).some(([, { code }]) => code === "too_long");

  test.each([
    ["paragraphs", paragraphs(1, MAX), lengthOfText],
    ["a line", line(1, MAX), (text: string) => lengthOfText(text.replace(/[\r\n]/g, ""))],
    ["tags", tags(MAX), lengthOfTags],
  ] as const)("reports %s over the limit exactly when the schema does", (name, schema, lengthOf) => {
    fc.assert(
      fc.property(typed, (raw) => {
        // A one-line field removes line ends.
        const text = name === "paragraphs" ? raw : raw.replace(/[\r\n]/g, "");
        if (text.trim() === "") return;
        expect(lengthOf(text) > MAX, JSON.stringify(text)).toBe(tooLong(schema, text));
      }),
      { numRuns: 2_000 },
    );
  });

  test("the two characters of a form's line end count as one, and so does an emoji", () => {
    expect(lengthOfText("one\r\ntwo\r\n")).toBe("one\ntwo".length);
    expect(lengthOfText("😀😀")).toBe(2);
    expect(lengthOfText("  e\u0301  ")).toBe(1);
  });

  test.each([
    [0, "Between 10 and 5,000 characters"],
    [1, "9 more characters needed"],
    [9, "1 more character needed"],
    [10, "Between 10 and 5,000 characters"],
    [3_749, "Between 10 and 5,000 characters"],
    [3_750, "1,250 characters left"],
    [4_999, "1 character left"],
    [5_000, "0 characters left"],
    [5_001, "1 character over limit"],
    [7_000, "2,000 characters over limit"],
  ])("%i of 10 to 5,000 is shown as %j", (count, message) => {
    expect(countMessage(count, { minLength: 10, maxLength: 5_000 })).toBe(message);
  });

  test("a limit without a minimum is silent until three quarters are used", () => {
    const counts = [0, 1, 191, 192, 255, 256];
    expect(counts.map((count) => countMessage(count, { minLength: 1, maxLength: 255 }))).toEqual([
      ...[undefined, undefined, undefined],
      ...["63 characters left", "0 characters left", "1 character over limit"],
    ]);
  });
});

describe("a field of tags", () => {
  test.each([
    ["quiet", [], "quiet"],
    ["Rotors,qui", ["ai", "rotors"], "qui"],
    ["Deep  Sea , AI, ", ["ai", "deep sea"], ""],
    [",", ["ai"], ""],
  ])("after %j, a comma ends what was typed before it", (typed, tags, begun) => {
    const before = tags.length > 0 ? ["ai"] : [];
    expect(typedAfter(before, typed)).toEqual({ tags, begun });
  });

  test("a pasted list is finished without a comma", () => {
    expect(typedAfter([], "Rotors, AI, ai", true)).toEqual({ tags: ["rotors", "ai"], begun: "" });
  });

  test.each([
    ["", "ai"],
    ["quiet", "ai, quiet"],
    ["A", "ai"],
    ["ai", "ai"],
  ])("with %j begun, a picked tag gives %j", (begun, expected) => {
    const picked = toggled({ tags: [], begun }, "ai");
    expect(textOf(picked)).toBe(expected);
    expect(toggled(picked, "ai").tags).toEqual([]);
  });

  test("what the form sends is stored as the chips show it", () => {
    const typed = fc.string({ unit: fc.constantFrom("a", "B", "é", "İ", " ", ",", "😀"), maxLength: 20 });
    fc.assert(
      fc.property(typed, fc.boolean(), (text, isFinished) => {
        const sent = textOf(typedAfter([], text, isFinished));
        expect(normalizeTags(sent)).toBe(normalizeTags(text));
      }),
    );
  });
});

describe("the checks of files before they are sent", () => {
  const paper: UploadRules = { field: "file", types: SUBMISSION_FILE_TYPES, most: SUBMISSION_BODY.maxFiles };
  const attached: UploadRules = {
    field: "files",
    types: ATTACHMENT_FILE_TYPES,
    most: ATTACHMENT_BODY.maxFiles,
    isRequired: true,
    present: 3,
  };
  const file = (name: string, size = 1) => ({ name, size });

  test.each([
    [paper, []],
    [paper, [file("a.pdf", LIMITS.fileBytes)]],
    [paper, [file("A.PDF")]],
    [paper, [file("a.pdf", LIMITS.fileBytes + 1)], "file_size"],
    [paper, [file("a.exe")], "file_type"],
    [paper, [file("pdf")], "file_type"],
    [paper, [file("a.png")], "file_type"],
    [paper, [file("a.pdf"), file("b.pdf")], "too_many"],
    // The server ignores it.
    [paper, [file("a.pdf", 0)]],
    [attached, [], "too_few"],
    [attached, [file("a.png"), file("b.jpeg")]],
    [attached, Array(7).fill(file("a.png"))],
    [attached, Array(8).fill(file("a.png")), "too_many"],
    [attached, Array(11).fill(file("a.png")), "too_many"],
    [attached, [file("a.png"), file("b.txt", 0)], "file_empty b.txt"],
    [attached, [file("a.png"), file("b.gif")], "file_type b.gif"],
    [attached, [file("\u0001")], "file_name "],
    [
      attached,
      [...Array(7).fill(file("a.png")), file("b.txt", 0), file("c.pdf", LIMITS.fileBytes + 1)],
      "too_many",
      "file_empty b.txt",
      "file_size c.pdf",
    ],
  ] as [UploadRules, { name: string; size: number }[], ...string[]][])("row %#", (rules, chosen, ...faults) => {
    const found = findChosenFaults(chosen, rules);
    expect(found.map(({ code, fileName }) => (fileName === undefined ? code : `${code} ${fileName}`))).toEqual(faults);
  });
});

describe("the progress of an upload", () => {
  test("is in whole percent, and reaches 100 only at the end", () => {
    expect(progressInWords(7_130_317, 15_728_640)).toBe("45% (6.8 MB of 15 MB)");
    expect(percentOf(999_999, 1_000_000)).toBe(99);
    expect(percentOf(1_000_000, 1_000_000)).toBe(100);
    expect(percentOf(0, 0)).toBe(0);
  });

  test("is announced at each quarter", () => {
    const said = Array.from({ length: 101 }, (_, sent) => announcedProgress(sent, 100));
    expect([...new Set(said)]).toEqual([0, 25, 50, 75, 100].map((percent) => `Uploading: ${percent} percent`));
  });
});

describe("a listed error", () => {
  test.each([
    ["Current password", "invalid", "The current password is wrong. Enter it again"],
    ["Email address", "invalid", "Enter an email address, such as name@example.com"],
    ["Files", "too_few", "Choose at least one file"],
    ["Files", "too_many", "Choose at most 10 files"],
    ["Files", "file_type", "bad.exe: Choose a PDF file"],
    ["Parent command", "not_found", "Choose a command that exists"],
    ["Role", "not_allowed", "Choose a role that you may assign"],
    ["Title", "required", "Enter a title"],
    ["UEI", "taken", "An organization with this UEI is already registered"],
  ] as const satisfies [string, FieldErrorCode, string][])(
    "does not repeat the label %s if its message names the field",
    (label, code, message) => {
      expect(errorWithLabel(label, { code, message })).toBe(`${message}.`);
    },
  );

  test.each([
    ["Title", "too_short", "Enter at least 3 characters"],
    ["Summary", "too_long", "Enter at most 5,000 characters"],
    ["Business start year", "out_of_range", "Enter 2026 or an earlier year"],
    ["Point of contact: email", "invalid", "Enter an email address, such as name@example.com"],
    ["Art", "invalid", "Start with a letter"],
  ] as const satisfies [string, FieldErrorCode, string][])(
    "begins with the label %s if its message does not name the field",
    (label, code, message) => {
      expect(errorWithLabel(label, { code, message })).toBe(`${label}: ${message}.`);
    },
  );

  test("begins with the label before a list of choices, even if a choice contains the label", () => {
    const error = { code: "not_listed", message: "Choose one", choices: ["NEW_STATUS"] } as const;
    expect(errorWithLabel("Status", error)).toBe("Status: Choose one of these: New status.");
  });
});
