import { LIMITS } from "./limits";

/* How long text is, as the schemas have it: what a page counts while it is typed must not differ. */

/** Text of several lines as it is kept: a form's CRLF as one line feed, trimmed, and composed (NFC). */
export function composedParagraphs(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim().normalize("NFC");
}

const SURROGATE_PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** How many characters text has: code points of Unicode, so that one beyond the first 65,536 counts once. */
export function countCharacters(text: string): number {
  return text.length - (text.match(SURROGATE_PAIR)?.length ?? 0);
}

const TOO_MANY_MARKS = new RegExp(`\\p{M}{${LIMITS.combiningMarks + 1}}`, "u");

/** Whether more combining marks follow one another than text may have in a row. */
export function hasTooManyMarks(text: string): boolean {
  return TOO_MANY_MARKS.test(text);
}
