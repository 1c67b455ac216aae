import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { statement } from "#db/open";
import { makePdf } from "~/demo/formats/pdf";
import { giveUpInterrupted, readWaiting } from "~/domain/document-text/read-waiting.server";
import { readPages } from "~/storage/document-text/pages.server";
import { type DocumentReader, ReaderEnded } from "~/storage/document-text/reader.server";
import { filesForm, insertAnnouncement, insertEngagement, insertSubmission, submissionForm } from "../support/arrange";
import { openDocumentReader } from "../support/document-reader";
import { pdf, text } from "../support/files";
import { dataOf, openPortal, type Portal } from "../support/portal";

const PAPER = makePdf({
  title: "Quiet rotors",
  author: "Acme Rotors, Inc.",
  date: new Date("2026-03-02T15:00:00Z"),
  sections: [{ heading: "Summary", paragraphs: ["The rotor turns at 41 decibels."] }],
});

interface Row {
  status: string;
  attempts: number;
  failure: string | null;
}

const rowOf = ({ db }: Portal, id: string) =>
  statement<Row>(db, "SELECT status, attempts, failure FROM document_text WHERE source_id = ?").get(id);

async function submit(portal: Portal, bytes: Buffer, name = "paper.pdf"): Promise<string> {
  const multipart = submissionForm({}, { name, bytes });
  return dataOf<{ id: string }>(await portal.request("acmeUser", "POST", "/api/portal/submissions", { multipart })).id;
}

// Reading has a low priority, and the tests' machine may be busy.
describe("waiting documents", { timeout: 90_000 }, () => {
  test("are read wherever they are stored", async () => {
    const portal = await openPortal();
    const reader = await openDocumentReader();
    const file = { name: "paper.pdf", bytes: Buffer.from(PAPER) };
    const send = async (as: "acmeUser" | "poc" | "lead", path: string, multipart: FormData) =>
      dataOf<{ id: string; files?: { id: string }[] } & { id: string }[]>(
        await portal.request(as, "POST", path, { multipart }),
      );
    const submission = await submit(portal, file.bytes);
    const form = filesForm(file);
    form.set("body", "600 m.");
    await send("acmeUser", `/api/portal/submissions/${insertSubmission(portal)}/messages`, form);
    const [ofMessage] = statement<{ id: string }>(portal.db, "SELECT id FROM submission_message_file").all();
    const announcement = insertAnnouncement(portal);
    const [ofAnnouncement] = await send("lead", `/api/gov/announcements/${announcement}/attachments`, filesForm(file));
    const engagement = insertEngagement(portal);
    const [ofEngagement] = await send("poc", `/api/gov/engagements/${engagement}/attachments`, filesForm(file));

    expect(await readWaiting(portal.services, reader)).toBe(4);
    for (const [source, id] of [
      ["submission", submission],
      ["submission_message_file", ofMessage?.id],
      ["announcement_attachment", ofAnnouncement?.id],
      ["engagement_attachment", ofEngagement?.id],
    ] as const) {
      expect(readPages(portal.db, source, id ?? "")?.join(), source).toContain("The rotor turns at 41 decibels.");
    }
    expect(await readWaiting(portal.services, reader)).toBe(0);
  });

  test("that cannot be read are tried again after all others, are then unreadable, and are logged once", async () => {
    const portal = await openPortal();
    const bad = await submit(portal, pdf());
    const good = await submit(portal, text(), "notes.txt");
    const tried: string[] = [];
    const actual = await openDocumentReader();
    const reader: DocumentReader = {
      ...actual,
      read(kind, content) {
        tried.push(kind);
        return actual.read(kind, content);
      },
    };
    // The last added is read first.
    expect(await readWaiting(portal.services, reader)).toBe(1);
    expect(tried).toEqual(["txt", "pdf", "pdf"]);
    expect(rowOf(portal, good)).toEqual({ status: "READ", attempts: 1, failure: null });
    expect(rowOf(portal, bad)).toEqual({ status: "UNREADABLE", attempts: 2, failure: "DAMAGED" });
    expect(portal.log.filter(({ sourceId }) => sourceId === bad)).toMatchObject([{ failure: "DAMAGED" }]);
    expect(readPages(portal.db, "submission", bad)).toBeNull();
    await readWaiting(portal.services, reader);
    expect(tried).toHaveLength(3);
    const download = await portal.request("acmeUser", "GET", `/api/portal/submissions/${bad}/file`);
    expect(download.status).toBe(200);
    expect(Buffer.from(download.bytes)).toEqual(pdf());
  });

  test("whose file is gone are unreadable", async () => {
    const portal = await openPortal();
    const id = await submit(portal, Buffer.from(PAPER));
    for (const name of portal.storedFiles()) rmSync(join(portal.uploadsDir, name));
    await readWaiting(portal.services, await openDocumentReader());
    expect(rowOf(portal, id)).toMatchObject({ status: "UNREADABLE", failure: "MISSING" });
  });

  test("that are deleted while they are read leave nothing", async () => {
    const portal = await openPortal();
    const path = `/api/gov/engagements/${insertEngagement(portal)}/attachments`;
    const multipart = filesForm({ name: "paper.pdf", bytes: Buffer.from(PAPER) });
    const [file] = dataOf<{ id: string }[]>(await portal.request("poc", "POST", path, { multipart }));
    const actual = await openDocumentReader();
    const reader: DocumentReader = {
      ...actual,
      async read(kind, content) {
        await portal.request("poc", "DELETE", `${path}/${file?.id}`);
        return actual.read(kind, content);
      },
    };
    await readWaiting(portal.services, reader);
    expect(rowOf(portal, file?.id ?? "")).toBeUndefined();
  });

  test("wait as before if the reader ends", async () => {
    const portal = await openPortal();
    const id = await submit(portal, Buffer.from(PAPER));
    const reader = await openDocumentReader();
    const reading = readWaiting(portal.services, reader);
    reader.close();
    await expect(reading).rejects.toThrow(ReaderEnded);
    expect(rowOf(portal, id)).toEqual({ status: "WAITING", attempts: 0, failure: null });
    expect(await readWaiting(portal.services, await openDocumentReader())).toBe(1);
  });

  test("during which the server ended twice are given up", async () => {
    const portal = await openPortal();
    const id = await submit(portal, Buffer.from(PAPER));
    const begin = "UPDATE document_text SET attempts = attempts + 1";
    statement(portal.db, begin).run();
    expect(giveUpInterrupted(portal.db)).toBe(0);
    statement(portal.db, begin).run();
    expect(giveUpInterrupted(portal.db)).toBe(1);
    expect(rowOf(portal, id)).toEqual({ status: "UNREADABLE", attempts: 2, failure: "INTERRUPTED" });
  });
});
