import fc from "fast-check";
import { describe, expect } from "vitest";
import { z } from "zod";
import { callChangeSchema, newCallSchema } from "~/domain/call/schema";
import { newCommandSchema } from "~/domain/command/schema";
import { newEngagementSchema } from "~/domain/engagement/schema";
import { registrationSchema } from "~/domain/organization/schema";
import { newPresetTagSchema } from "~/domain/preset-tag/schema";
import { cleanFileName } from "~/storage/file-types";
import { normalizeTags, tagsOf } from "~/values/tags";
import { comparisonKey } from "~/values/text";
import { property } from "../support/properties";
import { type Schema, valid } from "../support/schema-arbitrary";
import { trickyText } from "../support/texts";

/** Characters that are invisible, or change the direction of the text after them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const MISLEADING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** The same text to a reader, encoded differently. */
const otherwise = (text: string): string[] => [
  text.normalize("NFD"),
  text.normalize("NFC"),
  text.replaceAll(" ", "  "),
];

describe("tags", () => {
  property(
    "that are normalized stay as they are, and each of them is a tag by itself",
    1000,
    fc.property(trickyText(20), (typed) => {
      const kept = normalizeTags(typed);
      expect(normalizeTags(kept)).toBe(kept);
      expect(new Set(tagsOf(kept)).size).toBe(tagsOf(kept).length);
      for (const tag of tagsOf(kept)) expect(normalizeTags(tag)).toBe(tag);
    }),
  );

  property(
    "are equal however they are written: composed or not, spaced, repeated, in capitals",
    1000,
    fc.property(trickyText(20), (typed) => {
      for (const other of otherwise(typed)) expect(normalizeTags(other)).toBe(normalizeTags(typed));
      expect(normalizeTags(`${typed} , ${typed},`)).toBe(normalizeTags(typed));
    }),
  );
});

describe("names that are compared", () => {
  property(
    "are the same when compared again, and however they are written",
    1000,
    fc.property(trickyText(20), (name) => {
      const key = comparisonKey(name);
      expect(comparisonKey(key)).toBe(key);
      for (const other of [...otherwise(name), ` ${name}\t`]) expect(comparisonKey(other)).toBe(key);
    }),
  );
});

describe("a file's name", () => {
  property(
    "is kept as one that would be kept as it is: one step of a path, and no longer than it may be",
    1000,
    fc.property(trickyText(40), fc.integer({ min: 8, max: 40 }), (sent, max) => {
      const kept = cleanFileName(sent, max);
      expect(kept.length).toBeLessThanOrEqual(max);
      expect(kept.isWellFormed()).toBe(true);
      expect(kept).not.toMatch(MISLEADING);
      expect(kept).not.toMatch(/[/\\]/);
      expect(cleanFileName(kept, max)).toBe(kept);
    }),
  );
});

const SCHEMAS = {
  registrationSchema,
  newCallSchema,
  callChangeSchema,
  newPresetTagSchema,
  newCommandSchema,
  newEngagementSchema,
};
const FIELDS = Object.entries(SCHEMAS).flatMap(([name, schema]) =>
  Object.entries(schema.shape as Record<string, z.ZodType>)
    // What an identifier is, is known once it is looked up; and a password is taken sign by sign.
    .filter(([field]) => !/id$|password/i.test(field))
    .map(([field, type]) => ({
      name: `${name}.${field}`,
      type,
    })),
);

describe("a field", () => {
  const withText = fc.constantFrom(...FIELDS).chain(({ name, type }) => {
    const described = z.toJSONSchema(type, { io: "input", unrepresentable: "any" }) as Schema;
    const right = valid(described, () => undefined);
    const nearly = fc
      .tuple(right, trickyText(2), trickyText(2))
      .map(([value, before, after]) => `${before}${value}${after}`);
    return fc.tuple(fc.constant({ name, type }), fc.oneof(right, nearly, trickyText(30)));
  });

  property(
    "takes again, unchanged, the text that it keeps; and keeps none that would read otherwise than it is",
    1200,
    fc.property(withText, ([{ name, type }, sent]) => {
      const first = type.safeParse(sent);
      if (!first.success || typeof first.data !== "string") return;
      const again = type.safeParse(first.data);
      // Null and an empty list of tags both mean none.
      expect(again.data ?? "", `${name} of ${JSON.stringify(sent)}`).toBe(first.data);
      expect(first.data.isWellFormed()).toBe(true);
      expect(first.data.normalize("NFC")).toBe(first.data);
      expect(first.data).not.toMatch(MISLEADING);
    }),
  );

  const CODES = {
    cageCode: registrationSchema,
    uei: registrationSchema,
    classificationCode: newCallSchema,
    naicsCode: newCallSchema,
  };
  property(
    "of codes keeps the very signs that were sent, in capitals and without spaces",
    1000,
    fc.property(
      fc.constantFrom(...(Object.keys(CODES) as (keyof typeof CODES)[])),
      fc.oneof(
        fc.array(fc.constantFrom(..."abzAZ059ßﬁſKı"), { minLength: 3, maxLength: 6 }).map((signs) => signs.join("")),
        trickyText(6),
      ),
      (field, sent) => {
        const parsed = (CODES[field].shape as Record<string, z.ZodType>)[field]?.safeParse(sent);
        if (!parsed?.success || parsed.data === null) return;
        expect(parsed.data).toMatch(/^[\x21-\x7e]{1,20}$/);
        // Without its spaces, and in ASCII where it was typed at full width.
        const signs = sent.replace(/\s/g, "").replace(/[！-～]/g, (sign) => sign.normalize("NFKC"));
        expect([...signs].map((sign) => (/[a-z]/.test(sign) ? sign.toUpperCase() : sign)).join("")).toBe(parsed.data);
      },
    ),
  );
});
