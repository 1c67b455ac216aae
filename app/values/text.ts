import * as z from "zod";
import {
  CONTROL_CHARACTERS,
  INVISIBLE_CHARACTERS,
  isMisleading,
  MISLEADING_MARKS,
  VISIBLE_CHARACTERS,
} from "./characters";
import { storedCode, withoutFullWidth } from "./codes";
import type { FieldErrorCode } from "./errors";
import { choiceMessage } from "./field-messages";
import { LIMITS } from "./limits";
import { PASSWORD_NEEDS } from "./password-strength";
import { normalizeTags } from "./tags";
import { composedParagraphs, countCharacters, hasTooManyMarks } from "./text-length";

/** Folds a name for comparison: names that differ only in case and spacing are equal. */
export function comparisonKey(name: string): string {
  // Folded again at the end, because some letters have a composed form only in lower case.
  return name.normalize("NFKC").toLowerCase().normalize("NFKC").replace(/\s+/g, " ").trim();
}

/**
 * Whether text can be stored: well-formed Unicode without NUL. The JSON reader refuses a body with other text, and
 * forms go through the same check.
 */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const CONTROL_CHARACTERS_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const INVISIBLE_MESSAGE = "Remove invisible characters. If you pasted this text, type it instead";
const MARKS_MESSAGE = "Remove marks that hide letters";
const TEXT_MESSAGE = "Send text";
const STORABLE_MESSAGE = "Use only valid Unicode characters";

/**
 * Trimmed text of a bounded length. Every text field begins with this, before anything composes it or matches patterns,
 * which costs time on long text.
 * @param max the field's maximum in characters
 */
export const rawText = (max: number, error = TEXT_MESSAGE) => bounded(z.string(error).trim(), max);

function bounded(schema: z.ZodString, max: number) {
  const { times, more } = LIMITS.rawText;
  const marks = `Use at most ${LIMITS.combiningMarks} combining marks in a row`;
  return schema
    .refine((value) => value.length <= max * times + more, { error: tooLong(max), params: TOO_LONG, abort: true })
    .refine((value) => !hasTooManyMarks(value), { error: marks, abort: true });
}

/** The code of a rule that zod has no kind of issue for; see `codeOf` in input.server.ts. */
const TOO_LONG: { code: FieldErrorCode } = { code: "too_long" };

/** Made once, because `toLocaleString` makes one at each call. */
const NUMBERS = new Intl.NumberFormat("en-US");
const tooLong = (max: number) => `Enter at most ${NUMBERS.format(max)} characters`;
const tooShort = (min: number) => `Enter at least ${NUMBERS.format(min)} characters`;

/** Text that nobody can see counts as none. */
const withoutBlank = (value: string) => (VISIBLE_CHARACTERS.test(value) ? value : "");

/** A line break, however it is written, or a tab. */
const LINE_BREAK_OR_TAB = /\r\n|[\t-\r]/g;

/**
 * Text on one line, trimmed and composed (NFC, so that searches find it however it was typed), of `min` to `max`
 * characters. Line breaks and tabs, which pasted text often has, become spaces.
 */
export function line(min: number, max: number) {
  return rawText(max)
    .overwrite((value) => value.replace(LINE_BREAK_OR_TAB, " "))
    .normalize("NFC")
    .overwrite(withoutBlank)
    .min(min, tooShort(min))
    .max(max, tooLong(max))
    .refine((value) => !CONTROL_CHARACTERS.test(value), INVISIBLE_MESSAGE);
}

/**
 * A name of a person or a thing: a line without invisible characters or marks that hide its letters, so that different
 * names never look the same. This also refuses the joiners of some scripts; names are readable without them.
 */
export function name(min: number, max: number) {
  return line(min, max).refine(isVisible, INVISIBLE_MESSAGE).refine(hasNoOverlays, MARKS_MESSAGE);
}

const isVisible = (value: string) => !INVISIBLE_CHARACTERS.test(value);
const hasNoOverlays = (value: string) => !MISLEADING_MARKS.test(value);

/** Text of several lines, trimmed and composed, of `min` to `max` characters; a form's CRLF counts as one line feed. */
export function paragraphs(min: number, max: number) {
  return rawText(max)
    .transform(composedParagraphs)
    .pipe(
      z
        .string()
        .overwrite(withoutBlank)
        .min(min, tooShort(min))
        .max(max, tooLong(max))
        .refine((value) => !CONTROL_CHARACTERS_BUT_LINES.test(value), INVISIBLE_MESSAGE),
    );
}

/** Makes a field optional: absent stays absent, and an empty or blank string or null becomes null. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z
    .preprocess((value) => (typeof value === "string" && value.trim() === "" ? null : value), schema.nullable())
    .optional();
}

/** A comma-separated list of tags of at most `max` characters, normalized. */
export function tags(max: number) {
  return (
    bounded(z.string("Send text with commas between the tags"), max)
      .max(max, tooLong(max))
      .refine((value) => !CONTROL_CHARACTERS.test(value), INVISIBLE_MESSAGE)
      .transform(normalizeTags)
      // Lower case may be longer than upper case. What is stored must be short enough to be sent again.
      .refine((value) => countCharacters(value) <= max, { error: tooLong(max), params: TOO_LONG })
      // Tags are compared whole. One with an invisible character would look like another and never match it.
      .refine(isVisible, INVISIBLE_MESSAGE)
      .refine(hasNoOverlays, MARKS_MESSAGE)
      .meta({ description: "Comma-separated tags, stored in lower case without duplicates." })
  );
}

/** An email address, trimmed and in lower case, of at most 255 characters. */
export const email = rawText(255)
  .toLowerCase()
  .min(1, { abort: true })
  .max(255, tooLong(255))
  .pipe(z.email("Enter an email address, such as name@example.com"));

/** An email typed to sign in: in any form, but safe to show in the audit log. */
export const claimedEmail = rawText(255)
  .toLowerCase()
  .min(1)
  .max(255, tooLong(255))
  .refine((value) => !isMisleading(value), INVISIBLE_MESSAGE);

/** Text for which only ASCII makes sense. Full-width letters, digits and signs become ASCII. */
export const asciiText = (max: number, error?: string) => rawText(max, error).overwrite(withoutFullWidth);

/** Digits, spaces and the signs that telephone numbers are written with. */
export const phone = asciiText(25).regex(
  /^[0-9+().\-/ x#]{7,25}$/i,
  "Enter a phone number of 7 to 25 digits, spaces and signs (+ ( ) . - / x #)",
);

/** A code, stored in upper case and without spaces. */
export const code = rawText(20).overwrite(storedCode);

/** A calendar day, YYYY-MM-DD, that exists. */
export const day = z.iso.date("Enter a date that exists, such as 2026-03-31");

/** A time of day as a clock shows it, HH:MM from 00:00 to 23:59. */
export const timeOfDay = z
  .string(TEXT_MESSAGE)
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Enter a time of day, such as 14:30");

/** What ISO 8601 allows to leave out: the seconds, and the colon in the zone. */
const WITHOUT_SECONDS = /(T\d{2}:\d{2})(?=Z|[+-])/;
const ZONE_WITHOUT_COLON = /([+-]\d{2})(\d{2})$/;

/** A date and time with a zone, ISO 8601. The result is UTC of fixed width, as the database stores it. */
export const dateTime = z
  .preprocess(
    (value) =>
      typeof value === "string" && value.length <= 40
        ? value.replace(WITHOUT_SECONDS, "$1:00").replace(ZONE_WITHOUT_COLON, "$1:$2")
        : value,
    z.iso.datetime({ offset: true, error: "Enter a date and time with a time zone, such as 2026-01-31T17:00:00Z" }),
  )
  .transform((value) => new Date(value).toISOString())
  // After the year 9999 the text is longer, and would no longer sort by time.
  .refine((value) => value.length === 24, "Enter a date before the year 10000");

const WEB_ADDRESS_MESSAGE = "Enter a web address, such as https://example.com";
/**
 * A scheme, a host and the rest. Programs read spaces, backslashes and extra or missing slashes differently, so the
 * host that a person sees might not be the host that the link leads to.
 */
const WEB_ADDRESS = /^https?:\/\/[^\s\\/?#]+(?:[/?#][^\s\\]*)?$/i;
/**
 * A domain name of two or more parts in ASCII, with or without a final dot. `URL` has already converted other scripts
 * (RFC 3492). A part has at most 63 characters, and the last part has only letters of some script.
 */
const DOMAIN_NAME = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{0,58}[a-z\d])\.?$/;
/**
 * A host as people type it: letters, digits, marks, hyphens and dots of any script, emoji as some names have, and a
 * port. Other signs can look like the end of a host, as U+2215 looks like a slash:
 * https://sam.gov\u2215news.evil.example.
 */
const LEGIBLE_HOST =
  /^https?:\/\/[\p{L}\p{N}\p{M}\p{Extended_Pictographic}\-.\u00b7\u30fb\u3002\uff0d\uff0e\uff61]+(?::\d*)?(?:[/?#]|$)/iu;
/** A user name before the host, which looks like the host itself: https://sam.gov@evil.example.com. */
const WITH_USER = /^https?:\/\/[^/?#]*@/i;

/** The address of a page on the web, at most 255 characters. */
export const webAddress = rawText(255)
  .max(255, tooLong(255))
  .refine((value) => !isMisleading(value), {
    error: INVISIBLE_MESSAGE,
    abort: true,
  })
  .refine((value) => WEB_ADDRESS.test(value), { error: WEB_ADDRESS_MESSAGE, abort: true })
  .refine((value) => !WITH_USER.test(value), {
    error: "Remove the user name or password from the address",
    abort: true,
  })
  .refine((value) => LEGIBLE_HOST.test(value), { error: WEB_ADDRESS_MESSAGE, abort: true })
  .pipe(
    z.url({
      protocol: /^https?$/,
      hostname: DOMAIN_NAME,
      error: WEB_ADDRESS_MESSAGE,
    }),
  )
  .meta({ description: "An http or https address." });

/** One of a closed list. */
export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, choiceMessage(values));
}

/**
 * A new password: 14 to 128 characters with an uppercase letter, a lowercase letter, a digit and a special character
 * (docs/contract.md#passwords).
 */
export const newPassword = PASSWORD_NEEDS.reduce(
  (schema, { kind, name }) => schema.refine((value) => kind.test(value), `Add ${name}`),
  z
    .string(TEXT_MESSAGE)
    .min(1, { abort: true })
    .min(LIMITS.leastPasswordCharacters, tooShort(LIMITS.leastPasswordCharacters))
    .max(LIMITS.passwordCharacters, tooLong(LIMITS.passwordCharacters))
    .refine(isStorableText, STORABLE_MESSAGE),
).meta({ description: "Needs an upper case letter, a lower case letter, a digit and a special character." });

/** A password typed to prove who someone is. */
export const presentPassword = z
  .string(TEXT_MESSAGE)
  .min(1)
  .max(128, tooLong(128))
  .refine(isStorableText, STORABLE_MESSAGE);

/** An id in a body. Only its length is checked before it is looked up. */
export const identifier = (max = 64) => z.string("Send an ID as text").min(1).max(max, tooLong(max));

/** A list of at most `max` ids, in the order in which they were selected, each once. */
export const identifiers = (max: number, tooMany: string) =>
  z
    .array(identifier(), "Send a list")
    .transform((ids) => [...new Set(ids)])
    .pipe(z.array(z.string()).max(max, tooMany));

/** Only a record's id, from a path. */
export const recordSchema = z.object({ id: z.string() });
