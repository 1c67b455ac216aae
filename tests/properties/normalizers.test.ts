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

/** Characters that are invisible or change the direction of the text after them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const MISLEADING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/** The same text to a reader, encoded differently. */
const otherwise = (text: string): string[] => [
  text.normalize("NFD"),
  text.normalize("NFC"),
  text.replaceAll(" ", "  "),
];

describe("tags", () => {
  property(
    "stay the same when normalized again, together and one by one",
    1000,
    fc.property(trickyText(20), (typed) => {
      const kept = normalizeTags(typed);
      expect(normalizeTags(kept)).toBe(kept);
      expect(new Set(tagsOf(kept)).size).toBe(tagsOf(kept).length);
      for (const tag of tagsOf(kept)) expect(normalizeTags(tag)).toBe(tag);
    }),
  );

  property(
    "are equal in any Unicode form, with extra spaces, and repeated",
    1000,
    fc.property(trickyText(20), (typed) => {
      for (const other of otherwise(typed)) expect(normalizeTags(other)).toBe(normalizeTags(typed));
      expect(normalizeTags(`${typed} , ${typed},`)).toBe(normalizeTags(typed));
    }),
  );
});

describe("comparison keys of names", () => {
  property(
    "are stable, and the same in any Unicode form and with extra spaces",
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
    "is stored as a single path segment within the limit, which stays the same when stored again",
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
    // Identifiers need a lookup, and passwords are not normalized.
    .filter(([field]) => !/id$|password/i.test(field))
    .map(([field, type]) => ({
      name: `${name}.${field}`,
      type,
    })),
);

describe("a field", () => {
  const withText = fc.constantFrom(...FIELDS).chain(({ name, type }) => {
    const described = z.toJSONSchema(type, { io: "input", unrepresentable: "any" }) as Schema;
    const good = valid(described, () => undefined);
    const nearly = fc
      .tuple(good, trickyText(2), trickyText(2))
      .map(([value, before, after]) => `${before}${value}${after}`);
    return fc.tuple(fc.constant({ name, type }), fc.oneof(good, nearly, trickyText(30)));
  });

  property(
    "accepts its stored text again unchanged, and never stores misleading characters",
    1200,
    fc.property(withText, ([{ name, type }, sent]) => {
      const first = type.safeParse(sent);
      if (!first.success || typeof first.data !== "string") return;
      const again = type.safeParse(first.data);
      // Null and an empty list of tags both mean no value.
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
    "of codes keeps exactly the characters it received, in capitals and without spaces",
    1000,
    fc.property(
      fc.constantFrom(...(Object.keys(CODES) as (keyof typeof CODES)[])),
      fc.oneof(
        fc
          .array(fc.constantFrom(..."abzAZ059ßﬁſKı"), { minLength: 3, maxLength: 6 })
          .map((characters) => characters.join("")),
        trickyText(6),
      ),
      (field, sent) => {
        const parsed = (CODES[field].shape as Record<string, z.ZodType>)[field]?.safeParse(sent);
        if (!parsed?.success || parsed.data === null) return;
        expect(parsed.data).toMatch(/^[\x21-\x7e]{1,20}$/);
        // Without spaces, and with full-width characters in ASCII.
        const characters = sent.replace(/\s/g, "").replace(/[！-～]/g, (one) => one.normalize("NFKC"));
        expect([...characters].map((one) => (/[a-z]/.test(one) ? one.toUpperCase() : one)).join("")).toBe(parsed.data);
      },
    ),
  );
});
