import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { LIMITS } from "~/values/limits";
import {
  countChunks,
  engagementRow,
  filesForm,
  insertEngagement,
  insertEngagementAttachment,
  insertEngagementNote,
  instant,
  notificationsOf,
  setSetting,
} from "../support/arrange";
import { idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { apng, BOMB, docx, jpeg, MACROS, pdf, png, pptx, text } from "../support/files";
import { dataOf, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, type Scenario, scenarios } from "../support/scenario";

const MB = 1024 * 1024;
const PATH = "/api/gov/engagements";
const upload = (id: string) => ({ as: "poc", method: "POST", path: `${PATH}/${id}/attachments` }) as const;
const stored = (files = 1) =>
  ({
    status: 201,
    events: Array<"engagement_attachment_uploaded">(files).fill("engagement_attachment_uploaded"),
  }) as const;
const download = (id: string, attachmentId: string) =>
  ({ as: "readonly", method: "GET", path: `${PATH}/${id}/attachments/${attachmentId}` }) as const;
const remove = (id: string, attachmentId: string) =>
  ({ as: "poc", method: "DELETE", path: `${PATH}/${id}/attachments/${attachmentId}` }) as const;

const paper = (name = "agenda.pdf") => ({ name, bytes: pdf() });
const papers = (count: number) => Array.from({ length: count }, (_, number) => paper(`paper-${number}.pdf`));

interface Attachment {
  id: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
  createdAt: string;
}

/** Bytes in which every chunk is different. */
function countedBytes(size: number): Buffer {
  const bytes = Buffer.alloc(size, "%");
  bytes.set(pdf());
  for (let position = 1000; position + 4 <= size; position += 1000) bytes.writeUInt32BE(position, position);
  return bytes;
}

describe("a valid file", () => {
  const OOXML = "application/vnd.openxmlformats-officedocument.";
  const good: [name: string, bytes: Buffer, contentType: string][] = [
    ["paper.pdf", pdf(), "application/pdf"],
    ["PAPER.PDF", pdf(), "application/pdf"],
    ["paper.docx", docx(), `${OOXML}wordprocessingml.document`],
    ["slides.pptx", pptx(), `${OOXML}presentationml.presentation`],
    ["notes.txt", text(), "text/plain; charset=utf-8"],
    ["picture.png", png(), "image/png"],
    ["animated.png", apng(), "image/png"],
    ["picture.jpg", jpeg(), "image/jpeg"],
    ["picture.jpeg", jpeg(), "image/jpeg"],
    ["exactly one chunk.pdf", countedBytes(MB), "application/pdf"],
    ["one chunk and a byte.pdf", countedBytes(MB + 1), "application/pdf"],
    ["as large as a file may be.pdf", countedBytes(15 * MB), "application/pdf"],
  ];
  test.each(good)("%s is stored in the database and returned unchanged", async (name, bytes, contentType) => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const answer = await perform(portal, { ...upload(id), multipart: filesForm({ name, bytes }), ...stored() });
    const [attachment] = dataOf<Attachment[]>(answer);
    expect(attachment).toEqual({
      id: attachment?.id,
      fileName: name,
      contentType,
      sizeBytes: bytes.length,
      createdAt: instant(portal),
    });
    expect(portal.storedFiles()).toEqual([]);
    expect(countChunks(portal)).toBe(Math.ceil(bytes.length / MB));
    const sent = await perform(portal, {
      ...download(id, attachment?.id ?? ""),
      status: 200,
      events: ["engagement_attachment_downloaded"],
    });
    expect(Buffer.from(sent.bytes).equals(bytes)).toBe(true);
    expect(sent.headers.get("content-type")).toBe(contentType);
    expect(sent.headers.get("content-length")).toBe(String(bytes.length));
    expect(sent.headers.get("content-disposition")).toContain(`attachment; filename="${name}"`);
    expect(sent.headers.get("x-content-type-options")).toBe("nosniff");
    expect(sent.headers.get("cache-control")).toBe("private, no-store");
  });

  test("can come with others in one request: each is audited, in the order sent", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    portal.advance(MINUTE);
    const files = [paper("b.pdf"), { name: "a.txt", bytes: text() }, { name: "c.png", bytes: png() }];
    const answer = await perform(portal, { ...upload(id), multipart: filesForm(...files), ...stored(3) });
    const attachments = dataOf<Attachment[]>(answer);
    expect(attachments.map(({ fileName }) => fileName)).toEqual(["b.pdf", "a.txt", "c.png"]);
    const record = await portal.request("readonly", "GET", `${PATH}/${id}`);
    expect(dataOf<{ attachments: Attachment[] }>(record).attachments).toEqual(attachments);
    expect(engagementRow(portal, id)?.updatedAt).toBe(instant(portal));
    expect(portal.db.query.engagementAttachment.findMany().sync()).toMatchObject(
      files.map(({ bytes }) => ({
        engagementId: id,
        uploadedBy: idOf("poc"),
        sha256: createHash("sha256").update(bytes).digest("hex"),
      })),
    );
    const rows = portal.auditRows();
    expect(rows.map(({ targetType, targetId }) => `${targetType} ${targetId}`)).toEqual(
      files.map(() => `engagement ${id}`),
    );
    expect(rows.map(({ details }) => JSON.parse(details ?? ""))).toEqual(
      attachments.map(({ id: attachmentId, fileName, sizeBytes }) => ({
        after: { attachmentId, fileName, sizeBytes },
        notified: 0,
      })),
    );
  });
});

describe("a refused upload leaves nothing behind:", () => {
  const refused = { status: 400, fields: ["files"] } as const;
  const given = (portal: Portal) => ({ path: upload(insertEngagement(portal)).path });
  const bad: [what: string, name: string, bytes: Buffer][] = [
    ["one byte more than 15 MB", "large.pdf", pdf(15 * MB + 1)],
    ["a program", "setup.exe", Buffer.from("MZ\x90\x00")],
    ["a picture of another kind", "picture.gif", Buffer.from("GIF89a")],
    ["a spreadsheet", "figures.xlsx", docx()],
    ["a name without an extension", "paper", pdf()],
    ["text that says it is a PDF", "paper.pdf", text()],
    ["a PNG that says it is a JPEG", "picture.jpg", png()],
    ["an animated PNG that says it is a JPEG", "picture.jpg", apng()],
    ["a JPEG that says it is a PNG", "picture.png", jpeg()],
    ["text with a control character", "notes.txt", Buffer.from("a\u001bb")],
    ["a PPTX that says it is a DOCX", "paper.docx", pptx()],
    ["a document with macros", "paper.docx", docx(MACROS)],
    ["an archive that expands a thousandfold", "paper.docx", docx(BOMB)],
  ];
  const nothingLeft = (portal: Portal) => {
    expect(portal.storedFiles()).toEqual([]);
    expect(countChunks(portal)).toBe(0);
    expect(portal.db.query.engagementAttachment.findMany().sync()).toEqual([]);
  };
  scenarios([
    ...bad.map(
      ([what, name, bytes]): Scenario => ({
        name: what,
        ...upload(""),
        given,
        multipart: filesForm({ name, bytes }),
        ...refused,
        after: nothingLeft,
      }),
    ),
    {
      name: "a batch with one bad file, the last",
      ...upload(""),
      given,
      multipart: filesForm(paper(), { name: "large.pdf", bytes: pdf(3 * MB) }, { name: "x.pdf", bytes: text() }),
      ...refused,
      after: nothingLeft,
    },
    {
      name: "eleven files at once",
      ...upload(""),
      given,
      multipart: filesForm(...papers(11)),
      ...refused,
      after: nothingLeft,
    },
    { name: "no files", ...upload(""), given, multipart: filesForm(), ...refused, after: nothingLeft },
    {
      name: "only an empty file",
      ...upload(""),
      given,
      multipart: filesForm({ name: "empty.pdf", bytes: Buffer.alloc(0) }),
      ...refused,
      after: nothingLeft,
    },
    {
      name: "a file in another field",
      ...upload(""),
      given: (portal) => {
        const multipart = new FormData();
        multipart.append("file", new Blob([new Uint8Array(pdf())]), "agenda.pdf");
        return { ...given(portal), multipart };
      },
      ...refused,
      after: nothingLeft,
    },
    { name: "JSON", ...upload(""), given, json: { files: [] }, status: 400, after: nothingLeft },
    {
      name: "a body whose Content-Length exceeds ten files, before it is read",
      ...upload(""),
      given,
      raw: "--x--\r\n",
      headers: {
        "content-type": "multipart/form-data; boundary=x",
        "content-length": String(LIMITS.attachmentBodyBytes + 1),
      },
      status: 413,
      after: nothingLeft,
    },
  ]);

  test("a body larger than ten files could be", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const chunk = Buffer.alloc(MB, "x");
    let sent = 0;
    const raw = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(
          Buffer.from('--x\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.4'),
        ),
      pull(controller) {
        sent += chunk.length;
        if (sent > LIMITS.attachmentBodyBytes + MB) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const request = new Request(`http://portal.test${upload(id).path}`, {
      method: "POST",
      headers: {
        host: "portal.test",
        cookie: portal.cookieOf("poc"),
        "content-type": "multipart/form-data; boundary=x",
      },
      body: raw,
      duplex: "half",
    } as RequestInit);
    expect((await portal.handler(request)).status).toBe(413);
    nothingLeft(portal);
  });

  test("the disk fails during the upload", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    portal.db.$client.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON engagement_attachment_chunk WHEN NEW.position = 2
      BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
    const multipart = filesForm(paper(), { name: "large.pdf", bytes: pdf(3 * MB) });
    await perform(portal, { ...upload(id), multipart, status: 500 });
    nothingLeft(portal);
  });

  test("the engagement is deleted during the upload", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    // The deletion comes after the checks before the bytes, and before the transaction that makes the files visible.
    portal.db.$client.exec(`CREATE TEMP TRIGGER gone AFTER INSERT ON engagement_attachment_chunk
      BEGIN DELETE FROM engagement WHERE id = '${id}'; END`);
    const answer = await portal.request("poc", "POST", upload(id).path, { multipart: filesForm(paper()) });
    expect(answer.status).toBe(404);
    nothingLeft(portal);
  });

  test("the refusal names the bad one of several files", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const multipart = filesForm(paper(), { name: "plan.pdf", bytes: text() });
    const answer = await perform(portal, { ...upload(id), multipart, ...refused });
    expect(answer.body).toMatchObject({ fields: { files: [expect.stringMatching(/^plan\.pdf: /)] } });
  });
});

describe("an upload whose chunks cannot be removed", () => {
  /** Makes removing a chunk fail, as a failing disk would. */
  const failToRemove = (portal: Portal) =>
    portal.db.$client.exec(`CREATE TEMP TRIGGER stuck BEFORE DELETE ON engagement_attachment_chunk
      BEGIN SELECT RAISE(ABORT, 'cannot delete'); END`);
  const logged = (portal: Portal) =>
    portal.log.filter(({ level }) => level === 50).map(({ err }) => (err as { message: string }).message);

  test("is still refused for its own reason, and the server logs the failure", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    failToRemove(portal);
    portal.db.$client.exec(`CREATE TEMP TRIGGER gone AFTER INSERT ON engagement_attachment_chunk
      BEGIN DELETE FROM engagement WHERE id = '${id}'; END`);
    const answer = await portal.request("poc", "POST", upload(id).path, { multipart: filesForm(paper()) });
    expect(answer.status).toBe(404);
    expect(logged(portal)).toEqual(["cannot delete"]);
  });

  test("logs both the failure to write the chunks and the failure to remove them", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    failToRemove(portal);
    portal.db.$client.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON engagement_attachment_chunk WHEN NEW.position = 2
      BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
    const multipart = filesForm({ name: "large.pdf", bytes: pdf(3 * MB) });
    const answer = await portal.request("poc", "POST", upload(id).path, { multipart });
    expect(answer.status).toBe(500);
    expect(logged(portal)).toEqual(["cannot delete", "disk full"]);
  });
});

describe("an engagement has at most ten attachments", () => {
  test("in total, over any number of requests", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    await perform(portal, { ...upload(id), multipart: filesForm(...papers(8)), ...stored(8) });
    const three = await perform(portal, {
      ...upload(id),
      multipart: filesForm(...papers(3)),
      status: 400,
      fields: ["files"],
    });
    expect(three.text).toContain("there may be 10 in all, and 8 are already here");
    await perform(portal, { ...upload(id), multipart: filesForm(...papers(2)), ...stored(2) });
    await perform(portal, { ...upload(id), multipart: filesForm(paper()), status: 400, fields: ["files"] });
    const [first] = portal.db.query.engagementAttachment.findMany().sync();
    await perform(portal, {
      ...remove(id, first?.id ?? ""),
      status: 200,
      events: ["engagement_attachment_deleted"],
    });
    await perform(portal, { ...upload(id), multipart: filesForm(paper()), ...stored() });
  });

  test("counted for each engagement separately", async () => {
    const portal = await openPortal();
    for (const id of [insertEngagement(portal), insertEngagement(portal)]) {
      await perform(portal, { ...upload(id), multipart: filesForm(...papers(10)), ...stored(10) });
    }
  });

  test("with forty uploads at the same time: ten are stored, thirty refused, and no refused bytes remain", {
    tags: "race",
  }, async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    portal.cookieOf("poc");
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        portal.request("poc", "POST", upload(id).path, {
          multipart: filesForm({ name: "large.pdf", bytes: pdf(MB + 1) }),
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(201), ...Array(30).fill(400)]);
    const rows = portal.db.query.engagementAttachment.findMany().sync();
    expect(rows).toHaveLength(10);
    expect(countChunks(portal)).toBe(20);
    expect(portal.storedFiles()).toEqual([]);
    expect(portal.auditRows().filter(({ event }) => event === "engagement_attachment_uploaded")).toHaveLength(10);
  });
});

describe("who may use attachments", () => {
  const whoMay: [as: PersonKey | null, read: number, write: number][] = [
    ["poc", 200, 200],
    ["lead", 200, 200],
    ["admin", 200, 200],
    ["systemAdmin", 200, 200],
    ["bravoPoc", 200, 403],
    ["readonly", 200, 403],
    ["acmeAdmin", 403, 403],
    [null, 401, 401],
  ];
  test.each(whoMay)("%s: downloading %d, uploading and deleting %d", async (as, read, write) => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const attachmentId = insertEngagementAttachment(portal, id);
    const downloaded = read === 200 ? (["engagement_attachment_downloaded"] as const) : [];
    await perform(portal, { ...download(id, attachmentId), as, status: read, events: downloaded });
    for (const row of portal.auditRows()) {
      expect(row).toMatchObject({ targetId: id, organizationId: ORGANIZATIONS.acme });
    }
    const multipart = filesForm(paper());
    await perform(portal, { ...upload(id), as, multipart, ...(write === 200 ? stored() : { status: write }) });
    const deleted = write === 200 ? (["engagement_attachment_deleted"] as const) : [];
    await perform(portal, { ...remove(id, attachmentId), as, status: write, events: deleted });
  });

  test("a user of another command is refused before the server looks at the files", async () => {
    const portal = await openPortal();
    const id = insertEngagement(portal);
    const multipart = filesForm({ name: "setup.exe", bytes: text() });
    await perform(portal, { ...upload(id), as: "bravoPoc", multipart, status: 403 });
  });
});

describe("a missing attachment is 404:", () => {
  const found = (portal: Portal) => {
    const id = insertEngagement(portal);
    return { id, other: insertEngagement(portal), attachmentId: insertEngagementAttachment(portal, id) };
  };
  scenarios([
    { name: "uploading to a missing engagement", ...upload("none"), multipart: filesForm(paper()), status: 404 },
    { name: "downloading a missing one", ...download("none", "none"), status: 404 },
    {
      name: "downloading one by another engagement's address",
      ...download("", ""),
      given: (portal) => {
        const { other, attachmentId } = found(portal);
        return download(other, attachmentId);
      },
      status: 404,
    },
    {
      name: "deleting one by another engagement's address",
      ...remove("", ""),
      given: (portal) => {
        const { other, attachmentId } = found(portal);
        return remove(other, attachmentId);
      },
      status: 404,
    },
    {
      name: "deleting one by another's address, for a user of another command too",
      ...remove("", ""),
      given: (portal) => {
        const { other, attachmentId } = found(portal);
        return { ...remove(other, attachmentId), as: "bravoPoc" };
      },
      status: 404,
    },
    {
      name: "downloading one that is deleted",
      ...download("", ""),
      given: async (portal) => {
        const { id, attachmentId } = found(portal);
        await portal.request("poc", "DELETE", remove(id, attachmentId).path);
        return { ...download(id, attachmentId) };
      },
      status: 404,
    },
  ]);
});

test("deleting an attachment deletes its bytes, updates the engagement's time, and is audited", async () => {
  const portal = await openPortal();
  const id = insertEngagement(portal);
  const [gone, kept] = [
    insertEngagementAttachment(portal, id, [Buffer.from("one"), Buffer.from("two")]),
    insertEngagementAttachment(portal, id),
  ];
  portal.advance(MINUTE);
  await perform(portal, {
    ...remove(id, gone),
    status: 200,
    events: ["engagement_attachment_deleted"],
    body: { data: { id: gone } },
  });
  expect(portal.db.query.engagementAttachmentChunk.findMany().sync()).toMatchObject([{ attachmentId: kept }]);
  expect(engagementRow(portal, id)?.updatedAt).toBe(instant(portal));
  expect(portal.auditRows()[0]).toMatchObject({ targetType: "engagement", details: expect.stringContaining(gone) });
});

test("an upload notifies the engagement's followers once for all its files, and so does a deletion", async () => {
  const portal = await openPortal();
  const id = insertEngagement(portal);
  for (const author of ["lead", "admin", "systemAdmin"] as const) insertEngagementNote(portal, id, author);
  setSetting(portal, "systemAdmin", "ENGAGEMENT_UPDATE", { enabled: false });
  const multipart = filesForm(...papers(2));
  const answer = await perform(portal, { ...upload(id), as: "lead", multipart, ...stored(2) });
  for (const person of ["poc", "admin"] as const) {
    expect(notificationsOf(portal, person), person).toMatchObject([
      {
        kind: "ENGAGEMENT_UPDATE",
        title: "Files added: Rotor demonstration",
        body: "Person lead added paper-0.pdf, paper-1.pdf",
        linkUrl: `/gov/engagements/${id}`,
      },
    ]);
  }
  for (const person of ["lead", "systemAdmin"] as const) expect(notificationsOf(portal, person), person).toEqual([]);
  const [{ id: attachmentId } = { id: "" }] = dataOf<Attachment[]>(answer);
  await perform(portal, { ...remove(id, attachmentId), status: 200, events: ["engagement_attachment_deleted"] });
  expect(notificationsOf(portal, "poc")).toHaveLength(1);
  expect(notificationsOf(portal, "lead")).toMatchObject([
    {
      kind: "ENGAGEMENT_UPDATE",
      title: "File deleted: Rotor demonstration",
      body: "Person poc deleted paper-0.pdf",
      linkUrl: `/gov/engagements/${id}`,
    },
  ]);
  expect(JSON.parse(portal.auditRows().at(-1)?.details ?? "{}")).toMatchObject({ notified: 2 });
});
