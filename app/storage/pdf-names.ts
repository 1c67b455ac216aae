/*
 * Names in PDF (ISO 32000-1, 7.3.5), read from bytes without an understanding of what is around them: what a reader's
 * cross-reference table says of where objects are may lead anywhere, into strings and streams too.
 */

/** The names that are looked for. */
const SOUGHT = ["S", "Type", "EF", "JS", "ObjStm", "EmbeddedFile", "JavaScript", "Launch", "Rendition"] as const;
export type SoughtName = (typeof SOUGHT)[number];

/** What a name directly follows: the key of an action's kind, the key of a type, or the beginning of an object. */
export type After = "S" | "Type" | "obj" | null;

export interface PdfNames {
  /** @param end where the name ends, in bytes from the beginning of the first chunk */
  name(name: SoughtName, after: After, end: number): void;
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
/** Longer ones are not looked for; each character may be written as three. */
const NAME_BYTES = 3 * 16;
const ESCAPE = 0x23;
/** The value of each byte that is a hexadecimal digit; -1 of others. */
const DIGIT = Int8Array.from({ length: 256 }, (_, byte) =>
  "0123456789abcdef".indexOf(String.fromCharCode(byte | 0x20)),
);
for (let byte = 0x30; byte <= 0x39; byte += 1) DIGIT[byte] = byte - 0x30;
/** The names by how long they are and what they begin with, which tells all of them apart. */
const BY_BEGINNING = new Map(SOUGHT.map((name) => [beginning(name.length, name.charCodeAt(0)), name]));

function beginning(length: number, first: number): number {
  return (length << 8) | first;
}

/** Replaces the escapes of a name by what they stand for. @returns how long it is then */
function unescapeIn(name: Buffer, length: number): number {
  let to = 0;
  for (let at = 0; at < length; at += 1) {
    const [high, low] = [DIGIT[name[at + 1] ?? 0] ?? -1, DIGIT[name[at + 2] ?? 0] ?? -1];
    if (name[at] === ESCAPE && at + 2 < length && high >= 0 && low >= 0) {
      name[to] = high * 16 + low;
      at += 2;
    } else name[to] = name[at] ?? 0;
    to += 1;
  }
  return to;
}

/** Which of the names that are looked for it is. A file may have millions of names, so no text is made of any. */
function soughtName(name: Buffer, length: number): SoughtName | null {
  const sought = BY_BEGINNING.get(beginning(length, name[0] ?? 0));
  if (sought === undefined) return null;
  for (let at = 1; at < length; at += 1) if (name[at] !== sought.charCodeAt(at)) return null;
  return sought;
}

function endOfWord(chunk: Buffer, from: number): number {
  const { length } = chunk;
  let end = from + 1;
  while (end < length && KIND[chunk[end] as number] === REGULAR) end += 1;
  return end;
}

/** Finds these names in the bytes that are written to it in chunks, in time in proportion to them. */
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
    const sought = soughtName(name, isEscaped ? unescapeIn(name, length) : length);
    if (sought === null) return;
    found.name(sought, nameFollows, place);
    if (sought === "S" || sought === "Type" || sought === "EF") last = sought;
  }

  /** Of a word outside names only its end counts, so the rest of it is passed over. @returns where it ends */
  function passWord(chunk: Buffer, from: number): number {
    const end = endOfWord(chunk, from);
    for (let at = Math.max(from, end - 3); at < end; at += 1) word = ((word << 8) | (chunk[at] ?? 0)) & 0xffffff;
    last = null;
    isOpening = false;
    return end;
  }

  return (chunk) => {
    const before = place;
    const size = chunk.length;
    // By index: an iterator over the bytes would leave a megabyte of garbage for each that it reads.
    for (let at = 0; at < size; at += 1) {
      const byte = chunk[at] as number;
      const kind = KIND[byte];
      place = before + at;
      if (kind === REGULAR && length < 0) {
        at = passWord(chunk, at) - 1;
        continue;
      }
      if (kind === REGULAR) {
        if (length < NAME_BYTES) name[length] = byte;
        length += 1;
        isEscaped ||= byte === ESCAPE;
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
    }
    place = before + size;
  };
}

/** Text with names, with its escapes (`#4a`) replaced. */
export const unescaped = (name: string) =>
  name.replace(/#([0-9a-f]{2})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
