import { describe, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#db/open";
import { verifyAuditChain } from "~/audit/chain.server";
import { publishSet } from "~/backup/publish.server";
import { restoreSet, verifySet } from "~/backup/restore.server";
import { setNames } from "~/backup/set.server";
import { insertSubmissionWithFile } from "../support/arrange";
import { changeAuditLog } from "../support/audit-changes";
import { openPortal, type Portal } from "../support/portal";

/* Problems of the database in a backup: the backup succeeds, and reports them before a restore. */

async function openWithAudit() {
  const portal = await openPortal();
  await insertSubmissionWithFile(portal);
  for (const label of ["sonar", "radar"]) {
    const { status } = await portal.request("systemAdmin", "POST", "/api/gov/admin/tags", { json: { label } });
    expect(status).toBe(201);
  }
  return { portal, place: portal.services.settings };
}

async function publish(portal: Portal) {
  const published = await publishSet(portal.services.settings, portal.now());
  if (!published) throw new Error("Another backup is under way");
  return published;
}

/** Makes changes that foreign keys and SQLite's defenses prevent, as a program without them can. */
function changeUnguarded(client: Portal["db"]["$client"], sql: string): void {
  client.unsafeMode(true);
  client.pragma("foreign_keys = OFF");
  client.exec(sql);
  client.pragma("foreign_keys = ON");
  client.unsafeMode(false);
}

const CHANGES: Record<string, [sql: string, said: string]> = {
  "a row of the audit log was changed": [
    "UPDATE audit_event SET actor_email = 'x@y.example' WHERE seq = 1",
    "ledger.sqlite: its audit log is broken at row 1 (altered).",
  ],
  "a row of the audit log was removed": [
    "DELETE FROM audit_event WHERE seq = 1",
    "ledger.sqlite: its audit log is broken at row 2 (missing before).",
  ],
  "a row of the audit log was changed so that the log cannot be read": [
    `UPDATE audit_event SET event = 'pageviews_expired', details = '{"last":{}}' WHERE seq = 1`,
    "ledger.sqlite: its audit log cannot be checked:",
  ],
};

describe("if", () => {
  test.each(Object.entries(CHANGES))("%s, each backup succeeds and reports it", async (_what, [sql, said]) => {
    const { portal, place } = await openWithAudit();
    expect((await publish(portal)).problems).toEqual([]);
    changeAuditLog(portal.db.$client, sql);
    for (const count of [2, 3]) {
      expect((await publish(portal)).problems).toEqual([expect.stringContaining(said)]);
      expect(setNames(place.backupDir)).toHaveLength(count);
    }
  });

  test.each(Object.entries(CHANGES))(
    "%s, a backup is restored only on request, and the log records that",
    async (_what, [sql, said]) => {
      const { portal, place } = await openWithAudit();
      changeAuditLog(portal.db.$client, sql);
      const { name } = await publish(portal);
      closeDatabase(portal.db);
      expect(() => verifySet(name, place)).toThrow("--accept-broken-audit-log");

      await restoreSet(verifySet(name, place, { brokenAuditLog: true }), place, portal.now());
      const db = openDatabase(place.databasePath);
      const row = db.query.auditEvent.findFirst({ orderBy: ({ seq }, { desc }) => desc(seq) }).sync();
      expect(row).toMatchObject({ event: "ledger_restored", targetId: name });
      const { brokenAuditLog } = JSON.parse(row?.details ?? "").after;
      expect(`ledger.sqlite: ${brokenAuditLog}`).toContain(said);
      closeDatabase(db);
    },
  );

  test.each([
    [
      "rows refer to no row",
      "DELETE FROM organization WHERE id = (SELECT organization_id FROM submission LIMIT 1)",
      "has rows that refer to no row.",
    ],
    [
      "the search index is damaged",
      "UPDATE search_submission_data SET block = zeroblob(length(block)) WHERE id > 10",
      "its search index is damaged",
    ],
  ])("%s, each backup succeeds and reports it, and is restored on request", async (_what, sql, said) => {
    const { portal, place } = await openWithAudit();
    changeUnguarded(portal.db.$client, sql);
    const { name, problems } = await publish(portal);
    expect(problems).toEqual(expect.arrayContaining([expect.stringContaining(said)]));
    closeDatabase(portal.db);
    expect(() => verifySet(name, place)).toThrow("--accept-database-faults");
    expect(() => verifySet(name, place, { brokenAuditLog: true })).toThrow("--accept-database-faults");

    await restoreSet(verifySet(name, place, { databaseFaults: true }), place, portal.now());
    const db = openDatabase(place.databasePath);
    const row = db.query.auditEvent.findFirst({ orderBy: ({ seq }, { desc }) => desc(seq) }).sync();
    expect(JSON.parse(row?.details ?? "").after.databaseFaults).toEqual(problems);
    closeDatabase(db);
  });

  test("someone added a trigger, the backup succeeds and reports it", async () => {
    const { portal, place } = await openWithAudit();
    portal.db.$client.exec("CREATE TRIGGER evil AFTER INSERT ON session BEGIN DELETE FROM session; END");
    const { name, problems } = await publish(portal);
    expect(problems).toEqual(["ledger.sqlite: its schema was changed: trigger evil is not declared."]);
    expect(() => verifySet(name, place, { brokenAuditLog: true })).toThrow("trigger evil is not declared");
  });
});

test("restoring with a broken audit log accepted keeps a valid one valid", async () => {
  const { portal, place } = await openWithAudit();
  const { name } = await publish(portal);
  closeDatabase(portal.db);
  await restoreSet(verifySet(name, place, { brokenAuditLog: true }), place, portal.now());
  const db = openDatabase(place.databasePath);
  expect(verifyAuditChain(db).firstBroken).toBeNull();
  const row = db.query.auditEvent.findFirst({ orderBy: ({ seq }, { desc }) => desc(seq) }).sync();
  expect(JSON.parse(row?.details ?? "").after).not.toHaveProperty("brokenAuditLog");
  closeDatabase(db);
});
