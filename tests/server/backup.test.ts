import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/open";
import { verifyAuditChain } from "~/audit/chain.server";
import { readManifest, setNames } from "~/backup/set.server";
import { checkSearchIndex, isWhole } from "~/search/check.server";
import { proveBackup } from "../proofs/backup";
import { proveCrash } from "../proofs/crash";
import type { Finding } from "../proofs/proof";
import { idOf, insertCast, ORGANIZATIONS } from "../support/cast";
import { openMigrated } from "../support/migrated";
import { makePlace, outcomeOf, type Place, PORTAL, type RunningServer, startServer } from "../support/server-process";
import { openSession } from "../support/sessions";

/* Backups of the built server, and what a killed server leaves. The servers are processes. */

let place: Place;
let token: string;
beforeEach(() => {
  place = makePlace();
  const db = openMigrated(place.settings.DATABASE_PATH);
  insertCast(db, "none");
  token = openSession(db, idOf("admin"));
  closeDatabase(db);
});
afterEach(() => place.remove());

const run = (name: string, ...options: string[]) => outcomeOf([...PORTAL, name, ...options], place.settings);
const sets = () => setNames(place.settings.BACKUP_DIR);
const newestManifest = () => readManifest(join(place.settings.BACKUP_DIR, sets()[0] ?? ""));

async function writeNote(server: RunningServer, body: string): Promise<void> {
  const response = await fetch(`${server.origin}/api/gov/organizations/${ORGANIZATIONS.acme}/dialogue`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: `session=${token}` },
    body: JSON.stringify({ body }),
  });
  expect(response.status).toBe(201);
}

function inDatabase<Result>(work: (db: Database) => Result): Result {
  const db = openDatabase(place.settings.DATABASE_PATH);
  try {
    return work(db);
  } finally {
    closeDatabase(db);
  }
}
const notes = () =>
  inDatabase(({ $client }) => $client.prepare("SELECT body FROM organization_dialogue_note ORDER BY id").pluck().all());
const lastSeq = () => inDatabase(({ $client }) => $client.prepare("SELECT max(seq) FROM audit_event").pluck().get());

test("a server backs up after writes and at a clean stop, and at no other time", async () => {
  const server = await startServer(PORTAL, { ...place.settings, BACKUP_INTERVAL_MINUTES: "0.001" });
  await expect.poll(() => sets().length, { timeout: 10_000 }).toBe(1);
  await writeNote(server, "Before the interval");
  await expect.poll(() => newestManifest().lastAudit?.seq, { timeout: 10_000 }).toBe(1);
  await server.stop();
  const made = sets();

  const idle = await startServer(PORTAL, { ...place.settings, BACKUP_INTERVAL_MINUTES: "0.001" });
  await idle.stop();
  expect(sets()).toEqual(made);

  const busy = await startServer(PORTAL, { ...place.settings, BACKUP_INTERVAL_MINUTES: "1000" });
  await writeNote(busy, "Before the stop");
  expect(await busy.stop()).toBe(0);
  expect(newestManifest().lastAudit?.seq).toBe(lastSeq());
  expect(existsSync(`${place.settings.DATABASE_PATH}-wal`)).toBe(false);
});

test("a backup that fails is logged, and the server continues and stops cleanly", async () => {
  // The server cannot create a folder where a file is.
  const settings = { ...place.settings, BACKUP_DIR: join(place.settings.DATABASE_PATH, "backup") };
  const server = await startServer(PORTAL, { ...settings, BACKUP_INTERVAL_MINUTES: "0.001" });
  await writeNote(server, "Written all the same");
  expect(await server.stop()).toBe(0);
  expect(notes()).toEqual(["Written all the same"]);
});

describe("the programs", () => {
  test("back up next to a running server, and restore once it is stopped", async () => {
    const server = await startServer(PORTAL, place.settings);
    await writeNote(server, "In the backup");
    const backup = await run("backup");
    expect(backup).toMatchObject({ code: 0, stderr: "" });
    expect(backup.stdout.split("\n")[0]).toBe(`${place.settings.BACKUP_DIR}/${sets()[0]}`);
    await writeNote(server, "After it");
    expect(await run("restore", "latest")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("A server is running on"),
    });
    expect(await run("restore", "--check", "latest")).toMatchObject({ code: 0, stderr: "" });
    await server.stop();
    expect(notes()).toEqual(["In the backup", "After it"]);

    const { code, stdout } = await run("restore", sets()[0] ?? "");
    expect(code).toBe(0);
    expect(stdout).toContain("Everyone must sign in again.");
    expect(notes()).toEqual(["In the backup"]);
    const [aside] = readdirSync(place.folder).filter((name) => name.includes("set-aside"));
    expect(stdout).toContain(aside);

    const again = await startServer(PORTAL, place.settings);
    const answer = await fetch(`${again.origin}/api/session`, { headers: { cookie: `session=${token}` } });
    expect(answer.status).toBe(401);
    await again.stop();
    // Backups are off.
    expect(sets()).toHaveLength(1);
    inDatabase((db) => {
      expect(verifyAuditChain(db).firstBroken).toBeNull();
      expect(checkSearchIndex(db).filter((report) => !isWhole(report))).toEqual([]);
    });
  });

  test("list the backups if none is named", async () => {
    expect((await run("restore")).stderr).toContain(`There are no backups in ${place.settings.BACKUP_DIR}`);
    for (const name of ["2026-03-02T15-00-00.000Z", "2026-03-01T15-00-00.000Z"]) {
      mkdirSync(join(place.settings.BACKUP_DIR, name), { recursive: true });
    }
    const { code, stderr } = await run("restore");
    expect(code).toBe(2);
    expect(stderr).toContain("  2026-03-02T15-00-00.000Z\n  2026-03-01T15-00-00.000Z\n");
  });
});

test("a server does not start after an unfinished restore", async () => {
  await run("backup");
  const { DATABASE_PATH } = place.settings;
  const db = openDatabase(`${DATABASE_PATH}.restoring`);
  closeDatabase(db);
  const { code, stderr } = await outcomeOf(PORTAL, place.settings);
  expect([code, stderr]).toEqual([1, expect.stringContaining("was interrupted")]);
  expect(await run("restore", "latest")).toMatchObject({ code: 0 });
  const server = await startServer(PORTAL, place.settings);
  expect(await server.stop()).toBe(0);
});

/** Expects all findings of a proof to hold. */
async function holds(findings: AsyncIterable<Finding>): Promise<void> {
  for await (const { what, figure, holds } of findings) expect(holds, `${what}: ${figure}`).toBe(true);
}

test("copies of the backups at any moment are complete", { timeout: 60_000 }, async () => {
  await holds(proveBackup({ copies: 2, perSecond: 40, withinMilliseconds: 500 }));
});

test("a killed server loses nothing, and a stopped one cuts off no request", { timeout: 60_000 }, async () => {
  // Only the proof limits the restart time, because the machine is busy with other tests.
  await holds(proveCrash({ rounds: 2, writes: 120, atOnce: 8, restartMilliseconds: Number.POSITIVE_INFINITY }));
});
