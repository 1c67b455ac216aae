import { statSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkLedgerContent } from "~/domain/service-status/checks.server";
import type { ServiceFacts } from "~/domain/service-status/responses";
import { warningsOf } from "~/domain/service-status/rules";
import { recordUpkeep } from "~/domain/service-status/upkeep.server";
import { changeAuditLog } from "../support/audit-changes";
import { dataOf, openPortal, type Portal } from "../support/portal";

const PATH = "/api/gov/admin/status";
const GB = 1024 ** 3;
const statusOf = async (portal: Portal) => dataOf<object>(await portal.request("systemAdmin", "GET", PATH));

describe("the status", () => {
  test("names what has not happened yet, and nothing else, on a new server", async () => {
    const portal = await openPortal({ BACKUP_INTERVAL_MINUTES: "15" });
    expect(await statusOf(portal)).toMatchObject({
      checkedAt: portal.now().toISOString(),
      backup: { intervalMinutes: 15, newestAt: null, lastRun: null },
      auditLog: { lastCheck: null },
      searchIndex: { lastCheck: null },
      notifications: { waiting: 0, failing: 0 },
      disks: [{ holds: expect.arrayContaining(["database"]), freeBytes: expect.any(Number) }],
      status: "WARNING",
      warnings: expect.arrayContaining(["BACKUP_MISSING"]),
    });
  });

  test("is also given while the backups' folder cannot be used", async () => {
    const portal = await openPortal({ BACKUP_INTERVAL_MINUTES: "15" });
    const { backupDir, databasePath } = portal.services.settings;
    writeFileSync(backupDir, "a file, where a folder should be");
    const status = await statusOf(portal);
    expect(status).toMatchObject({ backup: { newestAt: null }, warnings: expect.arrayContaining(["BACKUP_MISSING"]) });
    // A new database is almost empty, until SQLite moves its log into it.
    const bytes = statSync(databasePath).size + statSync(`${databasePath}-wal`).size;
    expect(status).toMatchObject({ databaseBytes: bytes });
  });

  test("keeps only the last result of each task", async () => {
    const portal = await openPortal();
    recordUpkeep(portal.db, "AUDIT_LOG_CHECK", ["The audit log is broken at row 3."], portal.now());
    expect(await statusOf(portal)).toMatchObject({
      auditLog: { lastCheck: { succeeded: false, problem: "The audit log is broken at row 3." } },
      warnings: expect.arrayContaining(["AUDIT_LOG_PROBLEM"]),
    });
    recordUpkeep(portal.db, "AUDIT_LOG_CHECK", [], portal.now());
    expect(await statusOf(portal)).toMatchObject({
      auditLog: { lastCheck: { succeeded: true, problem: null, finishedAt: portal.now().toISOString() } },
      warnings: expect.not.arrayContaining(["AUDIT_LOG_PROBLEM"]),
    });
  });

  test("counts deliveries that wait, and those that failed", async () => {
    const portal = await openPortal();
    const insert = portal.db.$client.prepare(
      "INSERT INTO pending_delivery (notice, last_user_id, failures) VALUES ('{}', '', ?)",
    );
    for (const failures of [0, 0, 3]) insert.run(failures);
    expect(await statusOf(portal)).toMatchObject({
      notifications: { waiting: 3, failing: 1 },
      warnings: expect.arrayContaining(["NOTIFICATIONS_FAILING"]),
    });
  });
});

const result = (succeeded: boolean, finishedAt = "2026-03-02T12:00:00.000Z") => ({
  finishedAt,
  succeeded,
  problem: succeeded ? null : "Broken.",
});
const FINE: ServiceFacts = {
  checkedAt: "2026-03-02T15:00:00.000Z",
  version: "1.0.0",
  nodeVersion: "24.0.0",
  startedAt: "2026-02-01T00:00:00.000Z",
  backup: { intervalMinutes: 15, newestAt: "2026-03-02T14:00:00.000Z", lastRun: result(true) },
  offsiteCopy: null,
  standby: null,
  disks: [{ holds: ["database"], freeBytes: 50 * GB, totalBytes: 100 * GB }],
  databaseBytes: 1,
  auditLog: { lastCheck: result(true) },
  searchIndex: { lastCheck: result(true) },
  documents: { waiting: 2, unreadable: 1 },
  mail: { isOn: true, waiting: 9, retrying: 0, failed: 0 },
  notifications: { waiting: 9, failing: 0 },
};
const disk = (freeBytes: number, totalBytes: number) => ({
  disks: [{ holds: FINE.disks[0]?.holds ?? [], freeBytes, totalBytes }],
});

const offsiteCopy = (facts: Partial<NonNullable<ServiceFacts["offsiteCopy"]>>) => ({
  offsiteCopy: {
    isRunning: true,
    mayWrite: true,
    databaseBehindSeconds: 1,
    uploadsWaiting: 1,
    uploadsBehindSeconds: 1,
    problem: null,
    ...facts,
  },
});

const NO_BACKUP = { intervalMinutes: 15, newestAt: null, lastRun: null };
/** @param at when it was copied */
const standby = (at: string) => ({
  standby: { copiedAt: `2026-03-02T${at}.000Z`, dataAt: "2026-03-02T12:00:00.000Z", intervalSeconds: 60 },
});

const CASES: [name: string, facts: Partial<ServiceFacts>, warnings: string[]][] = [
  ["all is well", {}, []],
  ["backups are off", { backup: { intervalMinutes: 0, newestAt: null, lastRun: null } }, ["BACKUP_OFF"]],
  ["there is no backup", { backup: { intervalMinutes: 15, newestAt: null, lastRun: null } }, ["BACKUP_MISSING"]],
  ["the last backup failed", { backup: { ...FINE.backup, lastRun: result(false) } }, ["BACKUP_PROBLEM"]],
  ["the copy at another place is in time", offsiteCopy({}), []],
  ["the server has no lease", offsiteCopy({ mayWrite: false }), ["WRITES_REFUSED"]],
  ["a standby shows a new copy", { ...standby("14:55:00"), backup: NO_BACKUP }, []],
  ["a standby shows an old copy", { ...standby("14:50:00"), backup: NO_BACKUP }, ["STANDBY_BEHIND"]],
  ["nothing copies to another place", offsiteCopy({ isRunning: false }), ["OFFSITE_COPY_STOPPED"]],
  ["the copy of the database is behind", offsiteCopy({ databaseBehindSeconds: 61 }), ["OFFSITE_COPY_BEHIND"]],
  ["the copy of the uploads is behind", offsiteCopy({ uploadsBehindSeconds: 61 }), ["OFFSITE_COPY_BEHIND"]],
  ["there is no copy of the database yet", offsiteCopy({ databaseBehindSeconds: null }), ["OFFSITE_COPY_BEHIND"]],
  ["the place of the copy fails", offsiteCopy({ problem: "It does not answer." }), ["OFFSITE_COPY_BEHIND"]],
  ["a disk has little room", disk(4 * GB, 100 * GB), ["DISK_LOW"]],
  ["a small disk is mostly free", disk(4 * GB, 8 * GB), []],
  ["a large disk has much room, but a small share", disk(6 * GB, 1_000 * GB), []],
  ["the audit log is broken", { auditLog: { lastCheck: result(false) } }, ["AUDIT_LOG_PROBLEM"]],
  ["the index differs", { searchIndex: { lastCheck: result(false) } }, ["SEARCH_INDEX_PROBLEM"]],
  ["mail failed", { mail: { ...FINE.mail, failed: 1 } }, ["MAIL_FAILING"]],
  ["mail is retried", { mail: { ...FINE.mail, retrying: 1 } }, ["MAIL_FAILING"]],
  ["mail failed before it was turned off", { mail: { ...FINE.mail, isOn: false, failed: 1 } }, []],
  ["deliveries fail", { notifications: { waiting: 1, failing: 1 } }, ["NOTIFICATIONS_FAILING"]],
  ["the last check is old", { auditLog: { lastCheck: result(true, "2026-02-27T00:00:00.000Z") } }, ["CHECK_OVERDUE"]],
  ["nothing was checked for weeks", { auditLog: { lastCheck: null } }, ["CHECK_OVERDUE"]],
  ["a new server has checked nothing yet", { auditLog: { lastCheck: null }, startedAt: FINE.checkedAt }, []],
];

test.for(CASES)("warns exactly of what applies if %s", ([, facts, warnings]) => {
  expect(warningsOf({ ...FINE, ...facts })).toEqual(warnings);
});

describe("the check of the content", () => {
  test("finds nothing in a sound ledger", async () => {
    const portal = await openPortal();
    expect(checkLedgerContent(portal.services.settings.databasePath)).toEqual({
      AUDIT_LOG_CHECK: [],
      SEARCH_INDEX_CHECK: [],
    });
  });

  test("names the first broken row and each index that differs", async () => {
    const portal = await openPortal();
    await portal.request("poc", "DELETE", "/api/session");
    changeAuditLog(portal.db.$client, "UPDATE audit_event SET ip = '192.0.2.9' WHERE seq = 1");
    portal.db.$client.exec("INSERT INTO search_organization (search_organization) VALUES ('delete-all')");
    const { AUDIT_LOG_CHECK, SEARCH_INDEX_CHECK } = checkLedgerContent(portal.services.settings.databasePath);
    expect(AUDIT_LOG_CHECK).toEqual([expect.stringContaining("row 1 (altered)")]);
    expect(SEARCH_INDEX_CHECK).toEqual([expect.stringContaining("organization")]);
  });
});
