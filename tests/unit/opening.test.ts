import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  cannotWriteNow,
  claimDatabase,
  claimLock,
  closeDatabase,
  isLocked,
  migrateDatabase,
  openDatabase,
  openMigratedDatabase,
  openSnapshot,
  requireUnused,
  snapshotsClosed,
  whenUnlocked,
  withLockWait,
} from "#db/open";
import { forgetExpiredSessions } from "~/operations/session.server";
import { mergeSegments } from "~/search/upkeep.server";
import { claimUploads } from "~/storage/claim-uploads.server";
import { databaseBefore } from "../support/migrations";
import { MINUTE, openPortal } from "../support/portal";

/* How programs open a server's database, and which files they refuse. */

describe("a program can open the database of a server", () => {
  test("of its own version and read it", async () => {
    const { db, services } = await openPortal();
    db.$client.prepare("INSERT INTO installation_secret (name, value) VALUES ('read me', x'00')").run();
    const { $client: beside } = openMigratedDatabase(services.settings.databasePath);
    expect(beside.prepare("SELECT name FROM installation_secret WHERE name = 'read me'").pluck().all()).toEqual([
      "read me",
    ]);
    beside.close();
  });

  const NEWEST = "SELECT max(created_at) FROM __drizzle_migrations";
  test.each([
    ["of an older version", `DELETE FROM __drizzle_migrations WHERE created_at = (${NEWEST})`, "of an older version"],
    [
      "of a newer version",
      "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)",
      "of a newer version",
    ],
    ["without a finished migration", "DELETE FROM __drizzle_migrations", "not a database of this portal"],
    ["of something else", "DROP TABLE __drizzle_migrations", "not a database of this portal"],
  ])("but not one %s", async (_which, sql, said) => {
    const { db, services } = await openPortal();
    db.$client.exec(sql);
    const path = services.settings.databasePath;
    expect(() => openMigratedDatabase(path)).toThrow(`Cannot open ${path}: it is ${said}`);
  });

  test("but not a missing one, or without the migrations to compare it with", async () => {
    const { databasePath } = (await openPortal()).services.settings;
    expect(() => openMigratedDatabase(`${databasePath}.none`)).toThrow(`There is no database at ${databasePath}.none.`);
    const folder = `${databasePath}.migrations`;
    expect(() => openMigratedDatabase(databasePath, folder)).toThrow(`No migrations at ${folder}`);
  });
});

test("an error names a file that is not a database, or a folder", async () => {
  const { databasePath } = (await openPortal()).services.settings;
  const letter = `${databasePath}.letter`;
  writeFileSync(letter, "A letter to whom it may concern. ".repeat(40));
  expect(() => openDatabase(letter)).toThrow(`Cannot open ${letter}: file is not a database`);
  expect(() => openMigratedDatabase(letter)).toThrow(`Cannot open ${letter}: file is not a database`);
  expect(() => claimLock(letter, "Taken.")).toThrow(`Cannot open ${letter}: file is not a database`);
  const folder = `${databasePath}.folder`;
  mkdirSync(folder);
  expect(() => openDatabase(folder)).toThrow(`Cannot open ${folder}: `);
  expect(() => openDatabase(join(letter, "ledger.sqlite"))).toThrow("Cannot open ");
});

test("only one server can have a place, and a second one gets an error", async () => {
  const path = `${(await openPortal()).services.settings.databasePath}.place`;
  const release = claimLock(path, "Someone has it.");
  try {
    claimLock(path, "Someone has it.");
    expect.unreachable();
  } catch (error) {
    expect((error as Error).message).toBe("Someone has it.");
    expect(isLocked((error as Error).cause)).toBe(true);
  }
  release();
  claimLock(path, "Someone has it.")();
});

test("closing waits for readers of a snapshot, but not forever", async () => {
  const { db } = await openPortal();
  await snapshotsClosed(db);
  const quick = openSnapshot(db);
  const waiting = snapshotsClosed(db).then(() => quick.$client.open);
  setImmediate(() => quick.$client.close());
  expect(await waiting).toBe(false);
  const slow = openSnapshot(db);
  await snapshotsClosed(db);
  expect(slow.$client.open).toBe(true);
  slow.$client.close();
});

test("a write waits in turns for another's lock, and one that fails for another reason does not wait", async () => {
  const { db, services } = await openPortal();
  const { $client: other } = openMigratedDatabase(services.settings.databasePath);
  other.exec("BEGIN IMMEDIATE");
  let tries = 0;
  const write = () => {
    tries += 1;
    if (tries === 3) other.exec("COMMIT");
    db.$client.prepare("INSERT INTO installation_secret (name, value) VALUES ('waited', x'00')").run();
  };
  await whenUnlocked(db, write);
  expect(tries).toBe(3);
  other.close();

  const again = await whenUnlocked(db, write).catch((error: unknown) => error);
  expect(tries).toBe(4);
  expect(again).toMatchObject({ code: "SQLITE_CONSTRAINT_PRIMARYKEY" });
  expect([cannotWriteNow(again), cannotWriteNow(new Error("SQLITE_FULL"))]).toEqual([false, false]);
});

test("this version does not change a database that a newer version has migrated", () => {
  const db = databaseBefore("9999");
  db.$client.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)");
  expect(() => migrateDatabase(db)).toThrow(`Cannot open ${db.$client.name}: it is of a newer version than this one`);
});

describe("a server confirms no write", () => {
  const moves: Record<string, (path: string) => void> = {
    "to a database that was renamed": (path) => renameSync(path, `${path}.old`),
    "to a database that was removed": (path) => rmSync(path),
    "to a database that was replaced": (path) => {
      copyFileSync(path, `${path}.new`);
      renameSync(`${path}.new`, path);
    },
    "to a log that was removed": (path) => rmSync(`${path}-wal`),
    "to a log whose index was removed": (path) => rmSync(`${path}-shm`),
  };
  test.each(Object.entries(moves))("%s, and reads continue", async (_what, move) => {
    const portal = await openPortal();
    const write = (label: string) => portal.request("systemAdmin", "POST", "/api/gov/admin/tags", { json: { label } });
    expect((await write("before")).status).toBe(201);
    move(portal.services.settings.databasePath);
    expect((await write("after")).status).toBe(500);
    expect((await portal.request("systemAdmin", "GET", "/api/gov/organizations")).status).toBe(200);
    // SQLite would open the new file.
    expect(() => openSnapshot(portal.db)).toThrow("while the server has it open");
    expect(portal.log.map(({ err }) => (err as { code?: string } | undefined)?.code)).toContain(
      "SQLITE_READONLY_DBMOVED",
    );
  });
});

describe("if a database was moved", () => {
  async function openMoved() {
    const portal = await openPortal();
    portal.cookieOf("poc");
    const { databasePath } = portal.services.settings;
    copyFileSync(databasePath, `${databasePath}.new`);
    renameSync(`${databasePath}.new`, databasePath);
    return { portal, databasePath };
  }

  test("housekeeping and the search's upkeep write nothing", async () => {
    const { portal } = await openMoved();
    const { db, services } = portal;
    const before = db.$client.prepare("SELECT total_changes()").pluck().get();
    expect(() => withLockWait(db, 0, () => forgetExpiredSessions(services, portal.now()))).toThrow("was replaced");
    await expect(services.search.keepHouse()).rejects.toThrow("was replaced");
    await expect(mergeSegments(db)).rejects.toThrow("was replaced");
    expect(db.$client.prepare("SELECT total_changes()").pluck().get()).toBe(before);
  });

  test("a session continues, and its last-seen time is not written", async () => {
    const { portal } = await openMoved();
    const seen = () => portal.db.$client.prepare("SELECT last_seen_at FROM session").pluck().all();
    const before = seen();
    portal.advance(10 * MINUTE);
    expect((await portal.request("poc", "GET", "/api/session")).status).toBe(200);
    expect(seen()).toEqual(before);
  });

  test("closing does not change the log", async () => {
    const { portal, databasePath } = await openMoved();
    const log = readFileSync(`${databasePath}-wal`);
    expect(log.length).toBeGreaterThan(0);
    closeDatabase(portal.db);
    expect(readFileSync(`${databasePath}-wal`).equals(log)).toBe(true);
  });
});

test("a database with two names is refused, because its log and its lock are named after it", async () => {
  const { databasePath } = (await openPortal()).services.settings;
  const other = `${databasePath}.other`;
  symlinkSync(databasePath, other);
  expect(() => claimDatabase(other)).toThrow(`${other} is a link`);
  rmSync(other);
  claimDatabase(databasePath)();
  linkSync(databasePath, other);
  for (const path of [databasePath, other]) expect(() => claimDatabase(path)).toThrow(`${path} has another name`);
});

test("a database is in use while any connection is open, and not after", async () => {
  const { db, services } = await openPortal();
  const { databasePath } = services.settings;
  expect(() => requireUnused(databasePath)).toThrow(`Another program has ${databasePath} open`);
  db.$client.close();
  requireUnused(databasePath);
  requireUnused(`${databasePath}.none`);
  writeFileSync(databasePath, "A letter to whom it may concern. ".repeat(40));
  requireUnused(databasePath);
});

test("only one server can use a folder of uploads, whatever its database", async () => {
  const portal = await openPortal();
  const { uploadsDir } = portal.services.settings;
  const release = claimUploads(uploadsDir);
  expect(() => claimUploads(uploadsDir)).toThrow("Another server is using");
  release();
  claimUploads(uploadsDir)();
});
