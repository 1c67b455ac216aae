/*
 * Characters that make text look different from what is stored. Every pattern looks at a few characters at a time, so
 * that a search takes linear time.
 */

/** Control characters, and characters that change the direction of text (CVE-2021-42574). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
export const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/**
 * Characters without a visible shape: Unicode's default-ignorable and format characters, line and paragraph separators,
 * the object replacement character, blank symbols (a Braille pattern, a Khitan filler, hieroglyphs, a note), and code
 * points that are for private use, unassigned, noncharacters or half a pair. Two names that differ only in these look
 * the same. They include joiners and variation selectors, which some scripts and emoji use.
 */
const BLANK = "\\u2800\\ufffc\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}";
const SHAPELESS = `\\p{Default_Ignorable_Code_Point}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\p{Cn}\\p{Cs}${BLANK}`;
export const INVISIBLE_CHARACTERS = new RegExp(`[${SHAPELESS}]`, "u");

/**
 * Marks that cover or surround their letter (Unicode's combining class 1 without those of single scripts, and enclosing
 * marks). A letter under a stroke looks like another one.
 */
const OVERLAYS = "\\u0334-\\u0338\\u20d2\\u20d3\\u20d8-\\u20da\\u20e5\\u20e6\\u20ea\\u20eb\\p{Me}";
/** Too many marks that go with any script. Vietnamese writes two, and most of them are part of a letter. */
const MARKS_OF_ANY_SCRIPT = "\\p{Script=Inherited}{4}";
/** Too many marks of one script. Burmese writes up to six on one letter. */
const MARKS = "\\p{M}{7}";

/** Marks in a name that hide its letters, or so many that they reach into the lines above or below. */
export const MISLEADING_MARKS = new RegExp(`[${OVERLAYS}]|${MARKS_OF_ANY_SCRIPT}|${MARKS}`, "u");

/** Anything visible. Text with only spaces and invisible characters counts as empty. */
export const VISIBLE_CHARACTERS = new RegExp(`[^\\s${SHAPELESS}]`, "u");

const MISLEADING = new RegExp(`${CONTROL_CHARACTERS.source}|${INVISIBLE_CHARACTERS.source}`, "gu");

/** Whether text has characters that are invisible or change how the rest reads. */
export const isMisleading = (text: string): boolean => text.search(MISLEADING) >= 0;

/** The same text without them. */
export const withoutMisleading = (text: string): string => text.replace(MISLEADING, "");

/** The same text with each misleading character written out, as `\u{202e}`. */
export const writtenOut = (text: string): string =>
  text.replace(MISLEADING, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** The same text with each misleading character escaped as in an address, as `%E2%80%AE`. */
export const percentEncoded = (text: string): string => text.toWellFormed().replace(MISLEADING, encodeURIComponent);
