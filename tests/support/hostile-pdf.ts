import { deflateSync } from "node:zlib";
import { makePdf } from "~/demo/formats/pdf";
import type { HostileDocument } from "./hostile-documents";

/* PDF files that harm careless readers, built byte by byte. */

const MB = 1024 * 1024;
type Body = string | Buffer;

/** A PDF with these objects, numbered from 1. The first is the catalog. */
function pdfOf(objects: readonly Body[], trailer = "/Root 1 0 R", crossReference?: string): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (body: Body) => {
    const bytes = Buffer.from(body as string, "latin1");
    parts.push(bytes);
    length += bytes.length;
  };
  for (const [index, body] of objects.entries()) {
    offsets.push(length);
    add(`${index + 1} 0 obj\n`);
    add(body);
    add("\nendobj\n");
  }
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  add(crossReference ?? `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`);
  add(`trailer<</Size ${objects.length + 1} ${trailer}>>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

const stream = (content: Body, dictionary = ""): Buffer => {
  const bytes = Buffer.from(content as string, "latin1");
  return Buffer.concat([
    Buffer.from(`<<${dictionary}/Length ${bytes.length}>>stream\n`),
    bytes,
    Buffer.from("\nendstream"),
  ]);
};
/** A stream packed several times. */
function packed(content: Body, times = 1): Buffer {
  let bytes = Buffer.from(content as string, "latin1");
  for (let time = 0; time < times; time += 1) bytes = deflateSync(bytes, { level: 9 });
  return stream(bytes, `/Filter[${"/FlateDecode ".repeat(times)}]`);
}

const FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
/** A page with some content. Objects: 1 catalog, 2 pages, 3 page, 4 content, 5 font, then `more`. */
const pageWith = (content: Body, more: readonly Body[] = [], { resources = "", font = FONT as Body } = {}): Buffer =>
  pdfOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>${resources}>>>>`,
    content,
    font,
    ...more,
  ]);
const TEXT = stream("BT /F 12 Tf 10 10 Td (Quiet rotors) Tj ET");
const withPages = (pages: string, ...more: Body[]) => pdfOf(["<</Type/Catalog/Pages 2 0 R>>", pages, ...more]);
const withFont = (font: Body, ...more: Body[]) => pageWith(TEXT, more, { font });

function bombs(): HostileDocument[] {
  const made = (name: string, bytes: () => Buffer) => pdf(`bomb: ${name}`, bytes);
  const text = (mb: number) => "(a)Tj ".repeat((mb * MB) / 6);
  return [
    ...[16, 64, 256].map((mb) => made(`${mb} MB of nothing`, () => pageWith(packed(Buffer.alloc(mb * MB, " "))))),
    ...[4, 32, 128].map((mb) => made(`${mb} MB of text`, () => pageWith(packed(`BT /F 1 Tf ${text(mb)}ET`)))),
    ...[2, 3, 5].map((times) =>
      made(`packed ${times} times`, () => pageWith(packed(Buffer.alloc(64 * MB, " "), times))),
    ),
    made("the same stream 500 times", () =>
      withPages(
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        `<</Type/Page/Parent 2 0 R/Contents[${"4 0 R ".repeat(500)}]>>`,
        packed(Buffer.alloc(32 * MB, " ")),
      ),
    ),
    made("run lengths", () => pageWith(stream(Buffer.alloc(8 * MB, "\x81 "), "/Filter/RunLengthDecode"))),
    made("LZW", () => pageWith(stream(Buffer.alloc(4 * MB, 0xaa), "/Filter/LZWDecode"))),
    made("a predictor of a huge row", () =>
      pageWith(
        stream(
          deflateSync(Buffer.alloc(MB)),
          "/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 2000000000/Colors 32>>",
        ),
      ),
    ),
    made("ASCII85", () => pageWith(stream("z".repeat(10 * MB), "/Filter/ASCII85Decode"))),
    made("200 filters", () => pageWith(stream("48656c6c6f>", `/Filter[${"/ASCIIHexDecode ".repeat(200)}]`))),
    made("an object stream", () => {
      const inner = `1 0 ${" ".repeat(64 * MB)}`;
      return pdfOf([packed(inner)], "/Root 5 0 R");
    }),
    made("forms that draw ten forms each, ten deep", () => {
      const forms = Array.from({ length: 10 }, (_, level) =>
        stream(
          `${`/X${level + 1} Do `.repeat(10)}BT /F 1 Tf (a) Tj ET`,
          `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F 5 0 R>>/XObject<</X${level + 1} ${level + 7} 0 R>>>>`,
        ),
      );
      return pageWith(stream("/X0 Do"), [...forms, stream("", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]")], {
        resources: "/XObject<</X0 6 0 R>>",
      });
    }),
  ];
}

function loops(): HostileDocument[] {
  const made = (name: string, bytes: () => Buffer) => pdf(`loop: ${name}`, bytes);
  const self = "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>";
  return [
    made("pages in themselves", () => withPages("<</Type/Pages/Kids[2 0 R]/Count 1>>")),
    made("pages in each other", () =>
      withPages("<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Pages/Kids[2 0 R]/Count 1>>"),
    ),
    made("a page that is its own parent", () =>
      withPages("<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Parent 3 0 R>>"),
    ),
    made("a tree of pages 50,000 deep", () =>
      withPages(
        ...(Array.from({ length: 50_000 }, (_, level) => `<</Type/Pages/Kids[${level + 3} 0 R]/Count 1>>`) as [string]),
      ),
    ),
    made("the same page a million times", () =>
      withPages(`<</Type/Pages/Kids[${"3 0 R ".repeat(1_000_000)}]/Count 1000000>>`, "<</Type/Page/Parent 2 0 R>>"),
    ),
    ...[-1, 0, 1_000_000_000, 2 ** 53].map((count) =>
      made(`pages that count ${count}`, () =>
        withPages(`<</Type/Pages/Kids[3 0 R]/Count ${count}>>`, "<</Type/Page/Parent 2 0 R>>"),
      ),
    ),
    made("an outline", () =>
      pdfOf([
        "<</Type/Catalog/Pages 2 0 R/Outlines 3 0 R>>",
        "<</Type/Pages/Kids[]/Count 0>>",
        "<</First 3 0 R/Last 3 0 R/Next 3 0 R>>",
      ]),
    ),
    made("a catalog of itself", () => pdfOf(["1 0 R"])),
    made("a length that is its own stream", () => pageWith("<</Length 4 0 R>>stream\nBT ET\nendstream")),
    made("contents of themselves", () => pageWith("[4 0 R 4 0 R]")),
    made("references in a circle", () => pageWith("6 0 R", ["7 0 R", "8 0 R", "6 0 R"])),
    made("a form in itself", () =>
      pageWith(stream("/X Do"), [stream("/X Do", self)], { resources: "/XObject<</X 6 0 R>>" }),
    ),
    made("a font of itself", () => withFont("<</Type/Font/Subtype/Type0/DescendantFonts[5 0 R]/Encoding/Identity-H>>")),
    made("a map of characters of itself", () =>
      withFont(
        "<</Type/Font/Subtype/Type0/BaseFont/A/DescendantFonts[7 0 R]/Encoding 6 0 R>>",
        stream("/A usecmap", "/Type/CMap/CMapName/A/UseCMap 6 0 R"),
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<<>>>>",
      ),
    ),
    made("a previous cross-reference that is this one", () =>
      pdfOf(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>"], "/Root 1 0 R/Prev 112"),
    ),
    made("a glyph that draws itself", () =>
      withFont(
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/LastChar 122/Widths[]/CharProcs<</a 6 0 R>>/Encoding<</Differences[65/a/a/a]>>/Resources<</Font<</F 5 0 R>>>>>>",
        stream("BT /F 1 Tf (ABC) Tj ET"),
      ),
    ),
    made("a pattern of itself", () =>
      pageWith(
        stream("/Pattern cs /P scn 0 0 9 9 re f"),
        [
          stream(
            "/Pattern cs /P scn 0 0 9 9 re f",
            "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 1/YStep 1/Resources<</Pattern<</P 6 0 R>>>>",
          ),
        ],
        { resources: "/Pattern<</P 6 0 R>>" },
      ),
    ),
    made("an extended state of itself", () =>
      pageWith(stream("/G gs"), ["<</Font[6 0 R 1]/SMask<</G 6 0 R>>>>"], { resources: "/ExtGState<</G 6 0 R>>" }),
    ),
    made("an object stream in itself", () =>
      pdfOf([packed("1 0 <<>>"), stream("", "/Type/XRef/W[1 1 1]/Size 3/Root 1 0 R")], "/Root 1 0 R/XRefStm 9"),
    ),
  ];
}

function sizes(): HostileDocument[] {
  const made = (name: string, bytes: () => Buffer) => pdf(`size: ${name}`, bytes);
  const manyPages = (count: number) => {
    const kids = Array.from({ length: count }, (_, page) => `${page + 4} 0 R`).join(" ");
    const page =
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 3 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>";
    return withPages(`<</Type/Pages/Kids[${kids}]/Count ${count}>>`, TEXT, ...Array<string>(count).fill(page));
  };
  return [
    ...[1_000, 10_000, 50_000].map((count) => made(`${count} pages`, () => manyPages(count))),
    ...[1_000, 100_000, 2_000_000].flatMap((depth) => [
      made(`arrays ${depth} deep`, () => pageWith("[".repeat(depth))),
      made(`dictionaries ${depth} deep`, () => pageWith("<</a".repeat(depth))),
      made(`arrays ${depth} deep in the content`, () => pageWith(packed(`${"[".repeat(depth)} TJ`))),
      made(`${depth} saved states`, () => pageWith(packed("q ".repeat(depth)))),
    ]),
    made("a string of 14 MB", () => pageWith(stream(`BT /F 1 Tf (${"a".repeat(14 * MB)}) Tj ET`))),
    made("a string of 14 MB that does not end", () => pageWith(stream(`BT /F 1 Tf (${"a".repeat(14 * MB)}`))),
    made("parentheses a million deep", () => pageWith(stream(`BT /F 1 Tf ${"(".repeat(1_000_000)}`))),
    made("a hexadecimal string of 14 MB", () => pageWith(stream(`BT /F 1 Tf <${"61".repeat(7 * MB)}> Tj ET`))),
    made("a name of 14 MB", () => pageWith(stream(`/${"a".repeat(14 * MB)} gs`))),
    made("a number of a million digits", () => pageWith(stream(`${"9".repeat(1_000_000)} 0 Td`))),
    made("a comment of 14 MB", () => pageWith(stream(`%${"a".repeat(14 * MB)}`))),
    made("a million shows of text", () => pageWith(packed(`BT /F 1 Tf ${"1 0 Td (a) Tj ".repeat(1_000_000)} ET`))),
    made("a million fonts chosen", () => pageWith(packed(`BT ${"/F 1 Tf ".repeat(1_000_000)} ET`))),
    ...[10, 100_000, 2_000_000_000].map((side) =>
      made(`an inline image of ${side} by ${side}`, () =>
        pageWith(stream(`BI /W ${side} /H ${side} /BPC 8 /CS /RGB ID ${"x".repeat(5 * MB)}`)),
      ),
    ),
    made("100,000 inline images", () => pageWith(packed("BI /W 1 /H 1 /BPC 8 /CS /G ID x EI ".repeat(100_000)))),
    made("an inline image of text", () => pageWith(stream(`BI /W 9 /H 9 /F /DCT ID ${"EI E I EI".repeat(500_000)}`))),
  ];
}

function fonts(): HostileDocument[] {
  const made = (name: string, bytes: () => Buffer) => pdf(`font: ${name}`, bytes);
  const embedded = (kind: string, key: string, program: Buffer, more = "") =>
    withFont(
      `<</Type/Font/Subtype/${kind}/BaseFont/AAAAAA+A/FirstChar 0/LastChar 255/Widths[${"500 ".repeat(256)}]/FontDescriptor 6 0 R${more}>>`,
      `<</Type/FontDescriptor/FontName/AAAAAA+A/Flags 4/FontBBox[0 0 1 1]/${key} 7 0 R>>`,
      stream(program, `/Length1 ${program.length}/Length2 9/Length3 0/Subtype/Type1C`),
    );
  const toUnicode = (map: string) => withFont(`${FONT.slice(0, -2)}/ToUnicode 6 0 R>>`, packed(map));
  const trueType = (tables: number, fill: number) => {
    const head = Buffer.alloc(12 + 16 * 64, fill);
    head.writeUInt32BE(0x00010000, 0);
    head.writeUInt16BE(tables, 4);
    return head;
  };
  const ranges = (rows: string) =>
    `/CIDInit/ProcSet findresource begin begincmap 1 begincodespacerange <0000><ffff> endcodespacerange ${rows} endcmap`;
  return [
    ...[0, 0x7f, 0xff].flatMap((fill) =>
      [1, 64, 65_535].map((tables) =>
        made(`TrueType of ${tables} tables of ${fill}`, () =>
          embedded("TrueType", "FontFile2", trueType(tables, fill)),
        ),
      ),
    ),
    made("Type 1 of a program without end", () =>
      embedded(
        "Type1",
        "FontFile",
        Buffer.from(`%!PS-AdobeFont-1.0\n/Subrs 99999999 array\n${"dup 0 5 RD xxxxx NP\n".repeat(100_000)}`),
      ),
    ),
    made("Type 1 of braces", () => embedded("Type1", "FontFile", Buffer.from(`%!\n${"{".repeat(2 * MB)}`))),
    ...[0, 1, 0xff].map((fill) =>
      made(`CFF of ${fill}`, () =>
        embedded("Type1", "FontFile3", Buffer.concat([Buffer.from([1, 0, 4, 4]), Buffer.alloc(200_000, fill)])),
      ),
    ),
    made("CFF whose index states 65,535 entries", () =>
      embedded("Type1", "FontFile3", Buffer.from([1, 0, 4, 4, 0xff, 0xff, 4, ...Buffer.alloc(4_000, 0x7f)])),
    ),
    made("a map of all characters to long texts", () =>
      toUnicode(ranges(`1 beginbfrange <0000><ffff><${"0061".repeat(10_000)}> endbfrange`)),
    ),
    made("a map of four billion characters", () =>
      toUnicode(ranges("1 beginbfrange <00000000><ffffffff><0000> endbfrange")),
    ),
    made("a map of a million ranges", () =>
      toUnicode(ranges(`1 beginbfrange ${"<0000><00ff><0041> ".repeat(1_000_000)} endbfrange`)),
    ),
    made("a map of arrays", () => toUnicode(ranges(`1 beginbfrange <0000><ffff>${"[".repeat(100_000)} endbfrange`))),
    made("widths of two billion characters", () =>
      withFont(
        "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[6 0 R]>>",
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/W[0 2000000000 500]>>",
      ),
    ),
    made("differences of a million names", () =>
      withFont(`${FONT.slice(0, -2)}/Encoding<</Differences[0 ${"/a".repeat(1_000_000)}]>>>>`),
    ),
    made("a first character of minus two billion", () =>
      withFont("<</Type/Font/Subtype/TrueType/BaseFont/A/FirstChar -2000000000/LastChar 2000000000/Widths[1]>>"),
    ),
  ];
}

/** Cross-references that lead nowhere. */
function crossReferences(): HostileDocument[] {
  const sound = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Parent 2 0 R>>"];
  const tables = [
    "",
    "xref\n",
    "xref\n0 999999999\n",
    "xref\n-5 5\n",
    "xref\n0 4\nnonsense",
    `xref\n0 4\n${"9999999999 00000 n \n".repeat(4)}`,
    `xref\n0 4\n${"0000000009 00000 n \n".repeat(4)}`,
    `xref\n${"0 1\n0000000000 65535 f \n".repeat(100_000)}`,
    "xref\n2147483647 2\n0000000000 00000 n \n",
  ];
  const trailers = [
    "/Root 99 0 R",
    "/Root null",
    "/Root 1 0 R/Encrypt 1 0 R",
    "/Root 1 0 R/Encrypt<</Filter/Standard/V 5/R 6/Length 256/O(a)/U(b)/P -1>>/ID[(a)(b)]",
    "/Root 1 0 R/Prev -1",
    `/Root 1 0 R/Prev ${"9".repeat(300)}`,
  ];
  const streams = [
    "/W[0 0 0]",
    "/W[9 9 9]/Index[0 2000000000]",
    "/W[1 2 1]/Index[-1 5]",
    "/W[2000000000 1 1]",
    "/W[1 1 1]/Size 2000000000",
  ];
  return [
    ...tables.map((table, number) => pdf(`cross-reference ${number + 1}`, () => pdfOf(sound, "/Root 1 0 R", table))),
    ...trailers.map((trailer, number) => pdf(`trailer ${number + 1}`, () => pdfOf(sound, trailer))),
    ...streams.map((dictionary, number) =>
      pdf(`cross-reference stream ${number + 1}`, () =>
        Buffer.from(
          `%PDF-1.7\n1 0 obj\n${stream(Buffer.alloc(1_000, 1), `/Type/XRef${dictionary}/Root 1 0 R`).toString("latin1")}\nendobj\nstartxref\n9\n%%EOF`,
          "latin1",
        ),
      ),
    ),
  ];
}

const PAPER = () =>
  Buffer.from(
    makePdf({
      title: "Quiet rotors",
      author: "Acme",
      date: new Date(0),
      sections: [{ heading: "Summary", paragraphs: ["It turns. ".repeat(200)] }],
    }),
  );

const pdf = (name: string, bytes: () => Buffer): HostileDocument => ({ name: `PDF, ${name}`, kind: "pdf", bytes });

/** @param damage cuts or changes a sound document, by a number */
export const hostilePdfs = (damage: (sound: Buffer, number: number) => Buffer): HostileDocument[] => [
  ...bombs(),
  ...loops(),
  ...sizes(),
  ...fonts(),
  ...crossReferences(),
  ...Array.from({ length: 24 }, (_, number) => pdf(`damage ${number + 1}`, () => damage(PAPER(), number))),
];
