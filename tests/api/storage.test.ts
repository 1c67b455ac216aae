import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { cannotWriteNow } from "#db/open";
import { submissionForm } from "../support/arrange";
import { ORGANIZATIONS } from "../support/cast";
import { pdf } from "../support/files";
import { MINUTE, openPortal, type Portal } from "../support/portal";

/* What works and what is refused if the disk is full or another program has the lock. `prove:storage` uses a real disk. */

const READS = [
  "/gov",
  "/gov/organizations",
  "/api/gov/organizations",
  "/api/gov/calls?updatedSince=2026-01-01T00:00:00Z",
  "/api/search?q=acme",
  "/healthz",
];

const writeNote = (portal: Portal) =>
  portal.request("admin", "POST", `/api/gov/organizations/${ORGANIZATIONS.acme}/dialogue`, {
    // As long as a database page, so that free space in earlier pages cannot hold it.
    json: { body: "x".repeat(3_900) },
  });
const submit = (portal: Portal) =>
  portal.request("acmeUser", "POST", "/api/portal/submissions", {
    multipart: submissionForm({ summary: "x".repeat(3_900) }, { name: "paper.pdf", bytes: pdf() }),
  });

/** Ages the sessions, so that a read would update their last use. */
async function openPortalInUse(): Promise<Portal> {
  const portal = await openPortal();
  for (const person of ["admin", "acmeUser"] as const) portal.cookieOf(person);
  portal.advance(2 * MINUTE);
  return portal;
}

async function expectReads(portal: Portal): Promise<void> {
  for (const path of READS) expect([path, (await portal.request("admin", "GET", path)).status]).toEqual([path, 200]);
}

describe("on a full disk", () => {
  /** Simulates a full disk: the database file cannot grow. */
  function fill({ db }: Portal): () => void {
    db.$client.pragma(`max_page_count = ${db.$client.pragma("page_count", { simple: true })}`);
    while (takesMore(db.$client));
    return () => db.$client.pragma("max_page_count = 1073741823");
  }
  function takesMore(client: Sqlite.Database): boolean {
    try {
      client.exec("INSERT INTO installation_secret VALUES (hex(randomblob(8)), zeroblob(500))");
      return true;
    } catch (error) {
      if (!cannotWriteNow(error)) throw error;
      return false;
    }
  }

  test("reads work, writes are refused without internal details, and all works once there is room", async () => {
    const portal = await openPortalInUse();
    for (const write of [writeNote, submit]) expect((await write(portal)).status).toBe(201);
    const files = portal.storedFiles();
    portal.advance(2 * MINUTE);
    const release = fill(portal);
    await expectReads(portal);
    for (const write of [writeNote, submit]) {
      const { status, body } = await write(portal);
      expect([status, body]).toEqual([500, { error: "An error occurred." }]);
    }
    expect(portal.storedFiles()).toEqual(files);
    const rows = portal.auditRows().length;
    release();
    expect((await writeNote(portal)).status).toBe(201);
    expect((await submit(portal)).status).toBe(201);
    expect(portal.auditRows()).toHaveLength(rows + 2);
  });
});

describe("while another program has the lock", () => {
  function lock({ services }: Portal): () => void {
    const other = new Sqlite(services.settings.databasePath);
    other.exec("BEGIN IMMEDIATE");
    return () => {
      other.exec("ROLLBACK");
      other.close();
    };
  }

  test("reads work, and a write waits for the lock without blocking them", async () => {
    const portal = await openPortalInUse();
    const release = lock(portal);
    let isWritten = false;
    const write = writeNote(portal).then((answer) => {
      isWritten = true;
      return answer.status;
    });
    await expectReads(portal);
    expect(isWritten).toBe(false);
    release();
    expect(await write).toBe(201);
  });

  test("beyond the longest wait, a write is refused and leaves nothing", { timeout: 30_000 }, async () => {
    const portal = await openPortalInUse();
    const release = lock(portal);
    const refused = await Promise.all([writeNote(portal), submit(portal)]);
    expect(refused.map(({ status, body }) => [status, body])).toEqual(
      Array(2).fill([500, { error: "An error occurred." }]),
    );
    expect([portal.storedFiles(), portal.auditRows()]).toEqual([[], []]);
    release();
    expect((await submit(portal)).status).toBe(201);
  });
});
