import { expect, onTestFinished, test } from "vitest";
import { closeDatabase, type Database } from "#db/open";
import { command, engagement, engagementAttachment, engagementAttachmentChunk, user } from "#db/schema";
import { pdfOfSize } from "../bench/data";
import { openMigrated } from "../support/migrated";
import { seededServer } from "../support/seeded-server";
import { makePlace, PORTAL, startServer } from "../support/server-process";
import { openSession } from "../support/sessions";

/* Simultaneous uploads of attachments over HTTP, and attachments at the server's start. */

const NOW = new Date();
const times = { createdAt: NOW.toISOString(), updatedAt: NOW.toISOString() };

let token = "";
let count = 0;
const shared = seededServer((db) => {
  token = arrange(db);
});

/** Adds a user who may change engagements. @returns a session token */
function arrange(db: Database): string {
  db.insert(command)
    .values({ id: "c", name: "C", nameKey: "c", abbreviation: "C", abbreviationKey: "c", echelon: "Office", ...times })
    .run();
  db.insert(user)
    .values({ id: "u", email: "u@example.gov", name: "U", role: "GOV_ADMIN", passwordHash: "none", ...times })
    .run();
  return openSession(db, "u");
}

/** @returns the id of an engagement without attachments */
function addEngagement(db: Database): string {
  count += 1;
  const id = `engagement-${count}`;
  const columns = { title: "A demonstration", type: "DEMO", status: "PLANNED", date: NOW.toISOString() } as const;
  db.insert(engagement)
    .values({ id, ...columns, otherOrganization: "A lab", commandId: "c", createdBy: "u", ...times })
    .run();
  return id;
}

/** Opens a database during a callback. */
function inDatabase<Result>(path: string, work: (db: Database) => Result): Result {
  const db = openMigrated(path);
  try {
    return work(db);
  } finally {
    closeDatabase(db);
  }
}

const attachmentsAndChunks = () =>
  ["engagement_attachment", "engagement_attachment_chunk"].map((table) =>
    Number(shared.ledger.prepare(`SELECT count(*) FROM ${table}`).pluck().get()),
  );

test("forty simultaneous uploads to an engagement store ten files, and nothing of the others remains", {
  tags: "race",
}, async () => {
  const id = inDatabase(shared.ledger.name, addEngagement);
  const [attachments = 0, chunks = 0] = attachmentsAndChunks();
  const upload = async () => {
    const form = new FormData();
    form.append("files", new Blob([new Uint8Array(pdfOfSize(1_500_000))]), "agenda.pdf");
    const response = await fetch(`${shared.server.origin}/api/gov/engagements/${id}/attachments`, {
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
  expect(attachmentsAndChunks()).toEqual([attachments + 10, chunks + 20]);
  // Otherwise, frequent runs would fill the disk.
  inDatabase(shared.ledger.name, ({ $client }) => $client.exec("DELETE FROM engagement_attachment_chunk"));
});

test("the server's start removes the bytes of an upload whose process ended", async () => {
  const place = makePlace();
  onTestFinished(() => place.remove());
  inDatabase(place.settings.DATABASE_PATH, (db) => {
    arrange(db);
    const engagementId = addEngagement(db);
    const file = { fileName: "a.txt", contentType: "text/plain", sizeBytes: 3, sha256: "none", uploadedBy: "u" };
    db.insert(engagementAttachment)
      .values({ id: "kept", engagementId, ...file, createdAt: times.createdAt })
      .run();
    for (const attachmentId of ["kept", "lost"]) {
      db.insert(engagementAttachmentChunk)
        .values({ attachmentId, position: 0, bytes: Buffer.from("abc") })
        .run();
    }
  });
  const server = await startServer(PORTAL, place.settings);
  await server.stop();
  inDatabase(place.settings.DATABASE_PATH, (db) => {
    expect(db.select().from(engagementAttachmentChunk).all()).toMatchObject([{ attachmentId: "kept" }]);
  });
});
