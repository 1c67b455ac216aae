import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { insertSubmission, insertSubmissionWithFile, submissionForm, submissionRow } from "../support/arrange";
import { idOf, ORGANIZATIONS, PEOPLE, roleOf } from "../support/cast";
import {
  BOMB,
  docx,
  docxAfter,
  gif,
  jpeg,
  MACROS,
  manyParts,
  pdf,
  png,
  pptx,
  secondName,
  text,
  utf16,
  windows1252,
  zip,
} from "../support/files";
import { dataOf, openPortal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const MB = 1024 * 1024;
const submit = { as: "acmeUser", method: "POST", path: "/api/portal/submissions" } as const;
const accepted = { status: 201, events: ["submission_created"] } as const;
const refused = { status: 400, fields: ["file"] } as const;

describe("a valid submission's file", () => {
  const OOXML = "application/vnd.openxmlformats-officedocument.";
  const good: [name: string, bytes: Buffer, contentType: string][] = [
    ["paper.pdf", pdf(), "application/pdf"],
    ["PAPER.PDF", pdf(), "application/pdf"],
    ["paper.docx", docx(), `${OOXML}wordprocessingml.document`],
    ["slides.pptx", pptx(), `${OOXML}presentationml.presentation`],
    ["notes.txt", text(), "text/plain; charset=utf-8"],
    ["form-feed.txt", text("Page one.\n\fPage two.\n"), "text/plain; charset=utf-8"],
    ["windows.txt", windows1252("“Quoted” – naïve, €5, 20 °C\r\n"), "text/plain; charset=windows-1252"],
    ["notepad.txt", utf16("Ünïcödé, 量子, and 🚀.\r\n\f"), "text/plain; charset=utf-16"],
    ["big-endian.txt", utf16("Ünïcödé, 量子, and 🚀.\r\n", "be"), "text/plain; charset=utf-16"],
    ["long.txt", utf16("🚀".repeat(50_000)), "text/plain; charset=utf-16"],
    ["notes.with.dots.txt", text("\ufeffA byte-order mark, and ünïcödé.\n"), "text/plain; charset=utf-8"],
  ];
  for (const [name, bytes, contentType] of good) {
    test(`${name} is stored unchanged, under a random name`, async () => {
      const portal = await openPortal();
      const answer = await perform(portal, { ...submit, multipart: submissionForm({}, { name, bytes }), ...accepted });
      const { id } = dataOf<{ id: string }>(answer);
      const [stored, ...others] = portal.storedFiles();
      expect(others).toEqual([]);
      expect(stored).toMatch(/^[0-9a-f]{32}$/);
      expect(submissionRow(portal, id)).toMatchObject({
        fileName: name,
        contentType,
        sizeBytes: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        storageKey: stored,
      });
      expect(JSON.parse(portal.auditRows()[0]?.details ?? "{}")).toMatchObject({
        after: { fileName: name, sizeBytes: bytes.length },
      });
      const sent = await perform(portal, {
        as: "acmeUser",
        method: "GET",
        path: `/api/portal/submissions/${id}/file`,
        status: 200,
        events: ["submission_file_downloaded"],
      });
      expect(Buffer.from(sent.bytes).equals(bytes)).toBe(true);
      expect(sent.headers.get("content-type")).toBe(contentType);
    });
  }

  test("an empty file counts as no file", async () => {
    const portal = await openPortal();
    const multipart = submissionForm({}, { name: "empty.exe", bytes: Buffer.alloc(0) });
    const { id } = dataOf<{ id: string }>(await perform(portal, { ...submit, multipart, ...accepted }));
    expect(submissionRow(portal, id)).toMatchObject({ fileName: null, storageKey: null });
    expect(portal.storedFiles()).toEqual([]);
  });

  test("a file of exactly 15 MB is accepted", async () => {
    const portal = await openPortal();
    const multipart = submissionForm({}, { name: "large.pdf", bytes: pdf(15 * MB) });
    const { id } = dataOf<{ id: string }>(await perform(portal, { ...submit, multipart, ...accepted }));
    expect(submissionRow(portal, id)?.sizeBytes).toBe(15 * MB);
  });
});

describe("a submission's refused file leaves nothing behind:", () => {
  const bad: [what: string, name: string, bytes: Buffer][] = [
    ["one byte more than 15 MB", "large.pdf", pdf(15 * MB + 1)],
    ["a type that is not accepted", "image.png", png()],
    ["a program", "setup.exe", Buffer.from("MZ\x90\x00")],
    ["a name without an extension", "paper", pdf()],
    ["a name that is only an extension", ".pdf", pdf()],
    ["text that says it is a PDF", "paper.pdf", text()],
    ["a PNG that says it is a PDF", "paper.pdf", png()],
    ["a PDF that says it is text", "paper.txt", Buffer.concat([pdf(), Buffer.from([0, 1, 2])])],
    ["text with NUL", "notes.txt", Buffer.from("a\u0000b")],
    ["text with a control character", "notes.txt", Buffer.from("a\u001bb")],
    ["bytes that are neither UTF-8 nor Windows-1252", "notes.txt", Buffer.from([0x61, 0xff, 0x81, 0x62])],
    ["Windows-1252 with NUL", "notes.txt", Buffer.concat([windows1252("“Quoted”"), Buffer.alloc(1)])],
    ["Windows-1252 with a control character", "notes.txt", windows1252("“Quoted”\u001b")],
    ["UTF-16 with NUL", "notes.txt", utf16("a\u0000b")],
    ["UTF-16 with a control character", "notes.txt", utf16("a\u001bb", "be")],
    ["UTF-16 with half a pair", "notes.txt", utf16("a\ud83db")],
    ["UTF-16 that ends inside a character", "notes.txt", utf16("abc").subarray(0, 7)],
    ["UTF-16 with a reversed byte-order mark", "notes.txt", utf16("a\ufffeb")],
    ["UTF-16 without a byte-order mark", "notes.txt", utf16("abc").subarray(2)],
    ["UTF-32 with a byte-order mark", "notes.txt", Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
    ["a program after a UTF-16 byte-order mark", "notes.txt", Buffer.from("fffe4d5a90000300000004000000ffff", "hex")],
    ["a PNG that says it is text", "notes.txt", png()],
    ["a JPEG that says it is text", "notes.txt", jpeg()],
    ["a DOCX that says it is text", "notes.txt", docx()],
    ["a DOCX that says it is a PPTX", "slides.pptx", docx()],
    ["a PPTX that says it is a DOCX", "paper.docx", pptx()],
    ["a DOCX that says it is a PDF", "paper.pdf", docx()],
    ["a PDF that says it is a DOCX", "paper.docx", pdf()],
    ["an archive that is not a document", "paper.docx", zip([{ name: "readme.txt" }])],
    ["a document without content types", "paper.docx", zip([{ name: "word/document.xml" }])],
    ["a document with macros", "paper.docx", docx(MACROS)],
    ["a presentation with macros", "slides.pptx", pptx({ name: "ppt/vbaProject.bin" })],
    ...[
      "word/VBAPROJECT.BIN",
      "VbaProject.bin",
      "word/deep/er/vbaproject.bin",
      "word\\vbaProject.bin",
      "word/vbaData.xml",
      "word/vbaProjectSignature.bin",
      "word/vbaProjectSignatureAgile.bin",
      "word/vbaProject.bin.xml",
      "word/vbaProject.bin/[0].piece",
      "word/vbaProject.bin.",
      "word/vba%50roject.bin",
      "word/%76baProject.bin",
    ].map((name): [string, string, Buffer] => [
      `a document with macros under the name ${name}`,
      "paper.docx",
      docx({ name }),
    ]),
    [
      "a document with macros under a second name",
      "paper.docx",
      docx({ name: "word/a.xml", extra: secondName("word/a.xml", "word/vbaProject.bin") }),
    ],
    [
      "a document with macros that have a harmless second name",
      "paper.docx",
      docx({ name: "word/vbaProject.bin", extra: secondName("word/vbaProject.bin", "word/a.xml") }),
    ],
    ["a document by its macro-enabled name", "paper.docm", docx(MACROS)],
    ["an archive with a path traversal", "paper.docx", docx({ name: "../../evil.xml" })],
    ["an archive whose part has an absolute name", "paper.docx", docx({ name: "/etc/passwd" })],
    ["an archive whose part names a drive", "paper.docx", docx({ name: "C:/evil.xml" })],
    ["an archive with a path traversal in backslashes", "paper.docx", docx({ name: "..\\..\\evil.xml" })],
    ["an archive with an escaped path traversal", "paper.docx", docx({ name: "word/%2e%2e/%2E%2E/evil.xml" })],
    ["an archive with a path traversal with spaces", "paper.docx", docx({ name: "word/.. /evil.xml" })],
    ["an archive with an empty path segment", "paper.docx", docx({ name: "word//document2.xml" })],
    ["an archive with NUL in a part's name", "paper.docx", docx({ name: "word/a.xml\u0000.bin" })],
    ["an archive with a line break in a part's name", "paper.docx", docx({ name: "word/a.xml\r\nb" })],
    ["an archive with a direction override in a part's name", "paper.docx", docx({ name: "word/\u202elmx.exe" })],
    ["an archive that names a part twice", "paper.docx", docx({ name: "word/document.xml" })],
    ["an archive that names a part twice in different cases", "paper.docx", docx({ name: "WORD/Document.xml" })],
    ["a document that is a presentation too", "paper.docx", docx({ name: "ppt/presentation.xml" })],
    ["a presentation that is a document too", "slides.pptx", pptx({ name: "word/document.xml" })],
    [
      "a workbook that says it is a DOCX",
      "paper.docx",
      zip([{ name: "[Content_Types].xml" }, { name: "xl/workbook.xml" }]),
    ],
    ["a document that is a workbook too", "paper.docx", docx({ name: "xl/workbook.xml" })],
    ["a JAR", "paper.docx", zip([{ name: "META-INF/MANIFEST.MF" }, { name: "Main.class" }])],
    ["a document that is a JAR too", "paper.docx", docx({ name: "META-INF/MANIFEST.MF" }, { name: "Main.class" })],
    ["a document that is a JAR too, in lower case", "paper.docx", docx({ name: "meta-inf/manifest.mf" })],
    [
      "an OpenDocument text",
      "paper.docx",
      zip([
        { name: "mimetype", content: "application/vnd.oasis.opendocument.text" },
        { name: "content.xml" },
        { name: "META-INF/manifest.xml" },
      ]),
    ],
    [
      "a document that is an OpenDocument too",
      "paper.docx",
      docx({ name: "mimetype", content: "application/vnd.oasis.opendocument.text" }),
    ],
    ["a PDF followed by a document", "paper.docx", docxAfter(pdf())],
    ["a picture followed by a document", "paper.docx", docxAfter(png())],
    ["a web page followed by a document", "paper.docx", docxAfter(Buffer.from("<html>"))],
    ["a picture followed by a PDF", "paper.pdf", Buffer.concat([gif(), pdf()])],
    ["a web page followed by a PDF", "paper.pdf", Buffer.concat([Buffer.from("<html><!--"), pdf()])],
    ["a document followed by a PDF", "paper.pdf", Buffer.concat([docx(), pdf()])],
    [
      "an archive that claims to expand a hundred thousandfold",
      "paper.docx",
      docx({ name: "word/a.xml", content: "x".repeat(1024), claimedBytes: 100_000 * 1024 }),
    ],
    ["an archive of sixty thousand parts", "paper.docx", docx(...manyParts(60_000))],
    ["an archive that expands a thousandfold", "paper.docx", docx(BOMB)],
    ["an archive of too many parts", "paper.docx", docx(...manyParts(5001))],
    ["a truncated archive", "paper.docx", docx().subarray(0, -10)],
    ["only the beginning of an archive", "paper.docx", Buffer.from("PK\x03\x04 and nothing more")],
  ];
  scenarios(
    bad.map(([what, name, bytes]) => ({
      name: what,
      ...submit,
      given: () => ({ multipart: submissionForm({}, { name, bytes }) }),
      ...refused,
      after: (portal) => expect(portal.storedFiles()).toEqual([]),
    })),
  );

  test("a second file", async () => {
    const portal = await openPortal();
    const multipart = submissionForm({}, { name: "one.pdf", bytes: pdf() });
    multipart.append("file", new Blob([new Uint8Array(pdf())]), "two.pdf");
    await perform(portal, { ...submit, multipart, ...refused });
    expect(portal.storedFiles()).toEqual([]);
  });

  test("a good file with bad fields", async () => {
    const portal = await openPortal();
    const multipart = submissionForm({ title: "" }, { name: "one.pdf", bytes: pdf() });
    await perform(portal, { ...submit, multipart, status: 400, fields: ["title"] });
    expect(portal.storedFiles()).toEqual([]);
  });
});

describe("a valid file with content of another type inside", () => {
  const web = Buffer.from("<html><script>alert(1)</script></html>");
  const double: [what: string, name: string, bytes: Buffer, contentType: string][] = [
    ["a PDF followed by a document", "paper.pdf", docxAfter(pdf()), "application/pdf"],
    ["a PDF with a web page in it", "paper.pdf", Buffer.concat([pdf(), web]), "application/pdf"],
    ["a web page that says it is text", "notes.txt", web, "text/plain; charset=utf-8"],
  ];
  for (const [what, name, bytes, contentType] of double) {
    test(`is sent only as the type that was accepted: ${what}`, async () => {
      const portal = await openPortal();
      const answer = await perform(portal, { ...submit, multipart: submissionForm({}, { name, bytes }), ...accepted });
      const path = `/api/portal/submissions/${dataOf<{ id: string }>(answer).id}/file`;
      const { headers } = await portal.request("acmeUser", "GET", path);
      expect(headers.get("content-type")).toBe(contentType);
      expect(headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
    });
  }
});

describe("the name of a file", () => {
  const names: [sent: string, kept: string][] = [
    ["C:\\Users\\me\\paper.pdf", "paper.pdf"],
    ["../../etc/paper.pdf", "paper.pdf"],
    ["pa\u202eper\u200f.pdf", "paper.pdf"],
    ["cafe\u0301.pdf", "caf\u00e9.pdf"],
    [`${"a".repeat(300)}.pdf`, `${"a".repeat(251)}.pdf`],
    ["\u202efdp.exe.pdf", "fdp.exe.pdf"],
    ["paper.pdf\r\nX-Evil: 1.pdf", "paper.pdf%0D%0AX-Evil: 1.pdf"],
    ['a".pdf', "a%22.pdf"],
    ["<img src=x onerror=alert(1)>.pdf", "<img src=x onerror=alert(1)>.pdf"],
  ];
  for (const [sent, kept] of names) {
    test(`${JSON.stringify(sent.slice(0, 30))} is stored as ${kept.slice(0, 30)}`, async () => {
      const portal = await openPortal();
      const multipart = submissionForm({}, { name: sent, bytes: pdf() });
      const { id } = dataOf<{ id: string }>(await perform(portal, { ...submit, multipart, ...accepted }));
      expect(submissionRow(portal, id)?.fileName).toBe(kept);
    });
  }
});

describe("downloading a submission's file", () => {
  const path = (id: string) => `/api/portal/submissions/${id}/file`;
  const downloaded = { status: 200, events: ["submission_file_downloaded"] } as const;

  for (const person of PEOPLE) {
    const allowed = roleOf(person) !== "INDUSTRY" || person.startsWith("acme");
    test(`${person} ${allowed ? "reads" : "cannot read"} the file of Acme's submission`, async () => {
      const portal = await openPortal();
      const id = await insertSubmissionWithFile(portal);
      const expected = allowed ? downloaded : { status: 403 };
      await perform(portal, { as: person, method: "GET", path: path(id), ...expected });
    });
  }

  test("the audit row has the file, its organization and its reader", async () => {
    const portal = await openPortal();
    const id = await insertSubmissionWithFile(portal);
    await perform(portal, { as: "readonly", method: "GET", path: path(id), ...downloaded });
    expect(portal.auditRows()[0]).toMatchObject({
      actorId: idOf("readonly"),
      targetId: id,
      organizationId: ORGANIZATIONS.acme,
      details: JSON.stringify({ fileName: "paper.pdf" }),
    });
  });

  test("is sent as an attachment that a browser does not open, sniff or cache", async () => {
    const portal = await openPortal();
    const id = await insertSubmissionWithFile(portal, { fileName: 'Plan "été" 100%.pdf' });
    const { headers } = await perform(portal, { as: "poc", method: "GET", path: path(id), ...downloaded });
    expect(headers.get("content-disposition")).toBe(
      "attachment; filename=\"Plan __t__ 100_.pdf\"; filename*=UTF-8''Plan%20%22%C3%A9t%C3%A9%22%20100%25.pdf",
    );
    expect(headers.get("content-length")).toBe("16");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("x-request-id")).toMatch(/\S/);
  });

  scenarios([
    {
      name: "requires a session",
      as: null,
      method: "GET",
      path: "",
      given: async (portal) => ({ path: path(await insertSubmissionWithFile(portal)) }),
      status: 401,
    },
    {
      name: "requires a session for a missing record, too",
      as: null,
      method: "GET",
      path: path("x"),
      status: 401,
    },
    { name: "finds no record", as: "poc", method: "GET", path: path("no-such"), status: 404 },
    {
      name: "finds no file in a submission without one",
      as: "acmeUser",
      method: "GET",
      path: "",
      given: (portal) => ({ path: path(insertSubmission(portal)) }),
      status: 404,
    },
    {
      name: "does not reveal to another organization whether there is a file",
      as: "borealisAdmin",
      method: "GET",
      path: "",
      given: (portal) => ({ path: path(insertSubmission(portal)) }),
      status: 403,
    },
    {
      name: "returns 404 when the file is missing from the store",
      as: "acmeUser",
      method: "GET",
      path: "",
      given: async (portal) => {
        const id = await insertSubmissionWithFile(portal);
        rmSync(join(portal.uploadsDir, submissionRow(portal, id)?.storageKey ?? ""));
        return { path: path(id) };
      },
      status: 404,
    },
  ]);
});
