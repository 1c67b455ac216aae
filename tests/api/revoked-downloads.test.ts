import { describe, expect, test } from "vitest";
import {
  deactivate,
  insertAnnouncement,
  insertAnnouncementFile,
  insertAudit,
  insertEngagement,
  insertSubmission,
  insertSubmissionWithFile,
} from "../support/arrange";
import { idOf, type PersonKey } from "../support/cast";
import { CLIENT_IP, HOST, openPortal, type Portal } from "../support/portal";

/* Responses that a client is still reading when it loses permission to read them. */

const SECOND = 1_000;

async function beginDownload(portal: Portal, person: PersonKey, path: string) {
  const request = new Request(`http://${HOST}${path}`, { headers: { host: HOST, cookie: portal.cookieOf(person) } });
  const response = await portal.handler(Object.assign(request, { ip: CLIENT_IP }));
  expect(response.status).toBe(200);
  if (!response.body) throw new Error("There is no body");
  return response.body.getReader();
}

/** Reads to the end. @returns the number of bytes. */
async function readOn(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<number> {
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    bytes += value.byteLength;
  }
}

const LOSSES: Record<string, (portal: Portal, person: PersonKey) => unknown> = {
  "signed out": (portal, person) => portal.request(person, "DELETE", "/api/session"),
  "was deactivated": deactivate,
  "was demoted": (portal, person) =>
    portal.db.$client.prepare("UPDATE user SET role = 'GOV_READONLY' WHERE id = ?").run(idOf(person)),
};

const MANY = 600;

/** Each download with a response longer than one chunk. */
const DOWNLOADS: Record<string, (portal: Portal) => string | Promise<string>> = {
  "the ledger as JSON": (portal) => {
    for (let each = 0; each < MANY; each += 1) insertSubmission(portal, { summary: "x".repeat(500) });
    return "/api/export/all";
  },
  "a table as CSV": (portal) => {
    for (let each = 0; each < MANY; each += 1) insertSubmission(portal, { summary: "x".repeat(500) });
    return "/api/export/csv?entity=submissions";
  },
  "the calendar": (portal) => {
    for (let each = 0; each < MANY; each += 1) insertEngagement(portal, { summary: "x".repeat(500) });
    return "/api/export/engagements.ics";
  },
  "the audit log": (portal) => {
    for (let each = 0; each < MANY; each += 1) insertAudit(portal, "sign_out", { as: "poc" });
    return "/api/gov/admin/audit/csv";
  },
  "a submission's file": async (portal) =>
    `/api/portal/submissions/${await insertSubmissionWithFile(portal, { bytes: Buffer.alloc(1_000_000, "%PDF-") })}/file`,
  "an announcement's file": async (portal) => {
    const id = insertAnnouncement(portal);
    const file = await insertAnnouncementFile(portal, id, { bytes: Buffer.alloc(1_000_000, "%PDF-") });
    return `/api/gov/announcements/${id}/attachments/${file}`;
  },
};

describe.each(Object.entries(DOWNLOADS))("while %s is being sent", (_what, arrange) => {
  test.each(Object.entries(LOSSES))("the download ends early once its reader %s", async (_loss, lose) => {
    const portal = await openPortal();
    const path = await arrange(portal);
    const reader = await beginDownload(portal, "systemAdmin", path);
    expect((await reader.read()).value?.byteLength).toBeGreaterThan(0);
    await lose(portal, "systemAdmin");
    portal.advance(SECOND);
    await expect(readOn(reader)).rejects.toThrow();
    expect(portal.log.filter(({ msg }) => String(msg).includes("stopped sending a response"))).toHaveLength(1);
  });
});

test("an export continues to its end when only its session expires meanwhile", async () => {
  const portal = await openPortal({ SESSION_IDLE_MINUTES: "5" });
  const path = await DOWNLOADS["a table as CSV"]?.(portal);
  const reader = await beginDownload(portal, "admin", path ?? "");
  await reader.read();
  portal.advance(600 * SECOND);
  expect(await readOn(reader)).toBeGreaterThan(100_000);
});
