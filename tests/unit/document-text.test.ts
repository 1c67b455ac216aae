import { expect, test } from "vitest";
import { statement } from "#db/open";
import { packText, readPages } from "~/storage/document-text/pages.server";
import { filesForm, insertEngagement, insertSubmission, submissionForm } from "../support/arrange";
import { docx, jpeg, pdf, png, text } from "../support/files";
import { dataOf, openPortal, type Portal } from "../support/portal";

interface Row {
  source: string;
  source_id: string;
  status: string;
}

const rowsOf = ({ db }: Portal) =>
  statement<Row>(db, "SELECT source, source_id, status FROM document_text ORDER BY rowid").all();

test("a submission's document waits to be read, and a submission without one does not", async () => {
  const portal = await openPortal();
  const path = "/api/portal/submissions";
  const form = submissionForm({}, { name: "notes.txt", bytes: text() });
  const { id } = dataOf<{ id: string }>(await portal.request("acmeUser", "POST", path, { multipart: form }));
  await portal.request("acmeUser", "POST", path, { multipart: submissionForm({}) });
  expect(rowsOf(portal)).toEqual([{ source: "submission", source_id: id, status: "WAITING" }]);
  statement(portal.db, "DELETE FROM submission WHERE id = ?").run(id);
  expect(rowsOf(portal)).toEqual([]);
});

test("the files of a message wait to be read", async () => {
  const portal = await openPortal();
  const id = insertSubmission(portal);
  const form = filesForm({ name: "answer.docx", bytes: docx() });
  form.set("body", "600 m.");
  const answer = await portal.request("acmeUser", "POST", `/api/portal/submissions/${id}/messages`, {
    multipart: form,
  });
  expect(answer.status).toBe(201);
  expect(rowsOf(portal)).toMatchObject([{ source: "submission_message_file", status: "WAITING" }]);
});

test("an engagement's documents wait to be read, its pictures do not, and removed files leave nothing", async () => {
  const portal = await openPortal();
  const path = `/api/gov/engagements/${insertEngagement(portal)}/attachments`;
  const files = [
    { name: "agenda.pdf", bytes: pdf() },
    { name: "room.png", bytes: png() },
    { name: "door.jpg", bytes: jpeg() },
  ];
  const [paper] = dataOf<{ id: string }[]>(
    await portal.request("poc", "POST", path, { multipart: filesForm(...files) }),
  );
  expect(rowsOf(portal)).toEqual([{ source: "engagement_attachment", source_id: paper?.id, status: "WAITING" }]);
  await portal.request("poc", "DELETE", `${path}/${paper?.id}`);
  expect(rowsOf(portal)).toEqual([]);
});

test("a text is read back by page, and a document that was not read has none", async () => {
  const portal = await openPortal();
  const id = insertSubmission(portal);
  statement(portal.db, "INSERT INTO document_text (source, source_id) VALUES ('submission', ?)").run(id);
  expect(readPages(portal.db, "submission", id)).toBeNull();
  const update = "UPDATE document_text SET status = 'READ', text = ? WHERE source_id = ?";
  statement(portal.db, update).run(await packText("Quiet rotors, 量子 🚀\f\fpage three"), id);
  expect(readPages(portal.db, "submission", id)).toEqual(["Quiet rotors, 量子 🚀", "", "page three"]);
  expect(readPages(portal.db, "engagement_attachment", id)).toBeNull();
});
