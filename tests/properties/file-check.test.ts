import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect } from "vitest";
import { checkFile } from "~/storage/file-check.server";
import type { FileExtension } from "~/storage/file-types";
import { BOMB, docx, jpeg, MACROS, pdf, png, pptx, text, utf16, windows1252, zip } from "../support/files";
import { property } from "../support/properties";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "portal-files-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function faultOf(bytes: Buffer, extension: FileExtension): Promise<string | null> {
  const path = join(folder, "file");
  writeFileSync(path, bytes);
  const checked = await checkFile(path, extension);
  return "fault" in checked ? checked.fault : null;
}

const VALID: Record<string, Buffer> = {
  pdf: pdf(),
  png: png(),
  jpg: jpeg(),
  docx: docx({ name: "word/styles.xml", content: "<w/>".repeat(50), deflate: true }),
  pptx: pptx({ name: "ppt/slides/slide1.xml", deflate: true }),
  txt: text("\ufeffÜnïcödé, 量子, and 🚀.\r\n\f"),
};
const EXTENSIONS = Object.keys(VALID) as FileExtension[];
const PIECES = [
  ...Object.values(VALID),
  utf16("Ünïcödé, 量子, and 🚀.\r\n"),
  windows1252("“Quoted” – naïve €5"),
  docx(MACROS),
  docx(BOMB),
  zip([]),
  Buffer.from("<html><script>1</script>"),
];

/** One change to a file's bytes. Places are fractions of its length, so that they fit after any other change. */
type Change = (bytes: Buffer) => Buffer;
const at = (bytes: Buffer, part: number) => Math.floor(part * bytes.length);
const place = fc.double({ min: 0, max: 1, noNaN: true });
/** The end of a ZIP archive has its directory, so changes there are more interesting. */
const nearEnd = fc.double({ min: 0.6, max: 1, noNaN: true });
const somewhere = fc.oneof(place, nearEnd);
const someBytes = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 40 }),
  fc.constantFrom([0], [0xff], [0xff, 0xff], [0xff, 0xff, 0xff, 0xff], [0, 0, 0, 0], [0x75, 0x70], [1, 0]),
);

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(somewhere, someBytes).map(([where, value]) => (bytes: Buffer) => {
    const changed = Buffer.from(bytes);
    changed.set(value.slice(0, Math.max(0, bytes.length - at(bytes, where))), at(bytes, where));
    return changed;
  }),
  fc.tuple(somewhere, someBytes).map(([where, value]) => (bytes: Buffer) => {
    const start = at(bytes, where);
    return Buffer.concat([bytes.subarray(0, start), Buffer.from(value), bytes.subarray(start)]);
  }),
  fc.tuple(somewhere, somewhere).map(([one, other]) => (bytes: Buffer) => {
    const [start = 0, end = 0] = [at(bytes, one), at(bytes, other)].sort((a, b) => a - b);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  }),
  fc.tuple(somewhere, somewhere).map(([one, other]) => (bytes: Buffer) => {
    const [start = 0, end = 0] = [at(bytes, one), at(bytes, other)].sort((a, b) => a - b);
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)]);
  }),
  fc.constantFrom(...PIECES).map((piece) => (bytes: Buffer) => Buffer.concat([bytes, piece])),
  fc.constantFrom(...PIECES).map((piece) => (bytes: Buffer) => Buffer.concat([piece, bytes])),
);

/** Independent checks of accepted files, by extension. */
const IS: Record<string, (bytes: Buffer) => boolean> = {
  pdf: (bytes) => bytes.toString("latin1").startsWith("%PDF-"),
  png: (bytes) => bytes.toString("latin1").startsWith("\x89PNG\r\n\x1a\n"),
  jpg: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff,
  docx: (bytes) => isPackage(bytes, "word/document.xml"),
  pptx: (bytes) => isPackage(bytes, "ppt/presentation.xml"),
  txt: (bytes) => {
    const isUtf16 = ["fffe", "feff"].includes(bytes.toString("hex", 0, 2));
    // Single zero bytes are part of UTF-16. Two of them are a NUL.
    if (isUtf16) return bytes.length % 2 === 0 && !Array.from(bytes.subarray(2)).some((_, at) => isNul(bytes, at + 2));
    return !bytes.some((byte) => (byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte)) || byte === 0x7f);
  },
};
const isNul = (bytes: Buffer, at: number) => at % 2 === 0 && bytes[at] === 0 && bytes[at + 1] === 0;
const isPackage = (bytes: Buffer, main: string) =>
  bytes.toString("latin1").startsWith("PK\x03\x04") && bytes.includes(main) && bytes.includes("[Content_Types].xml");

property(
  "any changed file is either refused with a message, or accepted and of its type",
  250,
  fc.asyncProperty(
    fc.constantFrom(...PIECES),
    fc.constantFrom(...EXTENSIONS),
    fc.array(change, { maxLength: 4 }),
    async (piece, extension, changes) => {
      const bytes = changes.reduce((changed, next) => next(changed), piece);
      const fault = await faultOf(bytes, extension);
      if (fault === null) expect(IS[extension]?.(bytes), extension).toBe(true);
      // The message says what is wrong and then how to fix it.
      else expect(fault).toMatch(/^(This|We cannot) .+\b[Cc]hoose\b/);
    },
  ),
);

property(
  "a valid file with few changes never causes a failure",
  250,
  fc.asyncProperty(fc.constantFrom(...EXTENSIONS), fc.array(change, { maxLength: 2 }), async (extension, changes) => {
    const valid = VALID[extension] ?? Buffer.alloc(0);
    const bytes = changes.reduce((changed, next) => next(changed), valid);
    const fault = await faultOf(bytes, extension);
    if (changes.length === 0) expect(fault).toBe(null);
    if (fault === null) expect(IS[extension]?.(bytes), extension).toBe(true);
  }),
);

/** Names of harmless parts of a document or presentation. */
const HARMLESS = [
  "docProps/core.xml",
  "word/media/my%20image.png",
  "customXml/item1.xml",
  "__MACOSX/._core.xml",
  "ש/a.xml",
];
const HARMFUL = [
  "word/VBAProject.bin",
  "ppt/vbadata.xml",
  "../a.xml",
  "a/../../b.xml",
  "/a.xml",
  "c:a.xml",
  "a//b.xml",
  "a./b.xml",
  "a%2fb.xml",
  "a\u0000.xml",
  "\u202ea.xml",
  "mimetype",
  "META-INF/MANIFEST.MF",
  "xl/workbook.xml",
];
const DOCUMENT = ["[Content_Types].xml", "word/document.xml"];
const SLIDES = ["[Content_Types].xml", "ppt/presentation.xml"];

property(
  "an archive is accepted only with the parts of its type, and without harmful parts or those of another type",
  250,
  fc.asyncProperty(
    fc.shuffledSubarray([...new Set([...DOCUMENT, ...SLIDES, ...HARMLESS])]),
    fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.subarray(HARMFUL, { maxLength: 2 })),
    fc.nat(20),
    async (names, harmful, place) => {
      const all = [...names.slice(0, place), ...harmful, ...names.slice(place)];
      const bytes = zip(all.map((name) => ({ name })));
      const has = (parts: readonly string[]) => parts.every((part) => names.includes(part));
      const isClean = harmful.length === 0 && !(has(DOCUMENT) && has(SLIDES));
      expect((await faultOf(bytes, "docx")) === null, "docx").toBe(isClean && has(DOCUMENT));
      expect((await faultOf(bytes, "pptx")) === null, "pptx").toBe(isClean && has(SLIDES));
    },
  ),
);
