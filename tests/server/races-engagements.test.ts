import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDatabase, type Database, migrateDatabase, openDatabase } from "#db/open";
import { command, engagement, engagementAttachment, engagementAttachmentChunk, user } from "#db/schema";
import { pdfOfSize } from "../bench/data";
import { makePlace, type Place, PORTAL, startServer } from "../support/server-process";
import { openSession } from "../support/sessions";

/* What happens to attachments when many come at once, and when the server starts, over real HTTP. */

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

const NOW = new Date();
const times = { createdAt: NOW.toISOString(), updatedAt: NOW.toISOString() };

/** An engagement, and an administrator who may add to it. @returns the token of a session. */
function arrange(db: Database): string {
  db.insert(command)
    .values({ id: "c", name: "C", nameKey: "c", abbreviation: "C", abbreviationKey: "c", echelon: "Office", ...times })
    .run();
  db.insert(user)
    .values({ id: "u", email: "u@example.gov", name: "U", role: "GOV_ADMIN", passwordHash: "none", ...times })
    .run();
  const columns = { title: "A demonstration", type: "DEMO", status: "PLANNED", date: NOW.toISOString() } as const;
  db.insert(engagement)
    .values({ id: "e", ...columns, otherOrganization: "A lab", commandId: "c", createdBy: "u", ...times })
    .run();
  return openSession(db, "u");
}

/** Opens the database, which no server may have open, for a while. */
function inDatabase<Result>(work: (db: Database) => Result): Result {
  const db = openDatabase(place.settings.DATABASE_PATH);
  try {
    migrateDatabase(db);
    return work(db);
  } finally {
    closeDatabase(db);
  }
}

test("of forty uploads at once to an engagement ten are stored, and nothing of the others is left", async () => {
  const token = inDatabase(arrange);
  const server = await startServer(PORTAL, place.settings);
  const upload = async () => {
    const form = new FormData();
    form.append("files", new Blob([new Uint8Array(pdfOfSize(1_500_000))]), "agenda.pdf");
    const response = await fetch(`${server.origin}/api/gov/engagements/e/attachments`, {
      method: "POST",
      headers: { cookie: `session=${token}` },
      body: form,
    });
    return { status: response.status, body: await response.text() };
  };
  const answers = await Promise.all(Array.from({ length: 40 }, upload));
  const refused = answers.filter(({ status }) => status === 400);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(refused).toHaveLength(30);
  for (const { body } of refused) expect(JSON.parse(body)).toMatchObject({ fields: { files: [expect.any(String)] } });
  expect(await server.stop()).toBe(0);
  inDatabase((db) => {
    expect(db.select().from(engagementAttachment).all()).toHaveLength(10);
    expect(
      db.select({ id: engagementAttachmentChunk.attachmentId }).from(engagementAttachmentChunk).all(),
    ).toHaveLength(20);
  });
});

test("bytes that an upload left behind when its process ended are gone once the server starts again", async () => {
  inDatabase((db) => {
    arrange(db);
    const file = { fileName: "a.txt", contentType: "text/plain", sizeBytes: 3, sha256: "none", uploadedBy: "u" };
    db.insert(engagementAttachment)
      .values({ id: "kept", engagementId: "e", ...file, createdAt: times.createdAt })
      .run();
    for (const attachmentId of ["kept", "lost"]) {
      db.insert(engagementAttachmentChunk)
        .values({ attachmentId, position: 0, bytes: Buffer.from("abc") })
        .run();
    }
  });
  const server = await startServer(PORTAL, place.settings);
  await server.stop();
  inDatabase((db) => {
    expect(db.select().from(engagementAttachmentChunk).all()).toMatchObject([{ attachmentId: "kept" }]);
  });
});
