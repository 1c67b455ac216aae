import { crc32, deflateRawSync } from "node:zlib";

/* Files made byte by byte, so that a test says what is right or wrong with each. */

/** The smallest document that calls itself a PDF, padded with a comment to `size` bytes where one is given. */
export function pdf(size?: number): Buffer {
  const document = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
  return size === undefined ? document : Buffer.concat([document, Buffer.alloc(size - document.length, "%")]);
}

export const text = (content = "A plain account of what we can do.\r\n\tIndented.\n") => Buffer.from(content, "utf8");

/** A PNG of one pixel. */
export const png = () =>
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  );

interface Part {
  name: string;
  content?: string | Buffer;
  /** Packed with deflate; stored as it is otherwise. */
  deflate?: boolean;
}

/** A ZIP archive of the parts. */
export function zip(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = "<x/>", deflate = false } of parts) {
    const bytes = Buffer.from(content);
    const packed = deflate ? deflateRawSync(bytes) : bytes;
    const nameBytes = Buffer.from(name, "utf8");
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x0800, 2);
    shared.writeUInt16LE(deflate ? 8 : 0, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), shared, nameBytes, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), shared, tail, nameBytes]));
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

const CONTENT_TYPES: Part = { name: "[Content_Types].xml", content: "<Types/>" };
const RELATIONS: Part = { name: "_rels/.rels", content: "<Relationships/>" };

export const docx = (...more: Part[]) => zip([CONTENT_TYPES, RELATIONS, { name: "word/document.xml" }, ...more]);
export const pptx = (...more: Part[]) => zip([CONTENT_TYPES, RELATIONS, { name: "ppt/presentation.xml" }, ...more]);

export const MACROS: Part = { name: "word/vbaProject.bin", content: "macros" };
/** Two megabytes of nothing, packed a thousandfold. */
export const BOMB: Part = { name: "word/media/image1.bmp", content: Buffer.alloc(2 * 1024 * 1024), deflate: true };
export const manyParts = (count: number): Part[] =>
  Array.from({ length: count }, (_, number) => ({ name: `word/media/${number}.xml`, content: "" }));
