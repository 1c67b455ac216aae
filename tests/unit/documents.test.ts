import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkFile } from "~/storage/file-check.server";
import type { FileExtension } from "~/storage/file-types";
import { newAllowance, withArchive } from "~/storage/zip-archive.server";
import { docx, type Part, pptx, relationship, relationships, xlsx, zip } from "../support/files";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "portal-documents-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function faultOf(bytes: Buffer, extension: FileExtension = "docx"): Promise<string | null> {
  const path = join(folder, "file");
  writeFileSync(path, bytes);
  const checked = await checkFile(path, extension);
  return "fault" in checked ? checked.fault : null;
}

const MB = 1024 * 1024;
const OLE = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(504)]);
const PROGRAM = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(58), Buffer.from([64, 0, 0, 0]), Buffer.alloc(64)]);
const SETTINGS = "word/_rels/settings.xml.rels";
const types = (row: string): Part => ({ name: "[Content_Types].xml", content: `<Types>${row}</Types>` });
const of = (contentTypes: Part, ...parts: Part[]) => zip([contentTypes, { name: "word/document.xml" }, ...parts]);
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const external = (type: string, target: string) =>
  docx(relationships(SETTINGS, relationship(type, target, "External")));
/** Changed bytes of the record that ends an archive. */
function withEnd(change: (end: Buffer) => void, bytes = docx()): Buffer {
  const changed = Buffer.from(bytes);
  change(changed.subarray(-22));
  return changed;
}
const bigger = (end: Buffer, at: number) => end.writeUInt32LE(end.readUInt32LE(at) + 1, at);

describe("the server refuses a document that readers could parse in different ways:", () => {
  const large = Buffer.alloc(30 * MB);
  const cases: [what: string, bytes: Buffer][] = [
    [
      "a part of 30 MB stated as 1,000 bytes",
      docx({ name: "word/a.xml", content: large, deflate: true, claimedBytes: 1_000 }),
    ],
    [
      "a part that is smaller than stated",
      docx({ name: "word/a.xml", content: "x".repeat(500), deflate: true, claimedBytes: 900 }),
    ],
    ["a local header with another size", docx({ name: "word/a.xml", deflate: true, local: { claimedBytes: 900 } })],
    ["a local header with another name", docx({ name: "word/a.xml", local: { name: "word/b.xml" } })],
    [
      "bytes after a part's packed data",
      docx({ name: "word/a.xml", deflate: true, packed: (p) => Buffer.concat([p, Buffer.alloc(300_000, "x")]) }),
    ],
    [
      "truncated packed data",
      docx({ name: "word/a.xml", content: "word ".repeat(90), deflate: true, packed: (p) => p.subarray(0, -4) }),
    ],
    ["invalid packed data", docx({ name: "word/a.xml", deflate: true, packed: () => Buffer.alloc(20, 0xff) })],
    ["a compression method that few readers know", docx({ name: "word/a.xml", method: 12 })],
    ["bytes between two parts", docx({ name: "word/a.xml", after: Buffer.from("hidden") }, { name: "word/b.xml" })],
    ["a part that its directory does not name", docx({ name: "word/a.xml", after: docx().subarray(0, 100) })],
    ["bytes after the archive", Buffer.concat([docx(), Buffer.from("more")])],
    ["a comment on the archive", withEnd((end) => end.writeUInt16LE(4, 20), Buffer.concat([docx()])).subarray(0)],
    [
      "a directory with more parts than it states",
      withEnd((end) => {
        end.writeUInt16LE(2, 8);
        end.writeUInt16LE(2, 10);
      }),
    ],
    ["a directory of another size", withEnd((end) => bigger(end, 12))],
    ["a directory in another place", withEnd((end) => bigger(end, 16))],
    ["parts on another disk", withEnd((end) => end.writeUInt16LE(1, 4))],
    ["two numbers of parts", withEnd((end) => end.writeUInt16LE(1, 8))],
    ["two parts in one place", overlapping()],
    ["a name of 60 KB with many folders", docx({ name: `word/${"embeddings/".repeat(5_500)}a` })],
    ["relationships with 50,000 nested tags", docx({ name: SETTINGS, content: "<a>".repeat(50_000) })],
    [
      "a tag with 1,000 attributes",
      docx({
        name: SETTINGS,
        content: `<a ${Array.from({ length: 1_000 }, (_unused, at) => `a${at}=""`).join(" ")}/>`,
      }),
    ],
    ["a part in pieces", docx({ name: `${SETTINGS}/[0].piece` }, { name: `${SETTINGS}/[1].last.piece` })],
  ];
  for (const [what, bytes] of cases) {
    test(what, async () => expect(await faultOf(bytes)).toMatch(/^This is not a valid DOCX file: /));
  }

  test("and a part is decompressed only up to its stated size", async () => {
    const path = join(folder, "file");
    writeFileSync(path, docx({ name: "word/a.xml", content: large, deflate: true, claimedBytes: 100_000 }));
    let taken = 0;
    const reading = withArchive(path, newAllowance(), async (parts) => {
      await parts.at(-1)?.read((chunk) => {
        taken += chunk.length;
      });
    });
    await expect(reading).rejects.toThrow("misstates");
    expect(taken).toBeLessThanOrEqual(100_000);
  });
});

/** Two parts of the directory that name the same place in the file. */
function overlapping(): Buffer {
  const bytes = docx({ name: "word/a.xml" }, { name: "word/b.xml" });
  const directory = bytes.readUInt32LE(bytes.length - 6);
  const first = bytes.indexOf("word/a.xml", directory) - 46;
  const second = bytes.indexOf("word/b.xml", directory) - 46;
  bytes.writeUInt32LE(bytes.readUInt32LE(first + 42), second + 42);
  return bytes;
}

describe("the server refuses a document, with a message that says how to fix it, if it has", () => {
  const cases: [what: string, fault: RegExp, bytes: Buffer][] = [
    ["an encrypted part", /password/, docx({ name: "word/a.xml", flags: 1 })],
    [
      "a part that only its local header marks as encrypted",
      /is not a valid/,
      docx({ name: "word/a.xml", local: { flags: 1 } }),
    ],
    ["strong encryption", /password/, docx({ name: "word/a.xml", flags: 0x41 })],
    ["a masked directory", /password/, docx({ name: "word/a.xml", flags: 0x2000 })],
    ["a remote template", /template/, external("attachedTemplate", "https://evil.example.com/a.dotm")],
    [
      "a template on a server's share",
      /template/,
      external("attachedTemplate", "file:///\\\\evil.example.com\\share\\a.dotm"),
    ],
    [
      "a template on a share, escaped",
      /template/,
      external("attachedTemplate", "file:///%5c%5cevil.example.com/a.dotm"),
    ],
    ["a template on a host", /template/, external("attachedTemplate", "file://evil.example.com/a.dotm")],
    ["a template on a WebDAV share", /template/, external("attachedTemplate", "\\\\evil.example.com@ssl\\a.dotm")],
    [
      "a template marked as internal",
      /template/,
      docx(relationships(SETTINGS, relationship("attachedTemplate", "https://evil.example.com/a.dotm"))),
    ],
    [
      "a template whose mode is spelled differently",
      /template/,
      docx(relationships(SETTINGS, relationship("attachedTemplate", "https://evil.example.com/", "external"))),
    ],
    [
      "a template in character references",
      /template/,
      docx(relationships(SETTINGS, relationship("attachedTemplate", "http&#58;//evil.example.com/", "Ext&#x65;rnal"))),
    ],
    [
      "a template with a prefix",
      /template/,
      docx({
        name: SETTINGS,
        content: `<a:Relationships xmlns:a="urn:x"><a:Relationship Type='x/attachedTemplate' TargetMode='External' Target='http://evil.example.com/'/></a:Relationships>`,
      }),
    ],
    [
      "a template in UTF-16",
      /template/,
      docx({
        name: SETTINGS,
        content: utf16(
          `<?xml version="1.0" encoding="UTF-16"?><a>${relationship("attachedTemplate", "http://a.example/", "External")}</a>`,
        ),
      }),
    ],
    [
      "a template in relationships in capitals",
      /template/,
      docx(
        relationships(
          "WORD/_RELS/SETTINGS.XML.RELS",
          relationship("attachedTemplate", "http://a.example/", "External"),
        ),
      ),
    ],
    [
      "a packed template",
      /template/,
      docx({
        ...relationships(SETTINGS, relationship("attachedTemplate", "http://a.example/", "External")),
        deflate: true,
      }),
    ],
    [
      "a remote object",
      /template/,
      external("oleObject", "mhtml:http://evil.example.com/a.html!x-usc:http://evil.example.com/a.html"),
    ],
    ["a remote frame", /template/, external("frame", "http://evil.example.com/")],
    ["a remote part of the text", /template/, external("subDocument", "http://evil.example.com/a.docx")],
    ["a remote chunk", /template/, external("aFChunk", "http://evil.example.com/a.html")],
    ["a picture from another host", /template/, external("image", "file://evil.example.com/a.png")],
    [
      "relationships with entities",
      /document type/,
      docx({ name: SETTINGS, content: `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>` }),
    ],
    [
      "relationships in an unsupported encoding",
      /encoding/,
      docx({ name: SETTINGS, content: `<?xml version="1.0" encoding="utf-7"?><a/>` }),
    ],
    [
      "a template after attributes with the same names",
      /read in two ways/,
      docx({
        name: SETTINGS,
        content: `<Relationships xmlns:x="urn:x"><Relationship Id="rId1" Type="x/attachedTemplate" Target="http://evil.example.com/" TargetMode="External" x:Type="x/styles" x:Target="a.xml" x:TargetMode="Internal"/></Relationships>`,
      }),
    ],
    [
      "macros after a content type with the same name",
      /read in two ways/,
      of(
        types(
          `<Default xmlns:x="urn:x" Extension="dat" ContentType="application/vnd.ms-office.vbaProject" x:ContentType="image/png"/>`,
        ),
      ),
    ],
    ["relationships that are not well-formed XML", /not well formed/, docx({ name: SETTINGS, content: "<a><b></a>" })],
    ["an embedded object", /OLE/, docx({ name: "word/embeddings/oleObject1.bin", content: OLE })],
    ["an embedded object under another name", /OLE/, docx({ name: "word/media/image1.png", content: OLE })],
    ["an embedded object named like a workbook", /OLE/, docx({ name: "word/embeddings/a.xlsx", content: OLE })],
    [
      "a relationship to an object",
      /OLE/,
      docx(relationships("word/_rels/document.xml.rels", relationship("oleObject", "media/a.dat"))),
    ],
    ["ActiveX", /ActiveX/, docx({ name: "word/activeX/activeX1.xml" })],
    [
      "ActiveX by its relationship",
      /ActiveX/,
      docx(relationships("word/_rels/document.xml.rels", relationship("control", "a/b.xml"))),
    ],
    [
      "ActiveX by its content type",
      /ActiveX/,
      of(types(`<Override PartName="/word/a.xml" ContentType="application/vnd.ms-office.activeX+xml"/>`)),
    ],
    [
      "macros by their content type",
      /macros/,
      of(types(`<Default Extension="dat" ContentType="application/vnd.ms-office.vbaProject"/>`)),
    ],
    [
      "macros by their main content type",
      /macros/,
      of(types(`<Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>`)),
    ],
    [
      "macros by their relationship",
      /macros/,
      docx({
        name: "word/_rels/document.xml.rels",
        content: `<a><Relationship Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="a.dat"/></a>`,
      }),
    ],
    ["a program", /programs/, docx({ name: "word/media/a.EXE" })],
    ["a program under another name", /programs/, docx({ name: "word/media/image1.png", content: PROGRAM })],
    ["a program for Linux", /programs/, docx({ name: "word/media/image1.png", content: "\x7fELF\x02" })],
    ["a script", /programs/, docx({ name: "customXml/a.vbs" })],
    ["a script under another name", /programs/, docx({ name: "customXml/a", content: "#!/bin/sh\n" })],
    ["a shortcut", /programs/, docx({ name: "word/media/a.lnk" })],
    ["an archive", /archives/, docx({ name: "word/media/image1.png", content: zip([]) })],
    ["a web page", /other documents/, docx({ name: "word/afchunk.mht" })],
    [
      "a chunk of another document",
      /other documents/,
      docx(relationships("word/_rels/document.xml.rels", relationship("aFChunk", "a.xml"))),
    ],
    [
      "an embedded workbook with macros",
      /macros/,
      docx({ name: "word/embeddings/a.xlsx", content: xlsx({ name: "xl/vbaProject.bin" }) }),
    ],
    [
      "an embedded workbook with an object",
      /OLE/,
      docx({ name: "word/embeddings/a.xlsx", content: xlsx({ name: "xl/media/a.png", content: OLE }) }),
    ],
    [
      "an embedded document in an embedded document",
      /other documents/,
      docx({ name: "word/embeddings/a.xlsx", content: xlsx({ name: "xl/a.docx", content: docx() }) }),
    ],
    ["an invalid embedded workbook", /is not a valid/, docx({ name: "word/embeddings/a.xlsx", content: docx() })],
    [
      "an embedded workbook with a macro's extension",
      /other documents/,
      docx({ name: "word/embeddings/a.xlsm", content: xlsx() }),
    ],
  ];
  for (const [what, fault, bytes] of cases) {
    test(what, async () => expect(await faultOf(bytes)).toMatch(fault));
  }

  test("embedded workbooks that together with the rest decompress to too much", async () => {
    const sheet = { name: "xl/a.xml", content: Buffer.alloc(900 * 1024), deflate: true };
    const workbook = xlsx(...Array.from({ length: 100 }, (_, n) => ({ ...sheet, name: `xl/${n}.xml` })));
    const books = [1, 2, 3].map((n) => ({ name: `word/embeddings/${n}.xlsx`, content: workbook }));
    expect(await faultOf(docx(...books.slice(0, 1)))).toBeNull();
    expect(await faultOf(docx(...books))).toContain("too large once unpacked");
  });
});

describe("the server accepts a document with", () => {
  const link = relationship("hyperlink", "https://agency.example.gov/", "External");
  const cases: [what: string, bytes: Buffer, extension?: FileExtension][] = [
    ["links", docx(relationships("word/_rels/document.xml.rels", link))],
    [
      "a template on its author's machine",
      external("attachedTemplate", "file:///C:\\Users\\Dana%20F\\Templates\\Report.dotx"),
    ],
    ["a template on its author's Mac", external("attachedTemplate", "file:///Users/dana/Report.dotx")],
    [
      "a chart's workbook",
      pptx({ name: "ppt/embeddings/Microsoft_Excel_Sheet1.xlsx", content: xlsx(), deflate: true }),
      "pptx",
    ],
    [
      "a printer's settings",
      pptx({ name: "ppt/printerSettings/printerSettings1.bin", content: Buffer.alloc(90) }),
      "pptx",
    ],
    ["a packed picture", docx({ name: "word/media/image1.emz", content: Buffer.from("1f8b0800", "hex") })],
    [
      "a font that begins like a program",
      docx({ name: "word/fonts/font1.odttf", content: Buffer.concat([Buffer.from("MZ"), Buffer.alloc(500, 0xa7)]) }),
    ],
    ["sizes after the parts", streamed()],
    [
      "relationships in UTF-16",
      docx({ name: SETTINGS, content: utf16(`<?xml version="1.0" encoding="utf-16"?><a>${link}</a>`) }),
    ],
    [
      "a byte-order mark in UTF-8",
      docx({ name: SETTINGS, content: `\ufeff<?xml version="1.0" encoding="UTF-8" standalone="yes"?><a/>` }),
    ],
  ];
  for (const [what, bytes, extension] of cases) {
    test(what, async () => expect(await faultOf(bytes, extension)).toBeNull());
  }
});

/** With sizes in data descriptors after the parts, as programs write that stream their output. */
function streamed(): Buffer {
  const bytes = docx({
    name: "word/a.xml",
    flags: 8,
    deflate: true,
    content: "word ".repeat(90),
    after: Buffer.alloc(16),
  });
  const local = bytes.indexOf("word/a.xml") - 30;
  bytes.fill(0, local + 14, local + 26);
  return bytes;
}
