import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import pino from "pino";
import { describe, expect, test } from "vitest";
import { closeDatabase, immediateTransaction } from "#db/open";
import { appendAudit } from "~/audit/chain.server";
import { publishSet } from "~/backup/publish.server";
import { restoreSet, verifySet } from "~/backup/restore.server";
import { expirePageviews } from "~/domain/traffic/expiry.server";
import { openServices } from "~/web/transport/services.server";
import { insertOrganization } from "../support/arrange";
import { DAY, MINUTE, openPortal, type Portal } from "../support/portal";

/* How a server starts on a database that someone copied into place. */

/** Starts and stops a server. @returns the logged errors. */
async function start({ services: { settings } }: Portal) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const { db } = await openServices(settings, log);
  closeDatabase(db);
  return lines.filter(({ level }) => level === 50);
}

async function write(portal: Portal, label: string): Promise<void> {
  const { status } = await portal.request("systemAdmin", "POST", "/api/gov/admin/tags", { json: { label } });
  expect(status).toBe(201);
}

async function publish(portal: Portal): Promise<string> {
  const published = await publishSet(portal.services.settings, portal.now());
  if (!published) throw new Error("Another backup is under way");
  return published.name;
}

describe("the log of a killed server", () => {
  /** Kills a server, so that part of its database is in the log. @returns an older copy of the database */
  async function killed() {
    const portal = await openPortal();
    const { databasePath } = portal.services.settings;
    portal.db.$client.pragma("wal_checkpoint(TRUNCATE)");
    const older = readFileSync(databasePath);
    const insert = (count: number, name: string) =>
      immediateTransaction(portal.db, () => {
        for (let number = 0; number < count; number += 1) insertOrganization(portal, { name: `${name} ${number}` });
      });
    insert(1_500, "In the file");
    portal.db.$client.pragma("wal_checkpoint(TRUNCATE)");
    insert(10, "In the log");
    const [file, log] = [readFileSync(databasePath), readFileSync(`${databasePath}-wal`)];
    closeDatabase(portal.db);
    writeFileSync(databasePath, file);
    writeFileSync(`${databasePath}-wal`, log);
    return { portal, databasePath, older, log };
  }

  test("stops the start next to an older copy of the database, and is not changed", async () => {
    const { portal, databasePath, older, log } = await killed();
    writeFileSync(databasePath, older);
    for (const _start of [1, 2]) {
      await expect(start(portal)).rejects.toThrow(`${databasePath} is damaged when it is read with the log beside it`);
      expect(readFileSync(databasePath).equals(older)).toBe(true);
      expect(readFileSync(`${databasePath}-wal`).equals(log)).toBe(true);
    }
  });

  test("is kept by a restore if it does not belong to the database", async () => {
    const { portal, databasePath, older, log } = await killed();
    const { settings } = portal.services;
    const set = await publish(portal);
    writeFileSync(databasePath, older);
    writeFileSync(`${databasePath}-wal`, log);
    const aside = await restoreSet(verifySet(set, settings), settings, portal.now());
    expect(aside.log).toBe(`${databasePath}-wal.foreign-1`);
    expect(readFileSync(`${databasePath}-wal.foreign-1`).equals(log)).toBe(true);
    expect(await start(portal)).toEqual([]);
  });

  test.each([
    [
      "the search index is damaged, which a rebuild fixes",
      "UPDATE search_organization_data SET block = zeroblob(length(block)) WHERE id > 10",
    ],
    [
      "another program left rows that refer to no row",
      "UPDATE user SET organization_id = 'none' WHERE role = 'INDUSTRY'",
    ],
  ])("does not stop the start if only %s", async (_what, sql) => {
    const portal = await openPortal();
    insertOrganization(portal, { name: "Acme" });
    const { databasePath } = portal.services.settings;
    portal.db.$client.unsafeMode();
    portal.db.$client.pragma("foreign_keys = OFF");
    portal.db.$client.exec(sql);
    const [file, log] = [readFileSync(databasePath), readFileSync(`${databasePath}-wal`)];
    closeDatabase(portal.db);
    writeFileSync(databasePath, file);
    writeFileSync(`${databasePath}-wal`, log);
    await start(portal);
    expect(existsSync(`${databasePath}-wal`)).toBe(false);
  });

  test("is read next to its own database", async () => {
    const { portal, databasePath } = await killed();
    expect(await start(portal)).toEqual([]);
    expect(existsSync(`${databasePath}-wal`)).toBe(false);
  });
});

describe("a database that is older than its newest backup", () => {
  const MESSAGE = "the newest backup has rows that the database does not have: the database may be an older copy";

  /** A closed portal with a backup of everything. @returns the path of an older copy of its database */
  async function withOlderCopy() {
    const portal = await openPortal();
    const { databasePath } = portal.services.settings;
    await write(portal, "in all copies");
    const first = await publish(portal);
    portal.db.$client.pragma("wal_checkpoint(TRUNCATE)");
    const older = `${databasePath}.older`;
    copyFileSync(databasePath, older);
    portal.advance(10 * MINUTE);
    await write(portal, "in the newer copies");
    const newest = await publish(portal);
    return { portal, databasePath, older, first, newest };
  }

  test("causes an error at the start", async () => {
    const { portal, databasePath, older, newest } = await withOlderCopy();
    closeDatabase(portal.db);
    expect(await start(portal)).toEqual([]);
    copyFileSync(older, databasePath);
    expect(await start(portal)).toEqual([
      expect.objectContaining({
        msg: MESSAGE,
        set: newest,
        inSet: expect.objectContaining({ seq: 2 }),
        inDatabase: expect.objectContaining({ seq: 1 }),
      }),
    ]);
  });

  test("causes an error even if it was written to since", async () => {
    const { portal, databasePath, older } = await withOlderCopy();
    closeDatabase(portal.db);
    copyFileSync(older, databasePath);
    const { db } = await openServices(portal.services.settings, pino({ level: "silent" }));
    const origin = { id: "another", at: portal.now().toISOString(), actor: null, ip: "localhost", requestId: "r" };
    for (const id of ["another", "one more"]) {
      immediateTransaction(db, () => appendAudit(db, { ...origin, id, userAgent: null }, "sign_out"));
    }
    closeDatabase(db);
    expect(await start(portal)).toEqual([expect.objectContaining({ msg: MESSAGE })]);
  });

  test("causes no error if a restore put it there", async () => {
    const { portal, first } = await withOlderCopy();
    closeDatabase(portal.db);
    const { settings } = portal.services;
    portal.advance(10 * MINUTE);
    await restoreSet(verifySet(first, settings), settings, portal.now());
    expect(await start(portal)).toEqual([]);
  });

  test("causes no error if the backup ends with a page view that has expired since", async () => {
    const portal = await openPortal({ PAGEVIEW_RETENTION_DAYS: "1" });
    await write(portal, "before");
    const origin = { id: "view", at: portal.now().toISOString(), actor: null, ip: "203.0.113.1", requestId: "r" };
    immediateTransaction(portal.db, () => {
      appendAudit(portal.db, { ...origin, userAgent: null }, "pageview", { path: "/calls" });
    });
    await publish(portal);
    portal.advance(3 * DAY);
    expect(await expirePageviews(portal.services)).toBe(1);
    closeDatabase(portal.db);
    expect(await start(portal)).toEqual([]);
  });

  test("is not checked without a readable backup", async () => {
    const { portal, databasePath, older, newest } = await withOlderCopy();
    closeDatabase(portal.db);
    copyFileSync(older, databasePath);
    const manifest = `${portal.services.settings.backupDir}/${newest}/manifest.json`;
    rmSync(manifest);
    writeFileSync(manifest, "{");
    expect(await start(portal)).toEqual([]);
    rmSync(portal.services.settings.backupDir, { recursive: true });
    expect(await start(portal)).toEqual([]);
  });
});
