/* How the service reads codes. The schemas and the browser's warnings share this, so that they check the same text. */

const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xff01 - 0x21;

/** Replaces full-width letters, digits and signs, as Asian keyboards type them, with ASCII. */
export const withoutFullWidth = (text: string): string =>
  text.replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET));

/**
 * A code as it is stored: in upper case, without spaces. Letters beyond ASCII do not change, because some become two
 * letters in upper case.
 */
export const storedCode = (text: string): string =>
  withoutFullWidth(text)
    .replace(/\s+/g, "")
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase());
