import { existsSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { filesForm, insertAnnouncement, insertAnnouncementFile, instant } from "../support/arrange";
import { idOf, PEOPLE, roleOf } from "../support/cast";
import { apng, docx, pdf, png, pptx, text } from "../support/files";
import { dataOf, HOST, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, type Scenario, scenarios } from "../support/scenario";
import { listen, sendChunks } from "../support/socket";

const KB = 1024;
const MB = 1024 * KB;
const THE_ONE = "the-announcement";
const PATH = `/api/gov/announcements/${THE_ONE}/attachments`;
const upload = { as: "lead", method: "POST", path: PATH } as const;
const uploaded = (count = 1) => ({
  status: 201,
  events: Array.from({ length: count }, () => "announcement_attachment_uploaded" as const),
});
const refused = { status: 400, fields: ["files"] } as const;

/** A portal with one announcement. */
async function openWithAnnouncement(values: Parameters<typeof insertAnnouncement>[1] = {}): Promise<Portal> {
  const portal = await openPortal();
  insertAnnouncement(portal, { id: THE_ONE, ...values });
  return portal;
}
const given =
  (form?: () => FormData, values: Parameters<typeof insertAnnouncement>[1] = {}): Scenario["given"] =>
  (portal) => {
    insertAnnouncement(portal, { id: THE_ONE, ...values });
    return form && { multipart: form() };
  };

const rowsOf = (portal: Portal) =>
  portal.db.query.announcementAttachment
    .findMany({ orderBy: (row, { asc }) => [asc(row.createdAt), asc(row.id)] })
    .sync();
const several = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ name: `file-${number}.txt`, bytes: text(`File ${number}.\n`) }));
/** Checks that each stored file has a row, and each row a file. */
const expectWhole = (portal: Portal) =>
  expect(portal.storedFiles().sort()).toEqual(
    rowsOf(portal)
      .map(({ storageKey }) => storageKey)
      .sort(),
  );

describe("attaching files to an announcement", () => {
  test("stores every file completely, in the order sent, and audits each", async () => {
    const portal = await openWithAnnouncement();
    portal.advance(MINUTE);
    const files = [
      { name: "agenda.pdf", bytes: pdf(), type: "application/pdf" },
      {
        name: "letter.docx",
        bytes: docx(),
        type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      },
      {
        name: "slides.pptx",
        bytes: pptx(),
        type: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
      },
      { name: "notes.txt", bytes: text(), type: "text/plain; charset=utf-8" },
      { name: "MAP.PNG", bytes: png(), type: "image/png" },
      { name: "moving-map.png", bytes: apng(), type: "image/png" },
      { name: "photo.jpg", bytes: JPEG, type: "image/jpeg" },
      { name: "photo.jpeg", bytes: JPEG, type: "image/jpeg" },
    ];
    const answer = await perform(portal, { ...upload, multipart: filesForm(...files), ...uploaded(files.length) });
    const listed = dataOf<{ id: string }[]>(answer);
    expect(listed).toEqual(
      files.map(({ name, bytes, type }) => ({
        id: expect.stringMatching(/\S/),
        fileName: name,
        contentType: type,
        sizeBytes: bytes.length,
        createdAt: instant(portal),
      })),
    );
    expect(portal.auditRows().map(({ targetId, details }) => ({ targetId, ...JSON.parse(details ?? "{}") }))).toEqual(
      files.map(({ name, bytes }, index) => ({
        targetId: THE_ONE,
        after: { attachmentId: listed[index]?.id, fileName: name, sizeBytes: bytes.length },
      })),
    );
    expectWhole(portal);
    expect(rowsOf(portal)[0]).toMatchObject({ announcementId: THE_ONE, uploadedBy: idOf("lead") });
    const record = await portal.request("lead", "GET", `/api/gov/announcements/${THE_ONE}`);
    expect(record.body).toMatchObject({ data: { updatedAt: instant(portal), attachments: listed } });
    for (const [index, { bytes, type }] of files.entries()) {
      const sent = await portal.request("acmeUser", "GET", `${PATH}/${listed[index]?.id}`);
      expect(Buffer.from(sent.bytes).equals(bytes)).toBe(true);
      expect(sent.headers.get("content-type")).toBe(type);
    }
  });

  test("accepts ten files in one request and refuses eleven", async () => {
    const portal = await openWithAnnouncement();
    await perform(portal, { ...upload, multipart: filesForm(...several(11)), ...refused });
    expect(portal.storedFiles()).toEqual([]);
    await perform(portal, { ...upload, multipart: filesForm(...several(10)), ...uploaded(10) });
    await perform(portal, { ...upload, multipart: filesForm(...several(1)), ...refused });
    expect(rowsOf(portal)).toHaveLength(10);
    expectWhole(portal);
  });

  test("counts files already attached: three more than eight are too many, two more are not", async () => {
    const portal = await openWithAnnouncement();
    await perform(portal, { ...upload, multipart: filesForm(...several(8)), ...uploaded(8) });
    const three = await perform(portal, { ...upload, multipart: filesForm(...several(3)), ...refused });
    expect(three.text).toContain("there may be 10 in all, and 8 are already here");
    await perform(portal, { ...upload, multipart: filesForm(...several(2)), ...uploaded(2) });
    expectWhole(portal);
  });

  test("ignores the files of other announcements, and has room again after a file is deleted", async () => {
    const portal = await openWithAnnouncement();
    const other = insertAnnouncement(portal);
    await insertAnnouncementFile(portal, other);
    const answer = await perform(portal, { ...upload, multipart: filesForm(...several(10)), ...uploaded(10) });
    const [first] = dataOf<{ id: string }[]>(answer);
    await perform(portal, {
      as: "lead",
      method: "DELETE",
      path: `${PATH}/${first?.id}`,
      status: 200,
      events: ["announcement_attachment_deleted"],
    });
    await perform(portal, { ...upload, multipart: filesForm(...several(1)), ...uploaded() });
    await perform(portal, { ...upload, multipart: filesForm(...several(1)), ...refused });
  });

  test("accepts a file of exactly 15 MB and refuses one byte more", async () => {
    const portal = await openWithAnnouncement();
    await perform(portal, { ...upload, multipart: filesForm({ name: "a.pdf", bytes: pdf(15 * MB) }), ...uploaded() });
    const over = filesForm({ name: "b.pdf", bytes: pdf(15 * MB + 1) });
    const answer = await perform(portal, { ...upload, multipart: over, ...refused });
    expect(answer.text).toContain("b.pdf: Choose a file up to 15 MB");
    expectWhole(portal);
  });

  test("names an empty file among the bad files of a request", async () => {
    const portal = await openWithAnnouncement();
    const empty = { name: "empty.pdf", bytes: Buffer.alloc(0) };
    for (const files of [[empty], [empty, ...several(1)]]) {
      const answer = await perform(portal, { ...upload, multipart: filesForm(...files), ...refused });
      expect(answer.text).toContain("empty.pdf: This file is empty");
      expectWhole(portal);
    }
  });

  test("ignores the nameless part that a browser sends for an empty file field", async () => {
    const portal = await openWithAnnouncement();
    const body = (name: string, content: string) =>
      `--b\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\n${content}\r\n`;
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const none = await perform(portal, { ...upload, raw: `${body("", "")}--b--\r\n`, headers, ...refused });
    expect(none.text).toContain("Choose at least one file");
    await perform(portal, {
      ...upload,
      raw: `${body("", "")}${body("a.txt", "text")}--b--\r\n`,
      headers,
      ...uploaded(),
    });
    expect(rowsOf(portal)).toMatchObject([{ fileName: "a.txt" }]);
  });

  test("the refusal names every bad file, even when there are also too many files", async () => {
    const portal = await openWithAnnouncement();
    const liar = { name: "map.png", bytes: pdf() };
    const program = { name: "setup.exe", bytes: Buffer.from("MZ") };
    const files = async (...more: { name: string; bytes: Buffer }[]) => {
      const answer = await perform(portal, { ...upload, multipart: filesForm(...more), ...refused });
      return (answer.body as { fields: { files: string[] } }).fields.files;
    };
    const named = [expect.stringMatching(/^map\.png: /), expect.stringMatching(/^setup\.exe: /)];
    expect(await files(...several(1), liar, program)).toEqual(named);
    expect(await files(...several(9), liar, program)).toEqual(["Choose at most 10 files", ...named]);
    await perform(portal, { ...upload, multipart: filesForm(...several(2)), ...uploaded(2) });
    const inAll = "Choose fewer files: there may be 10 in all, and 2 are already here";
    expect(await files(...several(7), liar, program)).toEqual([inAll, ...named]);
    expect(portal.storedFiles()).toHaveLength(2);
    // The server reports a missing record before it reports problems with the files.
    const elsewhere = PATH.replace(THE_ONE, "another");
    expect((await portal.request("lead", "POST", elsewhere, { multipart: filesForm(liar) })).status).toBe(404);
  });

  const bad: [what: string, file: { name: string; bytes: Buffer }, says: string][] = [
    [
      "of a type that is not accepted",
      { name: "setup.exe", bytes: Buffer.from("MZ\x90\x00") },
      "setup.exe: Choose a PDF",
    ],
    ["that is not what its name says", { name: "map.png", bytes: pdf() }, "map.png: This is not a PNG image"],
    ["with macros' own name", { name: "letter.docm", bytes: docx() }, "letter.docm: Choose a PDF"],
    ["without a name", { name: "/", bytes: pdf() }, "Choose a file that has a name"],
  ];
  scenarios(
    bad.flatMap(([what, file, says]) =>
      [0, 1, 2].map((place) => ({
        name: `one bad file, ${what}, as number ${place + 1} of three stores nothing of the batch`,
        ...upload,
        given: given(() => filesForm(...[...several(2).slice(0, place), file, ...several(2).slice(place)])),
        ...refused,
        body: { error: expect.stringContaining(says) },
        after: (portal: Portal) => expect(portal.storedFiles()).toEqual([]),
      })),
    ),
  );

  test("if the server cannot store one file, it removes the files stored before it", async () => {
    const portal = await openWithAnnouncement();
    const { files } = portal.services;
    const place = files.place;
    let placed = 0;
    files.place = (staged) => {
      placed += 1;
      return placed === 3 ? Promise.reject(new Error("the disk is full")) : place(staged);
    };
    await perform(portal, { ...upload, multipart: filesForm(...several(4)), status: 500 });
    expect(placed).toBe(3);
    expect(portal.storedFiles()).toEqual([]);
  });

  test("an announcement that is deleted during an upload gets no files and leaves none behind", async () => {
    const portal = await openWithAnnouncement();
    const { files } = portal.services;
    const place = files.place;
    files.place = async (staged) => {
      const key = await place(staged);
      await portal.request("admin", "DELETE", `/api/gov/announcements/${THE_ONE}`);
      return key;
    };
    const answer = await portal.request("lead", "POST", PATH, { multipart: filesForm(...several(1)) });
    expect(answer.status).toBe(404);
    expect(portal.storedFiles()).toEqual([]);
    expect(rowsOf(portal)).toEqual([]);
  });

  test("if the server cannot remove a file, it logs that and still returns the original error", async () => {
    const portal = await openWithAnnouncement();
    const { files } = portal.services;
    const place = files.place;
    files.remove = () => Promise.reject(new Error("cannot remove"));
    const logged = () =>
      portal.log.filter(({ level }) => level === 50).map(({ err }) => (err as { message: string }).message);
    let placed = 0;
    files.place = (staged) => {
      placed += 1;
      return placed === 2 ? Promise.reject(new Error("the disk is full")) : place(staged);
    };
    const failed = await portal.request("lead", "POST", PATH, { multipart: filesForm(...several(2)) });
    expect(failed.status).toBe(500);
    expect(logged()).toEqual(["cannot remove", "the disk is full"]);

    files.place = async (staged) => {
      const key = await place(staged);
      await portal.request("admin", "DELETE", `/api/gov/announcements/${THE_ONE}`);
      return key;
    };
    const answer = await portal.request("lead", "POST", PATH, { multipart: filesForm(...several(1)) });
    expect(answer.status).toBe(404);
    expect(logged()).toHaveLength(3);
  });

  test("of forty single uploads at the same time, ten are stored and thirty refused, and every file has a row", {
    tags: "race",
  }, async () => {
    const portal = await openWithAnnouncement();
    const answers = await Promise.all(
      several(40).map((file) => portal.request("lead", "POST", PATH, { multipart: filesForm(file) })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(201), ...Array(30).fill(400)]);
    expect(rowsOf(portal)).toHaveLength(10);
    expectWhole(portal);
    expect(portal.auditRows()).toHaveLength(10);
  });

  scenarios([
    { name: "requires a file", ...upload, given: given(() => new FormData()), status: 400 },
    { name: "is not JSON", ...upload, json: { files: [] }, status: 400 },
    {
      name: "refuses text in the field for files",
      ...upload,
      given: given(() => {
        const form = new FormData();
        form.set("files", "hello");
        return form;
      }),
      ...refused,
    },
    {
      name: "to a missing announcement is not found",
      ...upload,
      multipart: filesForm(...several(1)),
      status: 404,
    },
    {
      name: "to a deleted announcement is not found",
      ...upload,
      given: given(() => filesForm(...several(1)), { deletedAt: "2026-03-01T00:00:00.000Z" }),
      status: 404,
    },
    {
      name: "to an unpublished announcement works too",
      ...upload,
      given: given(() => filesForm(...several(1)), { published: false }),
      ...uploaded(),
    },
    ...(["readonly", "poc", "acmeAdmin"] as const).map((as) => ({
      name: `is not for ${as}`,
      ...upload,
      as,
      given: given(() => filesForm(...several(1))),
      status: 403,
    })),
    { name: "requires a session", ...upload, as: null, multipart: filesForm(...several(1)), status: 401 },
  ]);
});

describe("a request body that is too large for attachments", () => {
  const MOST = 150 * MB + 64 * KB;
  const BOUNDARY = "----a-boundary";
  const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.4 `;
  const headersOf = (portal: Portal, more: Record<string, string | number> = {}) => ({
    host: HOST,
    cookie: portal.cookieOf("lead"),
    "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
    ...more,
  });
  function* chunks(bytes: number): Generator<Buffer> {
    yield Buffer.from(HEAD);
    for (let sent = HEAD.length; sent < bytes; sent += 512 * KB)
      yield Buffer.alloc(Math.min(512 * KB, bytes - sent), "x");
  }

  scenarios([
    {
      name: "is refused because of its Content-Length before it is read",
      ...upload,
      given: given(),
      raw: HEAD,
      headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}`, "content-length": String(MOST + 1) },
      status: 413,
    },
    {
      name: "is not reported to someone who may not publish",
      ...upload,
      as: "poc",
      given: given(),
      raw: HEAD,
      headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}`, "content-length": String(MOST + 1) },
      status: 403,
    },
  ]);

  test("is refused because of its Content-Length, and the client reads the response", async () => {
    const portal = await openWithAnnouncement();
    const port = await listen(portal);
    const length = MOST + MB;
    const options = { method: "POST", path: PATH, headers: headersOf(portal, { "content-length": length }) };
    const answer = await sendChunks(port, options, chunks(length));
    expect(answer.status).toBe(413);
    expect(answer.text).toContain('{"error":"Request body too large"}');
    expect(portal.storedFiles()).toEqual([]);
  });

  test("is refused by counting the bytes when it is sent in chunks, and the client reads the response", async () => {
    const portal = await openWithAnnouncement();
    const port = await listen(portal);
    const options = { method: "POST", path: PATH, headers: headersOf(portal) };
    const answer = await sendChunks(port, options, chunks(MOST + 2 * MB));
    expect(answer.status).toBe(413);
    expect(answer.text).toContain('{"error":"Request body too large"}');
    await vi.waitFor(() => expect(portal.storedFiles()).toEqual([]));
  });
});

describe("downloading an announcement's file", () => {
  const downloaded = { status: 200, events: ["announcement_attachment_downloaded"] } as const;
  const path = (attachmentId: string, id = THE_ONE) => `/api/gov/announcements/${id}/attachments/${attachmentId}`;

  for (const person of PEOPLE) {
    const isIndustry = roleOf(person) === "INDUSTRY";
    test(`${person} ${isIndustry ? "reads only a published one's" : "reads a published or unpublished one's"}`, async () => {
      const portal = await openPortal();
      const states = [
        { values: {}, isRead: true },
        { values: { published: false }, isRead: !isIndustry },
        { values: { deletedAt: instant(portal) }, isRead: false },
        { values: { published: false, deletedAt: instant(portal) }, isRead: false },
      ];
      for (const { values, isRead } of states) {
        const id = insertAnnouncement(portal, values);
        const attachmentId = await insertAnnouncementFile(portal, id);
        const expected = isRead ? downloaded : { status: 404, body: { error: "Not found" } };
        await perform(portal, { as: person, method: "GET", path: path(attachmentId, id), ...expected });
      }
    });
  }

  test("is sent as an attachment that a browser does not open, sniff or cache, and is audited", async () => {
    const portal = await openWithAnnouncement();
    const attachmentId = await insertAnnouncementFile(portal, THE_ONE, { fileName: "Plän.pdf" });
    const { headers } = await perform(portal, {
      as: "acmeUser",
      method: "GET",
      path: path(attachmentId),
      ...downloaded,
    });
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(headers.get("content-disposition")).toBe(
      "attachment; filename=\"Pl_n.pdf\"; filename*=UTF-8''Pl%C3%A4n.pdf",
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(portal.auditRows()[0]).toMatchObject({
      actorId: idOf("acmeUser"),
      targetType: "announcement",
      targetId: THE_ONE,
      details: JSON.stringify({ attachmentId, fileName: "Plän.pdf" }),
    });
  });

  const read = { as: "acmeUser", method: "GET", path: path("none") } as const;
  scenarios([
    { name: "requires a session", ...read, as: null, status: 401 },
    {
      name: "requires a session for a published one's, too",
      ...read,
      as: null,
      given: async (portal) => {
        insertAnnouncement(portal, { id: THE_ONE });
        return { path: path(await insertAnnouncementFile(portal, THE_ONE)) };
      },
      status: 401,
    },
    { name: "finds no announcement", ...read, status: 404 },
    { name: "finds no file", ...read, given: given(), status: 404 },
    {
      name: "finds no file of another announcement",
      ...read,
      given: async (portal) => {
        insertAnnouncement(portal, { id: THE_ONE });
        return { path: path(await insertAnnouncementFile(portal, insertAnnouncement(portal))) };
      },
      status: 404,
    },
    {
      name: "returns 404 when the file is missing from the store",
      ...read,
      given: async (portal) => {
        insertAnnouncement(portal, { id: THE_ONE });
        const attachmentId = await insertAnnouncementFile(portal, THE_ONE);
        rmSync(join(portal.uploadsDir, rowsOf(portal)[0]?.storageKey ?? ""));
        return { path: path(attachmentId) };
      },
      status: 404,
    },
  ]);
});

describe("deleting an announcement's file", () => {
  const path = (attachmentId: string) => `${PATH}/${attachmentId}`;
  const remove = { as: "lead", method: "DELETE", path: path("none") } as const;

  test("deletes its row, leaves the file to the cleanup, and records the file's name in the audit log", async () => {
    const portal = await openWithAnnouncement();
    const attachmentId = await insertAnnouncementFile(portal, THE_ONE);
    const { storageKey = "" } = rowsOf(portal)[0] ?? {};
    portal.advance(MINUTE);
    await perform(portal, {
      ...remove,
      path: path(attachmentId),
      status: 200,
      events: ["announcement_attachment_deleted"],
      body: { data: { id: attachmentId } },
    });
    expect(rowsOf(portal)).toEqual([]);
    expect(portal.auditRows()[0]).toMatchObject({ actorId: idOf("lead"), targetId: THE_ONE });
    expect(JSON.parse(portal.auditRows()[0]?.details ?? "")).toMatchObject({
      before: { attachmentId, fileName: "agenda.pdf" },
    });
    const record = await portal.request("lead", "GET", `/api/gov/announcements/${THE_ONE}`);
    expect(record.body).toMatchObject({ data: { updatedAt: instant(portal), attachments: [] } });
    await perform(portal, { as: "acmeUser", method: "GET", path: path(attachmentId), status: 404 });
    await perform(portal, { ...remove, path: path(attachmentId), status: 404 });

    const stored = join(portal.uploadsDir, storageKey);
    expect(existsSync(stored)).toBe(true);
    utimesSync(stored, 0, 0);
    await portal.services.files.sweep(() => false, portal.now());
    expect(existsSync(stored)).toBe(false);
  });

  scenarios([
    { name: "finds no announcement", ...remove, status: 404 },
    { name: "finds no file", ...remove, given: given(), status: 404 },
    {
      name: "finds no file of another announcement, and leaves it",
      ...remove,
      given: async (portal) => {
        insertAnnouncement(portal, { id: THE_ONE });
        return { path: path(await insertAnnouncementFile(portal, insertAnnouncement(portal))) };
      },
      status: 404,
    },
    ...(["readonly", "poc", "acmeAdmin"] as const).map((as) => ({
      name: `is not for ${as}`,
      ...remove,
      as,
      status: 403,
    })),
    { name: "requires a session", ...remove, as: null, status: 401 },
  ]);
});

/** A JPEG image of one pixel. */
const JPEG = Buffer.from(
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==",
  "base64",
);
