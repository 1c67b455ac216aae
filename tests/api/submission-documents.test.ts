import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { submission } from "#db/schema";
import { LIMITS } from "~/values/limits";
import { insertSubmission, insertSubmissionWithFile, submissionForm } from "../support/arrange";
import { idOf, ORGANIZATIONS, PEOPLE, roleOf } from "../support/cast";
import { docx, pdf, text, utf16, windows1252 } from "../support/files";
import { dataOf, openPortal, type Portal } from "../support/portal";
import { perform } from "../support/scenario";

const path = (id: string) => `/api/gov/submissions/${id}/document`;
const shown = { status: 200, events: ["submission_file_downloaded"] } as const;
const PDF_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";
const TEXT_POLICY = "sandbox; default-src 'none'; frame-ancestors 'self'";

/** Uploads a document as the company does, and asks for it as a reviewer. */
async function upload(portal: Portal, name: string, bytes: Buffer): Promise<string> {
  const multipart = submissionForm({}, { name, bytes });
  const sent = await portal.request("acmeUser", "POST", "/api/portal/submissions", { multipart });
  return dataOf<{ id: string }>(sent).id;
}

describe("a submission's document beside its page", () => {
  const HTML = text('<!doctype html><html><script>alert(document.domain)</script><svg onload="alert(1)"/></html>');
  const documents: [name: string, bytes: Buffer, contentType: string, policy: string][] = [
    ["paper.pdf", pdf(), "application/pdf", PDF_POLICY],
    ["PAPER.PDF", pdf(), "application/pdf", PDF_POLICY],
    ["page.html.txt", HTML, "text/plain; charset=utf-8", TEXT_POLICY],
    [
      "windows.txt",
      windows1252("“Quoted” – naïve <script>alert(1)</script>"),
      "text/plain; charset=windows-1252",
      TEXT_POLICY,
    ],
    ["notepad.txt", utf16("<script>alert(1)</script> 量子"), "text/plain; charset=utf-16", TEXT_POLICY],
    ["long.txt", text("a".repeat(LIMITS.shownTextBytes)), "text/plain; charset=utf-8", TEXT_POLICY],
  ];
  for (const [name, bytes, contentType, policy] of documents) {
    test(`shows ${name} inline, and nothing in it can run, load, be guessed or be framed elsewhere`, async () => {
      const portal = await openPortal();
      const id = await upload(portal, name, bytes);
      const sent = await perform(portal, { as: "readonly", method: "GET", path: path(id), ...shown });
      expect(Buffer.from(sent.bytes).equals(bytes)).toBe(true);
      expect(Object.fromEntries(sent.headers)).toMatchObject({
        "content-type": contentType,
        "content-disposition": `inline; filename="${name}"`,
        "content-security-policy": policy,
        "content-length": String(bytes.length),
        "x-content-type-options": "nosniff",
        "x-frame-options": "SAMEORIGIN",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "private, no-store",
      });
    });
  }

  const downloadedOnly: [name: string, bytes: Buffer][] = [
    ["paper.docx", docx()],
    ["long.txt", text("a".repeat(LIMITS.shownTextBytes + 1))],
  ];
  for (const [name, bytes] of downloadedOnly) {
    test(`does not show ${name}, audits nothing, and its download stays an attachment`, async () => {
      const portal = await openPortal();
      const id = await upload(portal, name, bytes);
      await perform(portal, { as: "poc", method: "GET", path: path(id), status: 404 });
      const file = await portal.request("poc", "GET", `/api/portal/submissions/${id}/file`);
      expect(file.headers.get("content-disposition")).toMatch(/^attachment;/);
      expect(file.headers.get("x-frame-options")).toBe("DENY");
    });
  }

  test("shows only stored types of its table, whatever the name says", async () => {
    const portal = await openPortal();
    const id = await insertSubmissionWithFile(portal, { fileName: "paper.pdf" });
    const types = [
      "text/html",
      "image/svg+xml",
      "application/xhtml+xml",
      "text/xml",
      "application/pdf; x=1",
      "TEXT/PLAIN",
    ];
    for (const contentType of [...types, "text/plain", "text/plain; charset=utf-7", ""]) {
      portal.db.update(submission).set({ contentType }).where(eq(submission.id, id)).run();
      await perform(portal, { as: "poc", method: "GET", path: path(id), status: 404 });
    }
  });

  for (const person of PEOPLE) {
    const allowed = roleOf(person) !== "INDUSTRY";
    test(`${person} ${allowed ? "reads" : "cannot read"} it there`, async () => {
      const portal = await openPortal();
      const id = await insertSubmissionWithFile(portal);
      await perform(portal, { as: person, method: "GET", path: path(id), ...(allowed ? shown : { status: 403 }) });
    });
  }

  test("is read only in a session, and is not found without a file or a record", async () => {
    const portal = await openPortal();
    await perform(portal, {
      as: null,
      method: "GET",
      path: path(await insertSubmissionWithFile(portal)),
      status: 401,
    });
    await perform(portal, { as: "poc", method: "GET", path: path(insertSubmission(portal)), status: 404 });
    await perform(portal, { as: "poc", method: "GET", path: path("submission-none"), status: 404 });
  });

  test("is sent whole for a range, without a body for HEAD, and each reading has one audit row", async () => {
    const portal = await openPortal();
    const id = await insertSubmissionWithFile(portal);
    const whole = await portal.request("poc", "GET", path(id));
    const ranged = await portal.request("poc", "GET", path(id), { headers: { range: "bytes=2-4" } });
    expect([ranged.status, ranged.text]).toEqual([200, whole.text]);
    expect(ranged.headers.has("accept-ranges")).toBe(false);
    const rows = portal.auditRows();
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      event: "submission_file_downloaded",
      actorId: idOf("poc"),
      targetId: id,
      organizationId: ORGANIZATIONS.acme,
      details: JSON.stringify({ fileName: "paper.pdf" }),
    });
    const head = await portal.request("poc", "HEAD", path(id));
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  });
});
