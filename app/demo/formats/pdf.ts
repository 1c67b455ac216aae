import type { Document } from "./document";
import { byline, wrap } from "./text";

/** US Letter, in points. */
const PAGE = { width: 612, height: 792, margin: 72 };
const LEADING = 1.35;

interface Look {
  font: "F1" | "F2";
  size: number;
  /** Characters per line. An average Helvetica character is half as wide as the font size. */
  width: number;
  spaceAbove: number;
}

const TITLE: Look = { font: "F2", size: 18, width: 46, spaceAbove: 0 };
const BYLINE: Look = { font: "F1", size: 10, width: 90, spaceAbove: 4 };
const HEADING: Look = { font: "F2", size: 13, width: 64, spaceAbove: 16 };
const BODY: Look = { font: "F1", size: 11, width: 84, spaceAbove: 6 };

interface Line {
  text: string;
  look: Look;
  spaceAbove: number;
}

/** A PDF document in the standard fonts, with a cross-reference table (ISO 32000). */
export function makePdf(document: Document): Uint8Array {
  const pages = paginate([
    ...linesOf(document.title, TITLE),
    ...linesOf(byline(document), BYLINE),
    ...document.sections.flatMap(({ heading, paragraphs }) => [
      ...linesOf(heading, HEADING),
      ...paragraphs.flatMap((text) => linesOf(text, BODY)),
    ]),
  ]);
  // Objects 1 to 5 are fixed; each page then has two, itself and its content.
  const FIRST_PAGE = 6;
  const pageNumbers = pages.map((_, index) => FIRST_PAGE + 2 * index);
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R /Lang (en-US) >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageNumbers.map((number) => `${number} 0 R`).join(" ")}] >>`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<< /Title ${unicodeText(document.title)} /Author ${unicodeText(document.author)} /CreationDate (D:${document.date
      .toISOString()
      .replace(/\D/g, "")
      .slice(0, 14)}Z) >>`,
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${FIRST_PAGE + 2 * index + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  return assemble(objects);
}

function linesOf(text: string, look: Look): Line[] {
  return wrap(text, look.width).map((line, index) => ({
    text: line,
    look,
    spaceAbove: index === 0 ? look.spaceAbove : 0,
  }));
}

/** Places lines from the top of a page down, and starts a new page when one is full. */
function paginate(lines: readonly Line[]): string[] {
  const pages: string[][] = [[]];
  let top = PAGE.height - PAGE.margin;
  for (const { text, look, spaceAbove } of lines) {
    top -= look.size * LEADING + spaceAbove;
    if (top < PAGE.margin) {
      pages.push([]);
      top = PAGE.height - PAGE.margin - look.size * LEADING;
    }
    pages.at(-1)?.push(`BT /${look.font} ${look.size} Tf ${PAGE.margin} ${top.toFixed(2)} Td (${literal(text)}) Tj ET`);
  }
  return pages.map((page) => page.join("\n"));
}

/** The Windows-1252 characters beyond Latin-1 that the tables use. */
const WINDOWS_1252: Record<string, number> = {
  "€": 0x80,
  "…": 0x85,
  "‘": 0x91,
  "’": 0x92,
  "“": 0x93,
  "”": 0x94,
  "–": 0x96,
  "—": 0x97,
  "−": 0x2d,
};

/** A string in Windows-1252. The standard fonts have no other characters, so those become question marks. */
function literal(text: string): string {
  return [...text]
    .map((character) => {
      const code = WINDOWS_1252[character] ?? character.codePointAt(0) ?? 0;
      if (code > 0xff) return "?";
      const encoded = String.fromCharCode(code);
      return /[()\\]/.test(encoded) ? `\\${encoded}` : encoded;
    })
    .join("");
}

/** Text for the document's metadata: UTF-16 with a byte-order mark, in hexadecimal. */
function unicodeText(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, "0"));
  return `<feff${units.join("")}>`;
}

/** Numbers the objects and appends the table of their offsets. One character is one byte here. */
function assemble(objects: readonly string[]): Uint8Array {
  // The second line has bytes above 127, so that programs that transfer the file treat it as binary.
  let pdf = "%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n";
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(pdf.length);
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.from(`${pdf}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, "latin1");
}
