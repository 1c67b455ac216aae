import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDatabase, type Database, immediateTransaction } from "#db/open";
import { appendAudit } from "~/audit/chain.server";
import { setNames } from "~/backup/set.server";
import { changeAuditLog } from "../support/audit-changes";
import { openMigrated } from "../support/migrated";
import { makePlace, outcomeOf, type Place, PORTAL } from "../support/server-process";

/* The options of the backup and restore programs, as processes. */

let place: Place;
beforeEach(() => {
  place = makePlace();
  change((db) =>
    immediateTransaction(db, () => {
      const origin = { id: "first", at: "2026-03-02T15:00:00.000Z", actor: null, ip: "localhost", requestId: "r" };
      appendAudit(db, { ...origin, userAgent: null }, "sign_out");
    }),
  );
});
afterEach(() => place.remove());

function change(work: (db: Database) => void): void {
  const db = openMigrated(place.settings.DATABASE_PATH);
  work(db);
  closeDatabase(db);
}
const run = (name: string, ...options: string[]) => outcomeOf([...PORTAL, name, ...options], place.settings);

test("a backup with a broken audit log is reported, and restored only with --accept-broken-audit-log", async () => {
  change((db) => changeAuditLog(db.$client, "UPDATE audit_event SET ip = '203.0.113.9'"));
  const backup = await run("backup");
  expect(backup).toMatchObject({ code: 1, stdout: expect.stringContaining("its audit log is broken at row 1") });
  const refused = await run("restore", "latest");
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("--accept-broken-audit-log") });
  const accepted = await run("restore", "--accept-broken-audit-log", "latest");
  expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining("its audit log is broken at row 1") });
});

test("a backup is checked with the public key that the backup program prints, and with no other file", async () => {
  await run("backup");
  const { code, stdout } = await run("backup", "--public-key");
  expect([code, stdout]).toEqual([0, expect.stringContaining("BEGIN PUBLIC KEY")]);
  const file = join(place.folder, "portal.pub");
  writeFileSync(file, stdout);
  rmSync(`${place.settings.DATABASE_PATH}.signing-key`);
  expect(await run("restore", "--check", "latest")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--accept-key"),
  });
  expect(await run("restore", "--check", "--public-key", file, "latest")).toMatchObject({ code: 0, stderr: "" });
  expect(setNames(place.settings.BACKUP_DIR)).toHaveLength(1);
});

test("no program touches a log that does not belong to the database next to it", async () => {
  const path = place.settings.DATABASE_PATH;
  const older = readFileSync(path);
  const fill = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)";
  change(({ $client }) => {
    $client.exec(`CREATE TABLE note AS ${fill} SELECT i, hex(randomblob(200)) AS text FROM n`);
    $client.pragma("wal_checkpoint(TRUNCATE)");
    $client.exec("INSERT INTO note SELECT i + 5000, text FROM note LIMIT 10");
    copyFileSync(`${path}-wal`, join(place.folder, "log"));
  });
  const log = readFileSync(join(place.folder, "log"));
  writeFileSync(path, older);
  writeFileSync(`${path}-wal`, log);
  for (const program of ["audit:verify", "backup", "check:deploy", "search:check"]) {
    expect(await run(program)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("read with the log beside it"),
    });
    expect([readFileSync(path).equals(older), readFileSync(`${path}-wal`).equals(log)]).toEqual([true, true]);
  }
});

test("an unknown option is refused with the usage", async () => {
  const { code, stderr } = await run("restore", "--accept-anything", "latest");
  expect(code).toBe(2);
  for (const option of [
    "--accept-unsigned",
    "--accept-broken-audit-log",
    "--accept-database-faults",
    "--without-damaged-uploads",
  ]) {
    expect(stderr).toContain(option);
  }
});
