import { crc32, deflateRawSync } from "node:zlib";

/** The codes from 0x80 to 0x9f that have a character in Windows-1252, in order. */
const WINDOWS_1252_CODES = Array.from({ length: 32 }, (_, index) => 0x80 + index).filter(
  (code) => ![0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(code),
);

/* Files built byte by byte, so that a test shows what is right or wrong with each. */

/** The smallest valid PDF, padded with a comment to `size` bytes if given. */
export function pdf(size?: number): Buffer {
  const document = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
  return size === undefined ? document : Buffer.concat([document, Buffer.alloc(size - document.length, "%")]);
}

export const text = (content = "A short list of what we can do.\r\n\tIndented.\n") => Buffer.from(content, "utf8");

/** Text in UTF-16 with its byte-order mark. */
export function utf16(content: string, order: "le" | "be" = "le"): Buffer {
  const bytes = Buffer.from(`\ufeff${content}`, "utf16le");
  return order === "le" ? bytes : bytes.swap16();
}

const WINDOWS_1252 = new Map([..."€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"].map((sign, at) => [sign, WINDOWS_1252_CODES[at] ?? 0]));
/** Text in Windows-1252. */
export const windows1252 = (content: string) =>
  Buffer.from([...content].map((sign) => WINDOWS_1252.get(sign) ?? sign.charCodeAt(0)));

/** An animated PNG with one frame of one pixel. */
export function apng(): Buffer {
  const still = png();
  const afterHeader = 8 + 25;
  const control = Buffer.concat([Buffer.from("acTL", "latin1"), Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])]);
  const length = Buffer.from([0, 0, 0, 8]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(control));
  return Buffer.concat([still.subarray(0, afterHeader), length, control, sum, still.subarray(afterHeader)]);
}

/** A PNG of one pixel. */
export const png = () =>
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  );

/** The beginning of a GIF image. */
export const gif = () => Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00;", "latin1");

/** The start and end of a JPEG image, with nothing between. */
export const jpeg = () => Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex");

export interface Part {
  name: string;
  content?: string | Buffer;
  /** Deflates the part. By default, it is stored. */
  deflate?: boolean;
  /** A wrong size for the archive to state. */
  claimedBytes?: number;
  /** Extra fields, in the archive's format. */
  extra?: Buffer;
  /** General purpose flags, in addition to the one for UTF-8 names. */
  flags?: number;
  /** The number of a compression method other than stored and deflated. */
  method?: number;
  /** Changes the packed bytes. */
  packed?: (packed: Buffer) => Buffer;
  /** Values of the local header that differ from the directory. */
  local?: { name?: string; claimedBytes?: number; flags?: number };
  /** Bytes after the part in the file. */
  after?: Buffer;
}

/** A valid ZIP archive of the parts, after other bytes if given. */
export function zip(parts: readonly Part[], before: Buffer = Buffer.alloc(0)): Buffer {
  const locals: Buffer[] = [before];
  const directory: Buffer[] = [];
  let offset = before.length;
  for (const part of parts) {
    const { name, content = "<x/>", deflate = false, claimedBytes, extra = Buffer.alloc(0), flags = 0 } = part;
    const bytes = Buffer.from(content);
    const unchanged = deflate ? deflateRawSync(bytes) : bytes;
    const packed = part.packed?.(unchanged) ?? unchanged;
    const nameBytes = Buffer.from(name, "utf8");
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x0800 | flags, 2);
    shared.writeUInt16LE(part.method ?? (deflate ? 8 : 0), 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claimedBytes ?? bytes.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    shared.writeUInt16LE(extra.length, 24);
    const own = Buffer.from(shared);
    if (part.local?.flags !== undefined) own.writeUInt16LE(0x0800 | part.local.flags, 2);
    if (part.local?.claimedBytes !== undefined) own.writeUInt32LE(part.local.claimedBytes, 18);
    const ownName = Buffer.from(part.local?.name ?? name);
    const after = part.after ?? Buffer.alloc(0);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), own, ownName, extra, packed, after]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), shared, tail, nameBytes, extra]));
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, listed, Buffer.from("PK\x05\x06", "latin1"), end]);
}

/** An extra field that gives a part a second name (Info-ZIP's Unicode Path). */
export function secondName(name: string, second: string): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt16LE(0x7075, 0);
  head.writeUInt16LE(5 + Buffer.byteLength(second), 2);
  head.writeUInt8(1, 4);
  head.writeUInt32LE(crc32(name), 5);
  return Buffer.concat([head, Buffer.from(second)]);
}

const CONTENT_TYPES: Part = { name: "[Content_Types].xml", content: "<Types/>" };
const RELATIONS: Part = { name: "_rels/.rels", content: "<Relationships/>" };

const DOCUMENT: Part[] = [CONTENT_TYPES, RELATIONS, { name: "word/document.xml" }];

/** A relationships part. */
export const relationships = (name: string, ...rows: string[]): Part => ({
  name,
  content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join("")}</Relationships>`,
});
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const relationship = (type: string, target: string, mode?: string): string =>
  `<Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ""}/>`;

export const docx = (...more: Part[]) => zip([...DOCUMENT, ...more]);
/** A complete document, preceded by bytes of another file type. */
export const docxAfter = (before: Buffer) => zip(DOCUMENT, before);
export const pptx = (...more: Part[]) => zip([CONTENT_TYPES, RELATIONS, { name: "ppt/presentation.xml" }, ...more]);

export const xlsx = (...more: Part[]) => zip([CONTENT_TYPES, RELATIONS, { name: "xl/workbook.xml" }, ...more]);

export const MACROS: Part = { name: "word/vbaProject.bin", content: "macros" };
/** 2 MB of zeros, which compress to about 2 KB. */
export const BOMB: Part = { name: "word/media/image1.bmp", content: Buffer.alloc(2 * 1024 * 1024), deflate: true };
export const manyParts = (count: number): Part[] =>
  Array.from({ length: count }, (_, number) => ({ name: `word/media/${number}.xml`, content: "" }));
