import { makeDocx } from "~/demo/formats/docx";
import { makePptx } from "~/demo/formats/pptx";
import type { DocumentKind } from "~/storage/document-text/reader.server";
import { type Part, relationships, utf16, zip } from "./files";
import { hostilePdfs } from "./hostile-pdf";

/** A document that harms careless readers. */
export interface HostileDocument {
  name: string;
  kind: DocumentKind;
  bytes: () => Buffer;
}

const MB = 1024 * 1024;

/** Small and repeatable. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed * 2_654_435_761 + 1; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}

/** Cuts a document, or changes some of its bytes. */
function damage(sound: Buffer, number: number): Buffer {
  const random = randomNumbers(number);
  if (number % 2 === 0) return sound.subarray(0, Math.floor((sound.length * (number + 1)) / 26));
  const bytes = Buffer.from(sound);
  for (let change = 0; change < 5 * number; change += 1)
    bytes[random.next().value % bytes.length] = random.next().value;
  return bytes;
}

const PAPER = {
  title: "Quiet rotors",
  author: "Acme",
  date: new Date("2026-03-02T15:00:00Z"),
  sections: [{ heading: "Summary", paragraphs: ["It turns."] }],
};

const word = (content: string | Buffer, ...more: Part[]) =>
  zip([{ name: "word/document.xml", content, deflate: true }, ...more]);
const body = (content: string) => `<w:document xmlns:w="w"><w:body>${content}</w:body></w:document>`;
const docx = (name: string, bytes: () => Buffer): HostileDocument => ({ name: `DOCX, ${name}`, kind: "docx", bytes });
const pptx = (name: string, bytes: () => Buffer): HostileDocument => ({ name: `PPTX, ${name}`, kind: "pptx", bytes });
const txt = (name: string, bytes: () => Buffer): HostileDocument => ({ name: `TXT, ${name}`, kind: "txt", bytes });

function archives(): HostileDocument[] {
  const space = (mb: number) => Buffer.alloc(mb * MB, " ");
  const lying = (claimedBytes: number) =>
    zip([{ name: "word/document.xml", content: space(8), deflate: true, claimedBytes }]);
  return [
    ...[16, 63, 65, 300].map((mb) => docx(`a bomb of ${mb} MB`, () => word(space(mb)))),
    ...[0, 1, 0x7fffffff].map((claimed) => docx(`a part that states ${claimed} bytes`, () => lying(claimed))),
    docx("20,000 parts", () => zip(Array.from({ length: 20_000 }, (_, number) => ({ name: `word/${number}.xml` })))),
    docx("an archive in itself", () => word(word(word(space(16))))),
    docx("encrypted", () => zip([{ name: "word/document.xml", flags: 1 }])),
    docx("of an unknown method", () => zip([{ name: "word/document.xml", method: 99 }])),
    docx("without its main part", () => zip([{ name: "word/other.xml" }])),
    docx("of packed nonsense", () =>
      zip([{ name: "word/document.xml", deflate: true, packed: () => Buffer.alloc(5_000, 0xff) }]),
    ),
    docx("40 headers of 8 MB", () => {
      const rows = Array.from({ length: 40 }, () => `<Relationship Id="a" Type="x/header" Target="header.xml"/>`);
      return word(body(""), relationships("word/_rels/document.xml.rels", ...rows), {
        name: "word/header.xml",
        content: body(`<w:t>${"a".repeat(8 * MB)}</w:t>`),
        deflate: true,
      });
    }),
  ];
}

function markup(): HostileDocument[] {
  const laughs = Array.from({ length: 10 }, (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`).join(
    "",
  );
  const typed = (declarations: string, use: string) =>
    word(`<!DOCTYPE x [${declarations}]>${body(`<w:t>${use}</w:t>`)}`);
  const nested = (depth: number) => word(body("<w:p>".repeat(depth) + "</w:p>".repeat(depth)));
  const note = {
    name: "word/footnotes.xml",
    content: `<w:footnotes xmlns:w="w"><w:footnote w:id="1"><w:t>${"a".repeat(500_000)}</w:t></w:footnote></w:footnotes>`,
    deflate: true,
  };
  return [
    docx("a billion laughs", () => typed(`<!ENTITY a0 "ha">${laughs}`, "&a10;")),
    docx("an entity of itself", () => typed(`<!ENTITY a "&a;">`, "&a;")),
    docx("an entity from a file", () => typed(`<!ENTITY a SYSTEM "file:///etc/passwd">`, "&a;")),
    docx("an entity from the network", () => typed(`<!ENTITY a SYSTEM "http://127.0.0.1/">`, "&a;")),
    docx("a long entity, often", () => typed(`<!ENTITY a "${"a".repeat(100_000)}">`, "&a;".repeat(100_000))),
    ...[100, 10_000, 1_000_000].map((depth) => docx(`elements ${depth} deep`, () => nested(depth))),
    docx("a million open elements", () => word("<w:p>".repeat(1_000_000))),
    docx("a text of 50 MB", () => word(body(`<w:t>${"a ".repeat(25 * MB)}</w:t>`))),
    docx("an attribute of 50 MB", () => word(body(`<w:t a="${"a".repeat(50 * MB)}"/>`))),
    docx("a million attributes", () =>
      word(body(`<w:t ${Array.from({ length: 1_000_000 }, (_, number) => `a${number}=""`).join(" ")}/>`)),
    ),
    docx("a name of 30 MB", () => word(body(`<w:${"a".repeat(30 * MB)}/>`))),
    docx("two million elements", () => word(body("<w:p><w:t>a</w:t></w:p>".repeat(2_000_000)))),
    docx("two million breaks of pages", () => word(body(`<w:br w:type="page"/>`.repeat(2_000_000)))),
    docx("a comment without end", () => word(`<!--${"-".repeat(20 * MB)}`)),
    docx("character data without end", () => word(body(`<w:t><![CDATA[${"]]".repeat(10 * MB)}`))),
    docx("an instruction without end", () => word(`<?${"?".repeat(20 * MB)}`)),
    docx("a million references to characters", () =>
      word(body(`<w:t>${"&#x10FFFF;&#0;&#xD800;".repeat(300_000)}</w:t>`)),
    ),
    docx("a long note, 100,000 times in a line", () =>
      word(
        body(`<w:p>${`<w:footnoteReference w:id="1"/>`.repeat(100_000)}</w:p>`),
        relationships(
          "word/_rels/document.xml.rels",
          `<Relationship Id="a" Type="x/footnotes" Target="footnotes.xml"/>`,
        ),
        note,
      ),
    ),
    docx("half a surrogate pair", () => word(utf16(body("<w:t>\ud800</w:t>")))),
    docx("UTF-16 without a mark", () => word(utf16(body("<w:t>a</w:t>")).subarray(2))),
    docx("UTF-16 in the wrong order", () =>
      word(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(body("<w:t>a</w:t>"), "be").subarray(2)])),
    ),
    docx("an odd number of bytes", () => word(utf16(body("<w:t>a</w:t>")).subarray(0, -1))),
    docx("another encoding than it states", () =>
      word(`<?xml version="1.0" encoding="UTF-7"?>${body("<w:t>+ADw-</w:t>")}`),
    ),
  ];
}

function shows(): HostileDocument[] {
  const show = (slides: number, relation: string, slide: string, ...more: Part[]) =>
    zip([
      {
        name: "ppt/presentation.xml",
        content: `<p:p xmlns:p="p" xmlns:r="r"><p:sldIdLst>${`<p:sldId id="1" r:id="a"/>`.repeat(slides)}</p:sldIdLst></p:p>`,
        deflate: true,
      },
      relationships("ppt/_rels/presentation.xml.rels", `<Relationship Id="a" Type="x/slide" Target="${relation}"/>`),
      { name: "ppt/slide.xml", content: slide, deflate: true },
      ...more,
    ]);
  const text = (mb: number) => `<p:sld xmlns:p="p" xmlns:a="a"><a:t>${"a".repeat(mb * MB)}</a:t></p:sld>`;
  const self = relationships(
    "ppt/_rels/slide.xml.rels",
    ...Array<string>(1_000).fill(`<Relationship Id="a" Type="x/notesSlide" Target="slide.xml"/>`),
  );
  return [
    pptx("the same slide 100,000 times", () => show(100_000, "slide.xml", text(0))),
    pptx("a slide of 1 MB, 1,000 times", () => show(1_000, "slide.xml", text(1))),
    pptx("a slide that is its own notes, 1,000 times", () => show(100, "slide.xml", text(0.1), self)),
    pptx("a show that is its own slide", () => show(10, "presentation.xml", text(0))),
    pptx("a slide outside", () => show(1, "../../../../etc/passwd", text(0))),
    pptx("a slide at an address", () => show(1, "http://127.0.0.1/slide.xml", text(0))),
    pptx("a slide at no address", () => show(1, "http://[", text(0))),
  ];
}

function texts(): HostileDocument[] {
  const long = (text: string) =>
    Buffer.from(text.repeat(Math.ceil((15 * MB) / Buffer.byteLength(text))).slice(0, 15 * MB));
  return [
    ["one letter", "a"],
    ["spaces", " "],
    ["line ends", "\r\n"],
    ["ends of pages", "\f"],
    ["spaces and line ends", " \n \n"],
    ["combining marks", "\u0300"],
    ["marks that compose", "e\u0301\u0323"],
    ["right to left", "\u202e\u202d"],
    ["invisible characters", "\u200b\u00ad"],
    ["private characters", "\ue000"],
    ["controls", "\u0000\u001b"],
  ]
    .map(([name = "", text = ""]) => txt(`15 MB of ${name}`, () => long(text)))
    .concat(
      txt("an odd number of bytes in UTF-16", () => utf16("a".repeat(1_000)).subarray(0, -1)),
      txt("halves of surrogate pairs", () => utf16("\ud800\udc00\udc00\ud800".repeat(100_000))),
      txt("one byte", () => Buffer.from([0xff])),
    );
}

/** All of them, always the same. */
export const hostileDocuments = (): HostileDocument[] => [
  ...hostilePdfs(damage),
  ...archives(),
  ...markup(),
  ...shows(),
  ...texts(),
  ...Array.from({ length: 12 }, (_, number) =>
    docx(`damage ${number + 1}`, () => damage(Buffer.from(makeDocx(PAPER)), number)),
  ),
  ...Array.from({ length: 12 }, (_, number) =>
    pptx(`damage ${number + 1}`, () => damage(Buffer.from(makePptx(PAPER)), number)),
  ),
];
