/*
 * The characters that make text read otherwise than it is stored, once. Every pattern looks at one character at a time,
 * so that a search takes time in proportion to the text.
 */

/** Control characters, and what turns the direction of the text that follows it (CVE-2021-42574). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
export const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

/**
 * What has no shape of its own: Unicode's default-ignorable and format characters, line and paragraph separators, the
 * object replacement character, symbols that are blank (a Braille pattern, a Khitan filler, hieroglyphs, a note), and
 * code points for private use or for no character at all. Two names that differ only in these look the same. Joiners and
 * variation selectors, which some scripts and emoji use, are among them.
 */
const BLANK = "\\u2800\\ufffc\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}";
const SHAPELESS = `\\p{Default_Ignorable_Code_Point}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\p{Noncharacter_Code_Point}${BLANK}`;
export const INVISIBLE_CHARACTERS = new RegExp(`[${SHAPELESS}]`, "u");

/** Anything that is seen: text of spaces and invisible characters only is as good as none. */
export const VISIBLE_CHARACTERS = new RegExp(`[^\\s${SHAPELESS}]`, "u");

const MISLEADING = new RegExp(`${CONTROL_CHARACTERS.source}|${INVISIBLE_CHARACTERS.source}`, "gu");

/** Whether text has characters that nobody sees, or that change how the rest of it reads. */
export const isMisleading = (text: string): boolean => text.search(MISLEADING) >= 0;

/** The same text without them. */
export const withoutMisleading = (text: string): string => text.replace(MISLEADING, "");

/** The same text with each misleading character written out, as `\u{202e}`. */
export const writtenOut = (text: string): string =>
  text.replace(MISLEADING, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
