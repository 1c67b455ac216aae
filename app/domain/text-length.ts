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
