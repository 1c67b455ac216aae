import { existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { closeDatabase, immediateTransaction, migrateDatabase, openSnapshot, refreshStatistics } from "#db/open";
import { insertCommand } from "../support/arrange";
import { COMMANDS } from "../support/cast";
import { databaseBefore } from "../support/migrations";
import { openPortal } from "../support/portal";

test("a database is opened with the right settings", async () => {
  const { db } = await openPortal();
  const read = (name: string) => db.$client.pragma(name, { simple: true });
  // synchronous 2 is FULL: confirmed writes are on the disk.
  expect({
    journalMode: read("journal_mode"),
    synchronous: read("synchronous"),
    foreignKeys: read("foreign_keys"),
    busyTimeout: read("busy_timeout"),
    trustedSchema: read("trusted_schema"),
  }).toEqual({ journalMode: "wal", synchronous: 2, foreignKeys: 1, busyTimeout: 5000, trustedSchema: 0 });
});

test("SQLite has the fix for logs that are reset while another connection checkpoints", async () => {
  const { db } = await openPortal();
  const version = db.$client.prepare<[], string>("SELECT sqlite_version()").pluck().get() ?? "";
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  expect((major * 1000 + minor) * 1000 + patch, version).toBeGreaterThanOrEqual(3_051_003);
});

test("a transaction that fails writes nothing, and a nested one undoes only itself", async () => {
  const { db } = await openPortal();
  const insert = (name: string) =>
    db.$client.prepare("INSERT INTO installation_secret (name, value) VALUES (?, x'00')").run(name);
  const names = () => db.$client.prepare("SELECT name FROM installation_secret ORDER BY name").pluck().all();
  const before = names();
  expect(() =>
    immediateTransaction(db, () => {
      insert("lost");
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(names()).toEqual(before);
  immediateTransaction(db, () => {
    insert("kept");
    expect(() =>
      immediateTransaction(db, () => {
        insert("undone");
        throw new Error("inner");
      }),
    ).toThrow("inner");
  });
  expect(names()).toEqual([...before, "kept"].sort());
});

test("a command cannot be put below itself, whatever program writes to the file", async () => {
  const portal = await openPortal();
  insertCommand(portal, { id: "c", parentId: COMMANDS.bravo });
  const put = (id: string, parentId: string | null) =>
    portal.db.$client.prepare("UPDATE command SET parent_id = ? WHERE id = ?").run(parentId, id);
  put(COMMANDS.bravo, COMMANDS.alpha);
  for (const below of [COMMANDS.bravo, "c"]) {
    expect(() => put(COMMANDS.alpha, below)).toThrow("a command cannot stand below itself");
  }
  put("c", COMMANDS.alpha);
  put(COMMANDS.bravo, "c");
  put(COMMANDS.bravo, null);
});

test("the upgrade that gives sessions an id keeps everyone signed in", () => {
  const db = databaseBefore("0008");
  const { $client: client } = db;
  const at = "2026-03-02T15:00:00.000Z";
  client
    .prepare(
      `INSERT INTO user (id, email, name, role, password_hash, created_at, updated_at)
         VALUES ('reader', 'reader@example.test', 'Reader', 'GOV_READONLY', 'none', @at, @at)`,
    )
    .run({ at });
  const columns = "token_hash, user_id, session_version, ip, user_agent, created_at, last_seen_at, expires_at";
  const insert = client.prepare(
    `INSERT INTO session (${columns}) VALUES (?, 'reader', ?, '::1', 'A browser', ?, ?, ?)`,
  );
  for (const number of [1, 2]) insert.run(Buffer.alloc(32, number), number, at, at, `${at}${number}`);
  const sessions = () => client.prepare(`SELECT ${columns} FROM session ORDER BY token_hash`).all();
  const before = sessions();
  migrateDatabase(db);
  expect(before).toHaveLength(2);
  expect(sessions()).toEqual(before);
  const ids = client.prepare<[], string>("SELECT id FROM session").pluck().all();
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});

test("SQLite collects its statistics once, and again when there are many more rows", async () => {
  const { db } = await openPortal();
  const known = () =>
    db.$client
      .prepare("SELECT CAST(stat AS INTEGER) FROM sqlite_stat1 WHERE tbl = 'installation_secret'")
      .pluck()
      .get();
  const insert = db.$client.prepare("INSERT INTO installation_secret (name, value) VALUES (?, x'00')");
  for (let number = 0; number < 5; number += 1) insert.run(`first-${number}`);
  refreshStatistics(db);
  const before = known();
  expect(before).toBeGreaterThanOrEqual(5);
  insert.run("one more");
  refreshStatistics(db);
  expect(known()).toBe(before);
  for (let number = 0; number < 500; number += 1) insert.run(`many-${number}`);
  refreshStatistics(db);
  expect(known()).toBeGreaterThanOrEqual(500);
});

test("a snapshot sees what existed when it was opened, and writes nothing", async () => {
  const { db } = await openPortal();
  const rename = (name: string, client = db.$client) =>
    client.prepare("UPDATE command SET name = ? WHERE id = ?").run(name, COMMANDS.alpha);
  rename("Before");
  const { $client: snapshot } = openSnapshot(db);
  onTestFinished(() => void snapshot.close());
  rename("After");
  const read = () => snapshot.prepare("SELECT name FROM command WHERE id = ?").pluck().get(COMMANDS.alpha);
  expect(read()).toBe("Before");
  expect(() => rename("Mine", snapshot)).toThrow("readonly");
  expect(read()).toBe("Before");
});

test("closing copies the write-ahead log into the file", async () => {
  const { db, services } = await openPortal();
  db.$client.prepare("INSERT INTO installation_secret (name, value) VALUES ('x', x'00')").run();
  expect(existsSync(`${services.settings.databasePath}-wal`)).toBe(true);
  closeDatabase(db);
  expect(existsSync(`${services.settings.databasePath}-wal`)).toBe(false);
  closeDatabase(db);
});
