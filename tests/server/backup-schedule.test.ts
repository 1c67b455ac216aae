import { copyFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { claimLock } from "#db/open";
import { keepBackups } from "~/backup/schedule.server";
import { MANIFEST, setNames } from "~/backup/set.server";
import { writesMade } from "~/operations/execute.server";
import { insertSubmissionWithFile } from "../support/arrange";
import { changeAuditLog } from "../support/audit-changes";
import { MINUTE, openPortal, type Portal } from "../support/portal";

/* When a server makes a backup. As in the built server, a thread makes it. */

async function open() {
  const portal = await openPortal();
  // As if a server had run before: the audit log is not empty.
  await insertSubmissionWithFile(portal);
  await write(portal, "sonar");
  return { portal, place: portal.services.settings, backups: keep(portal) };
}
async function write(portal: Portal, label: string): Promise<void> {
  const { status } = await portal.request("systemAdmin", "POST", "/api/gov/admin/tags", { json: { label } });
  expect(status).toBe(201);
}
const keep = ({ services: { db, settings, clock, log } }: Portal, finished?: (problems: readonly string[]) => void) =>
  keepBackups({ db, place: settings, written: () => writesMade(db), clock, log, finished });
const said = ({ log }: Portal) => log.map(({ msg }) => msg).filter((message) => /backup|uploads/.test(String(message)));

test("the server makes a backup only if something was written since the last one", async () => {
  const { portal, place, backups } = await open();
  await backups.makeIfDue();
  expect(setNames(place.backupDir)).toHaveLength(1);
  portal.advance(MINUTE);
  await backups.makeIfDue();
  await (await backups.beforeClosing())();
  expect(setNames(place.backupDir)).toHaveLength(1);
  await write(portal, "written");
  await (await backups.beforeClosing())();
  expect(setNames(place.backupDir)).toHaveLength(2);
  expect(said(portal)).toEqual(["backup made", "backup made"]);

  // As after a restart: the newest backup is up to date, until it cannot be read.
  portal.advance(MINUTE);
  await keep(portal).makeIfDue();
  expect(setNames(place.backupDir)).toHaveLength(2);
  const newest = join(place.backupDir, setNames(place.backupDir)[0] ?? "", MANIFEST);
  rmSync(newest, { force: true });
  writeFileSync(newest, "no manifest");
  await keep(portal).makeIfDue();
  expect(setNames(place.backupDir)).toHaveLength(3);
});

test("a backup that fails, or that another process is making, is logged and tried again", async () => {
  const { portal, place } = await open();
  const results: (readonly string[])[] = [];
  const backups = keep(portal, (problems) => results.push(problems));
  writeFileSync(place.backupDir, "a file, where a folder should be");
  await backups.makeIfDue();
  expect(results).toEqual([[expect.stringMatching(/BACKUP_DIR.* not a folder/)]]);
  rmSync(place.backupDir);
  const release = claimLock(join(place.backupDir, ".lock"), "Taken.");
  await backups.makeIfDue();
  release();
  expect(setNames(place.backupDir)).toEqual([]);
  rmSync(place.uploadsDir, { recursive: true });
  await backups.makeIfDue();
  expect(setNames(place.backupDir)).toHaveLength(1);
  expect(said(portal)).toEqual([
    "backup failed",
    "another backup is in progress",
    "backup made",
    "uploads are missing or do not match their records",
  ]);
});

test("the server backs up no file that replaced its database, neither on schedule nor at the stop", async () => {
  const { portal, place, backups } = await open();
  copyFileSync(place.databasePath, `${place.databasePath}.new`);
  renameSync(`${place.databasePath}.new`, place.databasePath);
  await backups.makeIfDue();
  await (await backups.beforeClosing())();
  expect(setNames(place.backupDir)).toEqual([]);
  expect(said(portal)).toEqual(["backup failed", "backup failed"]);
});

test("a backup of a database with a changed audit log is made, and an error reports it", async () => {
  const { portal, place, backups } = await open();
  changeAuditLog(portal.db.$client, "UPDATE audit_event SET actor_email = 'x@y.example' WHERE seq = 1");
  await backups.makeIfDue();
  expect(setNames(place.backupDir)).toHaveLength(1);
  expect(said(portal)).toEqual(["backup made", "backup made with problems"]);
  expect(portal.log.find(({ msg }) => msg === "backup made with problems")).toMatchObject({
    level: 50,
    problems: [expect.stringContaining("its audit log is broken at row 1")],
  });
});
