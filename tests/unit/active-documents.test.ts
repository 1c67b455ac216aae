import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkFile } from "~/storage/file-check.server";
import type { FileExtension } from "~/storage/file-types";
import { docx, type Part, pdf, pptx, relationship, relationships, xlsx } from "../support/files";

/* Active content in documents: fields, actions and links of Office documents, and actions of PDF documents. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "portal-active-documents-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function faultOf(bytes: Buffer, extension: FileExtension): Promise<string | null> {
  const path = join(folder, "file");
  writeFileSync(path, bytes);
  const checked = await checkFile(path, extension);
  return "fault" in checked ? checked.fault : null;
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
const part = (content: string | Buffer, name = "word/header1.xml"): Part => ({ name, content, deflate: true });
const word = (body: string, name?: string) => docx(part(`<w:hdr ${W}><w:p>${body}</w:p></w:hdr>`, name));
const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const run = (code: string) => `<w:r><w:instrText xml:space="preserve">${escaped(code)}</w:instrText></w:r>`;
/** A field with an instruction split into these runs. */
const field = (...codes: string[]) =>
  `${mark("begin")}${codes.map(run).join("")}${mark("separate")}<w:r><w:t>shown</w:t></w:r>${mark("end")}`;
const simple = (code: string) => `<w:fldSimple w:instr="${escaped(code)}"><w:r><w:t>shown</w:t></w:r></w:fldSimple>`;
const CALC = 'DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc.exe"';
/** Over a thousand pages, with a field in each paragraph. */
const LONG = `<a>${"<fldChar/>".repeat(1_700_000)}</a>`;
const SPREAD = " ".repeat(70_000);

describe("the server refuses the text of a document, with a message that says how to fix it, if it has", () => {
  const cases: [what: string, fault: RegExp, bytes: Buffer][] = [
    ["a DDE field", /DDE/, word(field(CALC))],
    ["a DDE field in lower case, after spaces", /DDE/, word(field('  dde excel "a.xlsx"'))],
    ["a DDE field in several runs", /DDE/, word(field(" D", "DE", "AU", "TO c:\\\\cmd.exe"))],
    ["a DDE field in ordinary text", /DDE/, word(`${mark("begin")}<w:r><w:t>DDE cmd</w:t></w:r>${mark("end")}`)],
    ["a DDE field without an end", /DDE/, word(`${mark("begin")}${run(CALC)}`)],
    ["a simple DDE field", /DDE/, word(simple(CALC))],
    [
      "a DDE field in another field's instruction",
      /DDE/,
      word(`${mark("begin")}${run("IF 1 = 1 ")}${field(CALC)}${mark("end")}`),
    ],
    [
      "a DDE field in another field's result",
      /DDE/,
      word(`${mark("begin")}${run("PAGE")}${mark("separate")}${field(CALC)}${mark("end")}`),
    ],
    [
      "a field whose keyword another field generates",
      /DDE/,
      word(`${mark("begin")}${field("QUOTE 68 68 69")}${run(" cmd")}${mark("end")}`),
    ],
    [
      "a DDE field in character references",
      /DDE/,
      word(`${mark("begin")}<w:instrText>&#68;&#x44;E cmd</w:instrText>${mark("end")}`),
    ],
    [
      "a DDE field as character data",
      /DDE/,
      word(`${mark("begin")}<w:instrText><![CDATA[DDE cmd]]></w:instrText>${mark("end")}`),
    ],
    ["a DDE field with another prefix", /DDE/, docx(part(`<a xmlns="urn:x"><fldSimple instr="DDE cmd"/></a>`))],
    [
      "a DDE field in deleted text",
      /DDE/,
      word(`${mark("begin")}<w:delInstrText>DDE cmd</w:delInstrText>${mark("end")}`),
    ],
    ["a DDE field in a part of any name", /DDE/, word(simple(CALC), "custom/notes.dat")],
    [
      "a DDE field in a stored part",
      /DDE/,
      docx({ ...part(`<a xmlns:w="urn:x">${simple(CALC)}</a>`), deflate: false }),
    ],
    [
      "a DDE field in UTF-16",
      /DDE/,
      docx(part(Buffer.from(`\ufeff<a xmlns:w="urn:x">${simple(CALC)}</a>`, "utf16le"))),
    ],
    [
      "a DDE field in UTF-16 with the other byte order",
      /DDE/,
      docx(part(Buffer.from(`\ufeff<a xmlns:w="urn:x">${simple(CALC)}</a>`, "utf16le").swap16())),
    ],
    ["a DDE field far into a part", /DDE/, word(SPREAD.replaceAll("  ", "<w:br/>") + simple(CALC))],
    ["a text in UTF-7", /encoding/, docx(part(`<?xml version="1.0" encoding="UTF-7"?><a/>`))],
    [
      "a text in UTF-16 without a byte-order mark",
      /encoding/,
      docx(part(Buffer.from(`<?xml version="1.0"?><a/>`, "utf16le"))),
    ],
    [
      "a picture from another host",
      /elsewhere/,
      word(field('INCLUDEPICTURE "https://a.example/b.png" \\* MERGEFORMATINET')),
    ],
    [
      "a picture from another host after a switch",
      /elsewhere/,
      word(field("INCLUDEPICTURE \\d ", "http:", "//a.example/b.png")),
    ],
    ["a picture from a share", /elsewhere/, word(simple('INCLUDEPICTURE "\\\\\\\\a.example\\\\b.png"'))],
    ["a picture from a share, as a file URL", /elsewhere/, word(simple('INCLUDEPICTURE "file://a.example/b.png"'))],
    [
      "a picture from a path that another field generates",
      /elsewhere/,
      word(`${mark("begin")}${run("INCLUDEPICTURE ")}${field("QUOTE 104")}${mark("end")}`),
    ],
    [
      "a picture after many switches",
      /elsewhere/,
      word(field(`INCLUDEPICTURE ${"\\d ".repeat(5_000)}`, "http://a.example/")),
    ],
    ["the text of another file", /elsewhere/, word(field('INCLUDETEXT "C:\\\\secret.txt"'))],
    ["a link to another file", /elsewhere/, word(field('LINK Excel.Sheet.12 "C:\\\\a.xlsx" "R1C1" \\a \\f'))],
    ["a database", /elsewhere/, word(field('DATABASE \\c "DSN=a" \\s "SELECT 1"'))],
    ["text that is not well formed", /is not a valid DOCX/, docx(part(`<a>${"<fldChar/>"}<b></a>`))],
    ["nested fields without an end", /is not a valid DOCX/, word(mark("begin").repeat(2_000))],
    ["fields in more text than the server reads", /too much text/, docx({ name: "word/document2.xml", content: LONG })],
    ["a comment of a megabyte", /is not a valid DOCX/, word(`<!--${"- ".repeat(500_000)}-->${simple("PAGE")}`)],
  ];
  for (const [what, fault, bytes] of cases) {
    test(what, async () => expect(await faultOf(bytes, "docx")).toMatch(fault));
  }

  const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
  const slide = (action: string, tag = "hlinkClick") =>
    pptx(part(`<p ${A}><a:${tag} id="" action="${action}"/></p>`, "ppt/slides/slide1.xml"));
  test.each([
    ["a program", slide("ppaction://program")],
    ["a program on mouse-over", slide("ppaction://program", "hlinkMouseOver")],
    ["a macro", slide("ppaction://macro?name=Start")],
    ["a macro in character references", slide("&#112;paction:&#x2f;/Macro?name=Start")],
  ])("a slide's action that runs %s", async (_what, bytes) => {
    expect(await faultOf(bytes, "pptx")).toMatch(/run a program/);
  });

  const LINK = "xl/externalLinks/externalLink1.xml";
  const behindChart = (...parts: Part[]) => pptx({ name: "ppt/embeddings/a.xlsx", content: xlsx(...parts) });
  const linked = (target: string) =>
    behindChart(
      relationships(
        "xl/externalLinks/_rels/externalLink1.xml.rels",
        relationship("externalLinkPath", target, "External"),
      ),
    );
  test.each([
    ["DDE", /DDE/, behindChart(part(`<a><ddeLink ddeService="cmd" ddeTopic="/c calc"/></a>`, LINK))],
    ["a workbook on another host", /elsewhere/, linked("https://a.example/b.xlsx")],
    ["a workbook on a share", /elsewhere/, linked("file:///\\\\a.example\\b.xlsx")],
    ["a workbook on a share without a scheme", /elsewhere/, linked("\\\\a.example\\b.xlsx")],
  ])("a chart's link to a workbook at %s", async (_what, fault, bytes) => {
    expect(await faultOf(bytes, "pptx")).toMatch(fault);
  });

  test.each([
    ["a slide's links to other slides", slide("ppaction://hlinkshowjump?jump=nextslide")],
    ["a chart from a workbook on its author's machine", linked("file:///C:\\Users\\dana\\b.xlsx")],
    ["a chart from a workbook next to it", linked("b.xlsx")],
  ])("but accepted with %s", async (_what, bytes) => {
    expect(await faultOf(bytes, "pptx")).toBeNull();
  });
});

describe("the server accepts the text of a document with", () => {
  const nested = `${mark("begin")}${run("= ")}${field("PAGE")}${run(" - 1")}${mark("separate")}${mark("end")}`;
  const cases: [what: string, bytes: Buffer][] = [
    ["page numbers and a table of contents", word(field(" PAGE ") + simple("NUMPAGES") + field(' TOC \\o "1-3" \\h '))],
    ["a hyperlink", word(field(' HYPERLINK "https://agency.example.gov/" \\o "DDE" '))],
    ["a place to type", word(field("MACROBUTTON NoMacro [Type your name]"))],
    ["a field in a field", word(nested)],
    ["citations", word(field("ADDIN ZOTERO_ITEM CSL_CITATION ", `{"a": "${"x".repeat(100_000)}"}`))],
    ["text that only mentions DDE", word(`<w:r><w:t>DDEAUTO and INCLUDEPICTURE</w:t></w:r>${simple("PAGE")}`)],
    [
      "a picture pasted on Windows",
      word(field('INCLUDEPICTURE "C:\\\\Users\\\\D%20F\\\\100%\\\\a.png" \\* MERGEFORMAT')),
    ],
    ["a picture pasted on a Mac", word(field('INCLUDEPICTURE "/var/folders/a/page1image1.png" \\* MERGEFORMATINET'))],
    ["a picture from a mail message", word(field('INCLUDEPICTURE "cid:image001.png@01D9.B2" \\d'))],
    ["a picture by a local file's URL", word(field('INCLUDEPICTURE "file:///C:\\\\Users\\\\a.png" \\d'))],
    ["deeply nested tags", word("<w:sdt>".repeat(200) + simple("PAGE") + "</w:sdt>".repeat(200))],
    ["a drawing in another encoding", docx(part(`<?xml version="1.0" encoding="iso-8859-1"?><svg/>`, "word/a.svg"))],
  ];
  for (const [what, bytes] of cases) {
    test(what, async () => expect(await faultOf(bytes, "docx")).toBeNull());
  }
});

/** A PDF with one more object. */
const object = (content: string) => Buffer.concat([pdf(), Buffer.from(`3 0 obj ${content} endobj\n`, "latin1")]);
const stream = (dictionary: string, data: Buffer) =>
  Buffer.concat([
    pdf(),
    Buffer.from(`4 0 obj <<${dictionary}>> stream\r\n`),
    data,
    Buffer.from("\nendstream endobj\n"),
  ]);
/** A PDF with compressed objects, as most programs write it. */
const packed = (content: string, dictionary = "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode") =>
  stream(dictionary, deflateSync(Buffer.from(`3 0 ${content}`)));
const OBJSTM = "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode";
const FAR = " ".repeat(2 * 1024);
/** Text that decompresses in more than one chunk. */
const UNIQUE = Array.from({ length: 30_000 }, (_, index) => `${index} `).join("");
/** The same document with another checksum at the end of its last stream. */
const damaged = (document: Buffer) => {
  const copy = Buffer.from(document);
  const checksum = copy.indexOf("\nendstream") - 1;
  copy[checksum] = (copy[checksum] ?? 0) ^ 1;
  return copy;
};
/** Compressed data that contains the start of the next object stream, so that each includes all later ones. */
function overlapping(count: number): Buffer {
  if (count === 0) return deflateSync(Buffer.from("3 0 <<>>"));
  return deflateSync(Buffer.concat([Buffer.from(`4 0 obj <<${OBJSTM}>> stream\n`), overlapping(count - 1)]), {
    level: 0,
  });
}
const SCRIPT = "<< /S /JavaScript /JS (app.alert(1)) >>";

describe("the server refuses a PDF document, with a message that says how to fix it, if it has", () => {
  const cases: [what: string, fault: RegExp, bytes: Buffer][] = [
    ["a script", /JavaScript/, object(SCRIPT)],
    ["a script when it opens", /JavaScript/, object(`<</Type/Catalog/OpenAction<</S/JavaScript/JS(a)>>>>`)],
    ["a field's script", /JavaScript/, object(`<</FT/Tx/AA<</K<</JS 5 0 R/S/JavaScript>>>>>>`)],
    ["an escaped script", /JavaScript/, object("<< /#53 /J#61v#61Script /#4aS (a) >>")],
    ["a script after comments", /JavaScript/, object("<< /S % an /S of\n%\r /JavaScript /JS (a) >>")],
    ["a script whose name is an object", /JavaScript/, object("/JavaScript")],
    ["a script in another object's text", /JavaScript/, object(`(3 0 obj ${SCRIPT})`)],
    ["a script at the end of the file", /JavaScript/, Buffer.concat([pdf(), Buffer.from("<</JS(a)/S/JavaScript")])],
    ["a presentation's script", /JavaScript/, object("<< /S /Rendition /JS (a) >>")],
    ["a packed script", /JavaScript/, packed(SCRIPT)],
    [
      "a packed script whose type comes last",
      /JavaScript/,
      packed(SCRIPT, "/Filter[/FlateDecode]/N 1/First 4/Type/ObjStm"),
    ],
    ["a packed script with escapes", /JavaScript/, packed(SCRIPT, "/Type/Obj#53tm/Filter/Flate#44ecode/N 1/First 4")],
    ["a script far into a packed stream", /JavaScript/, packed(SPREAD.repeat(3) + SCRIPT)],
    ["a packed script in a truncated stream", /JavaScript/, packed(`${SCRIPT} ${SPREAD}`).subarray(0, -40)],
    ["a script packed twice", /cannot check/, packed(SCRIPT, "/Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode]")],
    [
      "a script packed with a predictor",
      /cannot check/,
      packed(SCRIPT, "/Type/ObjStm/Filter/FlateDecode/DecodeParms<</Predictor 12>>"),
    ],
    [
      "packed objects that are encrypted",
      /cannot check/,
      stream("/Type /ObjStm /Filter /FlateDecode", Buffer.alloc(99, 7)),
    ],
    ["packed objects whose filter is another object", /cannot check/, packed(SCRIPT, "/Type/ObjStm/Filter 9 0 R")],
    [
      "packed objects whose filter is far from their type",
      /cannot check/,
      packed(SCRIPT, `/Filter/Fl%${FAR}\n/Type/ObjStm`),
    ],
    [
      "packed objects whose data are far from their type",
      /cannot check/,
      packed(SCRIPT, `${OBJSTM} %${FAR}\n${FAR}\n`),
    ],
    [
      "packed objects with another stream in a string",
      /cannot check/,
      packed(SCRIPT, "/Type/ObjStm/A(stream\n)/Filter/Fl"),
    ],
    [
      "packed objects with another object in a string",
      /cannot check/,
      packed(SCRIPT, "/Filter/Fl/A(1 0 obj<<)/Type/ObjStm"),
    ],
    ["packed objects whose predictor is another object", /cannot check/, packed(SCRIPT, `${OBJSTM}/DecodeParms 9 0 R`)],
    ["an object stream whose type is another object", /cannot check/, object("/ObjStm")],
    ["packed objects with a script in the last, damaged part", /cannot check/, damaged(packed(UNIQUE + SCRIPT))],
    ["packed objects that overlap", /cannot check/, stream(OBJSTM, overlapping(3))],
    ["thousands of object streams", /too large/, Buffer.concat([pdf(), Buffer.from("<</Type/ObjStm>>".repeat(3_001))])],
    ["a program to start", /starts programs/, object("<< /S /Launch /Win << /F (cmd.exe) >> >>")],
    ["a packed program to start", /starts programs/, packed("<</S/Launch/F(a.exe)>>")],
    ["an attached file", /attached/, object("<< /Type /Filespec /F (a.exe) /EF << /F 5 0 R >> >>")],
    ["an attached file by its type", /attached/, stream("/Type/EmbeddedFile", Buffer.from("MZ"))],
    ["a packed attached file", /attached/, packed("<</F(a.pdf)/EF<</F 5 0 R>>>>")],
  ];
  for (const [what, fault, bytes] of cases) {
    test(what, async () => expect(await faultOf(bytes, "pdf")).toMatch(fault));
  }

  test("compressed objects that decompress to too much", async () => {
    const bomb = deflateSync(Buffer.alloc(4 * 1024 * 1024));
    expect(await faultOf(stream("/Type /ObjStm /Filter /FlateDecode", bomb), "pdf")).toMatch(/too large/);
  });
});

describe("the server accepts a PDF document with", () => {
  const cases: [what: string, bytes: Buffer][] = [
    ["a link", object("<< /Subtype /Link /A << /S /URI /URI (https://agency.example.gov/) >> >>")],
    ["a form without scripts", object("<< /AcroForm << /Fields [<< /FT /Tx /T (a) >>] >> /OpenAction [1 0 R /Fit] >>")],
    ["a form that is sent to a server", object("<< /S /SubmitForm /F (https://agency.example.gov/) >>")],
    ["text that mentions JavaScript", object("(HTML/CSS/JavaScript and /JS, /Launch, S /EF 5, /EmbeddedFile)")],
    ["metadata that mentions JavaScript", object("<rdf:li>React/JavaScript</rdf:li>")],
    ["a video", object("<< /S /Rendition /R << /S /MR >> >>")],
    ["packed objects", packed("<< /Type /Page /Title (CSS/JavaScript) >>")],
    ["object streams that are not packed", stream("/Type /ObjStm /N 1 /First 4", Buffer.from("3 0 <</A 1>>"))],
    ["many object streams", Buffer.concat([pdf(), ...Array.from({ length: 2_000 }, () => packed("<< /A 1 >>"))])],
    [
      "packed objects without a predictor",
      packed("<< /A 1 >>", `${OBJSTM} /DecodeParms << /Predictor 1 /Columns 4 >>`),
    ],
    ["text that mentions object streams", object("(/ObjStm) endobj 4 0 obj << >> stream\n \nendstream")],
    ["other streams in other filters", stream("/Filter [/ASCII85Decode /FlateDecode]", Buffer.from("~>"))],
    ["a comment of 14 MB", pdf(14 * 1024 * 1024)],
  ];
  for (const [what, bytes] of cases) {
    test(what, async () => expect(await faultOf(bytes, "pdf")).toBeNull());
  }
});
