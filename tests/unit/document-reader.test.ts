import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { text as toText } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeDocx } from "~/demo/formats/docx";
import { makePdf } from "~/demo/formats/pdf";
import { makePptx } from "~/demo/formats/pptx";
import { PAGE_END } from "~/storage/document-text/pages.server";
import { type DocumentKind, type DocumentReading, ReaderEnded } from "~/storage/document-text/reader.server";
import { MB } from "~/values/limits";
import { canRemoveNetwork, confinedCommand, plainEnvironment } from "../../app/document-reader/confinement.mjs";
import { openDocumentReader, streamOf } from "../support/document-reader";
import { type Part, relationships, text, utf16, windows1252, zip } from "../support/files";

/** A reader has a low priority, and the tests' machine may be busy. */
const SLOWLY = { timeout: 90_000 };

const PAPER = {
  title: "Quiet rotors",
  author: "Acme Rotors, Inc.",
  date: new Date("2026-03-02T15:00:00Z"),
  sections: [
    { heading: "Summary", paragraphs: ["The rotor turns at 41 decibels."] },
    { heading: "Results", paragraphs: ["Of 212 runs, 9 were discarded."] },
  ],
};

async function read(kind: DocumentKind, bytes: Uint8Array, limits = {}): Promise<DocumentReading> {
  const reader = await openDocumentReader(limits);
  return reader.read(kind, streamOf(bytes));
}

const pagesOf = (reading: DocumentReading): string[] => (reading.failure === null ? reading.text.split(PAGE_END) : []);

const word = (body: string, ...parts: Part[]) =>
  zip([
    { name: "word/document.xml", content: `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>` },
    ...parts,
  ]);
const related = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;

describe("the text of a document is read by page", SLOWLY, () => {
  test("of a PDF file", async () => {
    const sections = Array.from({ length: 12 }, (_, number) => ({
      heading: `Part ${number + 1}`,
      paragraphs: [`This is what we say about subject ${number + 1}. `.repeat(40)],
    }));
    const reading = await read("pdf", makePdf({ ...PAPER, sections }));
    const pages = pagesOf(reading);
    expect(pages.length).toBeGreaterThan(3);
    expect(reading).toMatchObject({ failure: null, pageCount: pages.length, isCut: false });
    expect(pages[0]).toContain("Quiet rotors");
    expect(pages.at(-1)).toContain("subject 12");
    expect(pages.slice(0, -1).join()).not.toContain("subject 12");
  });

  test("of a PowerPoint file: a page for each slide, in the order of the show, with its notes", async () => {
    const show = `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="rId2"/><p:sldId id="257" r:id="rId1"/></p:sldIdLst></p:presentation>`;
    const slide = (line: string) =>
      `<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>${line}</a:t></a:r><a:r><a:t> rotors</a:t></a:r></a:p></p:sld>`;
    const bytes = zip([
      { name: "ppt/presentation.xml", content: show },
      relationships(
        "ppt/_rels/presentation.xml.rels",
        related("rId1", "slide", "slides/slide1.xml"),
        related("rId2", "slide", "slides/slide2.xml"),
      ),
      { name: "ppt/slides/slide1.xml", content: slide("Loud"), deflate: true },
      { name: "ppt/slides/slide2.xml", content: slide("Quiet"), deflate: true },
      relationships(
        "ppt/slides/_rels/slide2.xml.rels",
        related("rId1", "notesSlide", "../notesSlides/notesSlide1.xml"),
      ),
      { name: "ppt/notesSlides/notesSlide1.xml", content: slide("Mention the") },
    ]);
    expect(await read("pptx", bytes)).toEqual({
      ...{ failure: null, pageCount: 2, isCut: false },
      text: "Quiet rotors\nMention the rotors\fLoud rotors",
    });
    expect(pagesOf(await read("pptx", makePptx(PAPER))).join()).toContain("Of 212 runs, 9 were discarded.");
  });

  test("of a Word file: by the pages that Word noted, notes where their numbers are, no deleted text or fields", async () => {
    const body = `<w:p><w:r><w:t>Quiet</w:t><w:noBreakHyphen/><w:t>rotors</w:t><w:footnoteReference w:id="2"/></w:r></w:p>
      <w:p><w:del><w:r><w:delText>secret</w:delText></w:r></w:del><w:r><w:instrText>PAGE</w:instrText><w:br w:type="page"/></w:r></w:p>
      <w:p><w:r><w:lastRenderedPageBreak/><w:t>turn</w:t></w:r></w:p>
      <mc:AlternateContent xmlns:mc="mc"><mc:Choice><w:p><w:t>box</w:t></w:p></mc:Choice><mc:Fallback><w:p><w:t>box</w:t></w:p></mc:Fallback></mc:AlternateContent>`;
    const bytes = word(
      body,
      relationships(
        "word/_rels/document.xml.rels",
        related("rId1", "footnotes", "footnotes.xml"),
        related("rId2", "header", "/word/header1.xml"),
      ),
      {
        name: "word/footnotes.xml",
        content: `<w:footnotes xmlns:w="w"><w:footnote w:id="2"><w:p><w:t>Measured at 3 m.</w:t></w:p></w:footnote></w:footnotes>`,
      },
      { name: "word/header1.xml", content: `<w:hdr xmlns:w="w"><w:p><w:t>Acme Rotors</w:t></w:p></w:hdr>` },
    );
    expect(await read("docx", bytes)).toEqual({
      ...{ failure: null, pageCount: 2, isCut: false },
      text: "Acme Rotors\nQuiet-rotors\nMeasured at 3 m.\fturn\nbox",
    });
  });

  test("of a Word file without noted pages: by the author's page breaks, or as one", async () => {
    const broken = `<w:p><w:t>one</w:t><w:br/><w:t>line</w:t></w:p><w:p><w:br w:type="page"/><w:t>two</w:t></w:p>`;
    expect(await read("docx", word(broken))).toMatchObject({ pageCount: 2, text: "one\nline\ftwo" });
    const reading = await read("docx", makeDocx(PAPER));
    expect(reading).toMatchObject({ failure: null, pageCount: null });
    expect(pagesOf(reading).join()).toContain("The rotor turns at 41 decibels.");
  });

  test.each([
    ["UTF-8", text("\ufeffNaïve: 量子 🚀\r\nnext\fsecond\n\f")],
    ["UTF-16, little-endian", utf16("Naïve: 量子 🚀\r\nnext\fsecond\n\f")],
    ["UTF-16, big-endian", utf16("Naïve: 量子 🚀\r\nnext\fsecond\n\f", "be")],
  ])("of a text file in %s", async (_, bytes) => {
    expect(await read("txt", bytes)).toEqual({
      ...{ failure: null, pageCount: 2, isCut: false },
      text: "Naïve: 量子 🚀\nnext\fsecond",
    });
  });

  test("of a text file in Windows-1252", async () => {
    expect(await read("txt", windows1252("“Naïve” – €5"))).toMatchObject({ text: "“Naïve” – €5", pageCount: null });
  });

  test("without characters that the index or a page could stumble over", async () => {
    const hostile = `a\u0301 \ue000 x\u0000y ${"z\u0301".repeat(2)}${"\u0300".repeat(100_000)} soft\u00adhyphen`;
    const reading = await read("txt", text(hostile));
    expect(reading).toMatchObject({ failure: null });
    expect(pagesOf(reading).join()).toMatch(/^á x y ź\p{L}\p{M}{1,31} softhyphen$/u);
  });
});

describe("a reader stops at its limits:", SLOWLY, () => {
  test("it keeps so many characters and pages, and says that it cut the rest", async () => {
    const limits = { characters: 100, pages: 3 };
    expect(await read("txt", text(`${"🚀".repeat(30)}\f${"🚀".repeat(30)}`), limits)).toMatchObject({
      ...{ text: `${"🚀".repeat(30)}\f${"🚀".repeat(20)}`, isCut: true, pageCount: 2 },
    });
    expect(await read("txt", text("a\fb\fc\fd\fe"), limits)).toMatchObject({
      text: "a\fb\fc",
      isCut: true,
      pageCount: 5,
    });
    expect(await read("txt", text("word ".repeat(1_000)), limits)).toMatchObject({ isCut: true });
    expect(await read("txt", text("a\fb\fc"), limits)).toMatchObject({ text: "a\fb\fc", isCut: false, pageCount: 3 });
  });

  test("an archive that unpacks to more than it may", async () => {
    const part = { name: "word/document.xml", content: `<w:t>${" ".repeat(3_000_000)}</w:t>`, deflate: true };
    expect(await read("docx", zip([part]), { unpackedBytes: 1_000_000 })).toEqual({ failure: "TOO_LARGE" });
  });

  test("what is no document", async () => {
    expect(await read("docx", Buffer.from("PK no archive"))).toEqual({ failure: "DAMAGED" });
    expect(await read("pdf", Buffer.from("%PDF-1.7 nothing"))).toEqual({ failure: "DAMAGED" });
    expect(await read("docx", word(`<!DOCTYPE x [<!ENTITY a "b">]><w:t>&a;</w:t>`))).toEqual({ failure: "DAMAGED" });
  });

  test("time and memory, and it reads the next document", async () => {
    const reader = await openDocumentReader({ cpuMilliseconds: 60_000, milliseconds: 50 });
    const paper = makePdf(PAPER);
    expect(await reader.read("pdf", streamOf(paper))).toEqual({ failure: "TIME" });
    const full = await openDocumentReader({ heapBytes: 10 * MB });
    expect(await full.read("pdf", streamOf(paper))).toEqual({ failure: "MEMORY" });
    const short = text("short");
    const ordinary = await openDocumentReader();
    for (const _ of [1, 2, 3]) {
      expect(await ordinary.read("txt", streamOf(short))).toMatchObject({ text: "short" });
    }
  });

  test.runIf(process.platform === "linux")("memory outside of JavaScript, and time of the processor", async () => {
    const paper = makePdf(PAPER);
    const small = await openDocumentReader({ memoryBytes: 20 * MB });
    expect(await small.read("pdf", streamOf(paper))).toEqual({ failure: "MEMORY" });
    const hasty = await openDocumentReader({ cpuMilliseconds: 50 });
    expect(await hasty.read("pdf", streamOf(paper))).toEqual({ failure: "TIME" });
  });
});

/** What code in a document could try, if it ever ran. */
const INTRUDER = `
  import { readFileSync, writeFileSync } from "node:fs";
  import { spawnSync } from "node:child_process";
  import { createConnection } from "node:net";
  import { Worker } from "node:worker_threads";
  const tries = {
    read: () => readFileSync("/etc/hostname"),
    "read the settings": () => readFileSync(${JSON.stringify(join(process.cwd(), "package-lock.json"))}),
    write: () => writeFileSync(new URL("made", import.meta.url), ""),
    start: () => { const { error } = spawnSync("true"); if (error) throw error; },
    thread: () => new Worker("1", { eval: true }),
    code: () => new Function("return 1")(),
  };
  for (const [what, attempt] of Object.entries(tries)) {
    try { attempt(); console.log("could " + what); } catch (error) {}
  }
  const socket = createConnection(Number(process.argv[2]), "127.0.0.1");
  socket.on("error", () => console.log("tried"));
  socket.on("connect", () => { console.log("could connect"); process.exit(); });
`;

test("a document that ends early is given up, and the next one is read", SLOWLY, async () => {
  const reader = await openDocumentReader();
  const content = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from("%PDF")),
    pull: (controller) => controller.error(new Error("gone")),
  });
  await expect(reader.read("pdf", content)).rejects.toThrow("gone");
  expect(await reader.read("txt", streamOf(text("short")))).toMatchObject({ text: "short" });
});

test("a reader that is closed ends its processes, and says so", SLOWLY, async () => {
  const reader = await openDocumentReader();
  const reading = reader.read("pdf", streamOf(makePdf(PAPER)));
  reader.close();
  await expect(reading).rejects.toThrow(ReaderEnded);
  await expect(reader.read("txt", streamOf(text("short")))).rejects.toThrow(ReaderEnded);
});

test("the process that reads a document can read, write, start and reach nothing else", SLOWLY, async () => {
  const place = mkdtempSync(join(realpathSync(process.cwd()), "node_modules", ".intruder-"));
  const server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    rmSync(place, { recursive: true });
  });
  await once(server, "listening");
  const program = join(place, "intruder.mjs");
  writeFileSync(program, INTRUDER);
  const withoutNetwork = canRemoveNetwork();
  const [command = "", ...options] = confinedCommand({ heapBytes: 64 * MB, withoutNetwork });
  const { port } = server.address() as AddressInfo;
  const child = spawn(command, [...options, program, String(port)], { env: plainEnvironment(process.env) });
  const output = await toText(child.stdout);
  expect(output).toBe(withoutNetwork ? "tried\n" : "could connect\n");
});
