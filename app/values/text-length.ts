import { LIMITS } from "./limits";

/* The length of text as the schemas count it. A page's counter must show the same. */

/** Text of several lines as stored: trimmed, composed (NFC), and with a form's CRLF as one line feed. */
export function composedParagraphs(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim().normalize("NFC");
}

const SURROGATE_PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

/** The number of characters: Unicode code points, so that one beyond the first 65,536 counts once. */
export function countCharacters(text: string): number {
  return text.length - (text.match(SURROGATE_PAIR)?.length ?? 0);
}

const TOO_MANY_MARKS = new RegExp(`\\p{M}{${LIMITS.combiningMarks + 1}}`, "u");

/** Whether text has more combining marks in a row than allowed. */
export function hasTooManyMarks(text: string): boolean {
  return TOO_MANY_MARKS.test(text);
}
