/*
 * Names in PDF (ISO 32000-1, 7.3.5), read from bytes without an understanding of what is around them: what a reader's
 * cross-reference table says of where objects are may lead anywhere, into strings and streams too.
 */

/** What a name directly follows: the key of an action's kind, the key of a type, or the beginning of an object. */
export type After = "S" | "Type" | "obj" | null;

export interface PdfNames {
  /** @param end where the name ends, in bytes from the beginning of the first chunk */
  name(name: string, after: After, end: number): void;
  /** A dictionary as the value of a name, which directly precedes it. */
  dictionary(of: string): void;
}

const REGULAR = 0;
const SPACE = 1;
const DELIMITER = 2;
const KIND = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) KIND[byte] = SPACE;
for (const character of "()<>[]{}/%") KIND[character.charCodeAt(0)] = DELIMITER;
const [SLASH, PERCENT, LESS, LF, CR] = [0x2f, 0x25, 0x3c, 0x0a, 0x0d];
const OBJ = 0x6f626a;
const KEYS: ReadonlySet<string> = new Set(["S", "Type", "EF"]);
/** Longer ones are not looked for; each character may be written as three. */
const NAME_BYTES = 3 * 16;
const ESCAPE = 0x23;

/** Gives each name of the bytes that are written to it in chunks, in time in proportion to them. */
export function pdfNameReader(found: PdfNames): (chunk: Buffer) => void {
  let place = 0;
  /** The name that is being read, as far as it is looked at, and how long it is; -1 outside names. */
  const name = Buffer.alloc(NAME_BYTES);
  let length = -1;
  let isEscaped = false;
  let nameFollows: After = null;
  /** What only spaces and comments have followed since; and the same where a comment goes on. */
  let last: string | null = null;
  let lastBeforeComment: string | null = null;
  let isOpening = false;
  /** The last three bytes of a word outside names. */
  let word = 0;

  function endName(): void {
    if (length === 0 || length > NAME_BYTES) return;
    const written = name.toString("latin1", 0, length);
    const text = isEscaped ? unescaped(written) : written;
    found.name(text, nameFollows, place);
    if (KEYS.has(text)) last = text;
  }

  return (chunk) => {
    for (const byte of chunk) {
      const kind = KIND[byte];
      if (kind === REGULAR) {
        if (length >= 0) {
          if (length < NAME_BYTES) name[length] = byte;
          length += 1;
          isEscaped ||= byte === ESCAPE;
        } else {
          word = ((word << 8) | byte) & 0xffffff;
          last = null;
        }
      } else {
        if (length >= 0) endName();
        else if (word === OBJ) last = "obj";
        length = -1;
        word = 0;
        if (lastBeforeComment !== null && (byte === LF || byte === CR)) {
          last ??= lastBeforeComment;
          lastBeforeComment = null;
        } else if (byte === SLASH) {
          length = 0;
          isEscaped = false;
          nameFollows = last === "S" || last === "Type" || last === "obj" ? last : null;
          last = null;
        } else if (byte === PERCENT) {
          lastBeforeComment = last ?? lastBeforeComment;
          last = null;
        } else if (byte === LESS && last !== null) {
          if (isOpening) {
            found.dictionary(last);
            last = null;
          }
          isOpening = !isOpening;
        } else if (kind === DELIMITER) last = null;
      }
      if (byte !== LESS) isOpening = false;
      place += 1;
    }
  };
}

/** A name, or text with names, with its escapes (`#4a`) replaced. */
export const unescaped = (name: string) =>
  name.replace(/#([0-9a-f]{2})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
