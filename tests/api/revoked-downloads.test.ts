import { describe, expect, test } from "vitest";
import { administratorFor } from "../support/administration";
import {
  insertAnnouncement,
  insertAnnouncementFile,
  insertAudit,
  insertCommand,
  insertEngagement,
  insertSubmission,
  insertSubmissionWithFile,
} from "../support/arrange";
import { idOf, type PersonKey } from "../support/cast";
import { ENDINGS, type Ending } from "../support/endings";
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

/** What a reader loses the right to read by, and their session unless `keepsSession`. */
const LOSSES: readonly (Ending & { keepsSession?: true })[] = [
  ENDINGS.find(({ isInactive }) => isInactive) as Ending,
  ENDINGS.find(({ isInactive }) => !isInactive) as Ending,
  {
    what: "the reader signs out",
    end: (portal, person = "poc") => portal.request(person, "DELETE", "/api/session"),
  },
  {
    what: "an administrator demotes the reader",
    keepsSession: true,
    async end(portal, person = "poc") {
      const json = { userId: idOf(person), role: "GOV_READONLY" };
      const administrator = administratorFor(portal, person);
      const { status, text } = await portal.request(administrator, "PATCH", "/api/gov/admin/users", { json });
      expect(status, text).toBe(200);
    },
  },
];

const MANY = 400;

/** Inserts many records, at once because that is faster. */
const insertMany = ({ db }: Portal, insert: () => unknown) =>
  db.$client.transaction(() => {
    for (let each = 0; each < MANY; each += 1) insert();
  })();

/** Each download with a response longer than one chunk. */
const DOWNLOADS: Record<string, (portal: Portal) => string | Promise<string>> = {
  "the ledger as JSON": (portal) => {
    insertMany(portal, () => insertSubmission(portal, { summary: "x".repeat(500) }));
    return "/api/export/all";
  },
  "a table as CSV": (portal) => {
    insertMany(portal, () => insertSubmission(portal, { summary: "x".repeat(500) }));
    return "/api/export/csv?entity=submissions";
  },
  "the calendar": (portal) => {
    insertMany(portal, () => insertEngagement(portal, { summary: "x".repeat(500) }));
    return "/api/export/engagements.ics";
  },
  "the audit log": (portal) => {
    insertMany(portal, () => insertAudit(portal, "sign_out", { as: "poc" }));
    return "/api/gov/admin/audit/csv";
  },
  "a long list": (portal) => {
    insertMany(portal, () => insertCommand(portal, { mission: "x".repeat(500) }));
    return "/api/gov/admin/commands";
  },
  "a submission's file": async (portal) =>
    `/api/portal/submissions/${await insertSubmissionWithFile(portal, { bytes: Buffer.alloc(1_000_000, "%PDF-") })}/file`,
  "an announcement's file": async (portal) => {
    const id = insertAnnouncement(portal);
    const file = await insertAnnouncementFile(portal, id, { bytes: Buffer.alloc(1_000_000, "%PDF-") });
    return `/api/gov/announcements/${id}/attachments/${file}`;
  },
};

describe.each(Object.entries(DOWNLOADS))("while %s is being sent", (what, arrange) => {
  // One download ends with each of them. The others are checked in the same place.
  const losses = what === "a table as CSV" ? [...new Set([...LOSSES, ...ENDINGS])] : LOSSES;
  test.each(losses)("the download ends early once $what", async (loss) => {
    const { end, keepsSession } = { keepsSession: false, ...loss };
    const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
    const path = await arrange(portal);
    const cookie = portal.cookieOf("systemAdmin");
    const reader = await beginDownload(portal, "systemAdmin", path);
    expect((await reader.read()).value?.byteLength).toBeGreaterThan(0);
    await end(portal, "systemAdmin");
    portal.advance(SECOND);
    await expect(readOn(reader)).rejects.toThrow();
    expect(portal.log.filter(({ msg }) => String(msg).includes("stopped sending a response"))).toHaveLength(1);
    const again = await portal.request(null, "GET", "/api/session", { headers: { cookie } });
    expect(again.status).toBe(keepsSession ? 200 : 401);
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
