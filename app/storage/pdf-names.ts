/*
 * Finds names in PDF bytes (ISO 32000-1, 7.3.5) without parsing what is around them. A cross-reference table can point
 * a PDF reader anywhere in the file, even into strings and streams.
 */

const SEARCHED_NAMES = [
  "S",
  "Type",
  "EF",
  "JS",
  "ObjStm",
  "EmbeddedFile",
  "JavaScript",
  "Launch",
  "Rendition",
] as const;
type SearchedName = (typeof SEARCHED_NAMES)[number];

/** What comes directly before a name: the key of an action's kind, the key of a type, or the start of an object. */
export type After = "S" | "Type" | "obj" | null;

interface PdfNames {
  /** @param end the offset at which the name ends, in bytes from the start of the first chunk */
  name(name: SearchedName, after: After, end: number): void;
  /** A dictionary begins directly after the name `of`. */
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
const OBJ_BYTES = 3;
/** The longest name we look for, with room for each character escaped as three. */
const NAME_BYTES = 3 * 16;
const ESCAPE = 0x23;
/**
 * Looking ahead takes about as long as reading this many bytes. Where it does not help, the reader looks less and less
 * often, down to the second number.
 */
const [LOOK_BYTES, MOST_LOOK_BYTES] = [32, 1024];
/** The value of each byte that is a hexadecimal digit, and -1 for all others. */
const DIGIT = Int8Array.from({ length: 256 }, (_, byte) =>
  "0123456789abcdef".indexOf(String.fromCharCode(byte | 0x20)),
);
for (let byte = 0x30; byte <= 0x39; byte += 1) DIGIT[byte] = byte - 0x30;
/** The names by length and first character, which are different for all of them. */
const BY_BEGINNING = new Map(SEARCHED_NAMES.map((name) => [beginning(name.length, name.charCodeAt(0)), name]));

function beginning(length: number, first: number): number {
  return (length << 8) | first;
}

/** Decodes a name's escapes in place. @returns its new length */
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

/** The sought name in the bytes, or null. A file may have millions of names, so this creates no strings. */
function searchedName(name: Buffer, length: number): SearchedName | null {
  const sought = BY_BEGINNING.get(beginning(length, name[0] ?? 0));
  if (sought === undefined) return null;
  for (let at = 1; at < length; at += 1) if (name[at] !== sought.charCodeAt(at)) return null;
  return sought;
}

function endOfWord(chunk: Uint8Array, from: number, limit: number): number {
  let end = from + 1;
  while (end < limit && KIND[chunk[end] as number] === REGULAR) end += 1;
  return end;
}

/** Creates a function that finds the next place of a byte or a text. Call it with increasing starts. It returns the end if there is none. */
function finder(chunk: Buffer, sought: number | string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const next = chunk.indexOf(sought, from, "latin1");
      found = next === -1 ? chunk.length : next;
    }
    return found;
  };
}

/**
 * Creates a function that takes a file's chunks in order and reports the sought names. Its time is proportional to the
 * number of bytes.
 */
export function pdfNameReader(found: PdfNames): (chunk: Uint8Array) => void {
  let place = 0;
  /** The current name, up to `NAME_BYTES`, and its full length: -1 outside names. */
  const name = Buffer.alloc(NAME_BYTES);
  let length = -1;
  let isEscaped = false;
  let nameFollows: After = null;
  /** The last token with only spaces and comments after it; `lastBeforeComment` keeps it while a comment lasts. */
  let last: string | null = null;
  let lastBeforeComment: string | null = null;
  let isOpening = false;
  /** The last three bytes of a word outside names. */
  let word = 0;

  function endName(): void {
    if (length === 0 || length > NAME_BYTES) return;
    const sought = searchedName(name, isEscaped ? unescapeIn(name, length) : length);
    if (sought === null) return;
    found.name(sought, nameFollows, place);
    if (sought === "S" || sought === "Type" || sought === "EF") last = sought;
  }

  /** Whether only a slash or a word that ends in `obj` can change anything. `word` may then be the beginning of one. */
  const isOutside = () => length < 0 && last === null && lastBeforeComment === null;

  /** Skips a word outside names, except for its last three bytes. @returns the index at which it ends */
  function passWord(chunk: Uint8Array, from: number): number {
    // The beginning of a chunk may end the word before it.
    const end = endOfWord(chunk, from, from < OBJ_BYTES ? Math.min(OBJ_BYTES, chunk.length) : chunk.length);
    for (let at = Math.max(from, end - OBJ_BYTES); at < end; at += 1)
      word = ((word << 8) | (chunk[at] ?? 0)) & 0xffffff;
    last = null;
    isOpening = false;
    return end;
  }

  return ({ buffer, byteOffset, byteLength: size }) => {
    const chunk = Buffer.from(buffer, byteOffset, size);
    const before = place;
    const nextSlash = finder(chunk, SLASH);
    const nextObj = finder(chunk, "obj");
    let [lookAt, lookEvery] = [0, LOOK_BYTES];
    // By index, because iterating over the bytes would create a megabyte of garbage for each megabyte read.
    for (let at = 0; at < size; at += 1) {
      // Most of a file is packed, and is skipped here. Its last bytes may be the beginning of `obj`.
      if (at >= lookAt && isOutside() && (at >= OBJ_BYTES || word === 0)) {
        const next = Math.min(nextSlash(at), nextObj(word === 0 ? at : at - OBJ_BYTES), size - OBJ_BYTES);
        lookEvery = next - at < LOOK_BYTES ? Math.min(2 * lookEvery, MOST_LOOK_BYTES) : LOOK_BYTES;
        if (lookEvery > LOOK_BYTES) lookAt = at + lookEvery;
        if (next > at) {
          at = next;
          word = 0;
        }
      }
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

/** Decodes the escapes (`#4a`) of all names in a text. */
export const unescaped = (name: string) =>
  name.replace(/#([0-9a-f]{2})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
