import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { closeDatabase, immediateTransaction } from "#db/open";
import { openPortal } from "../support/portal";

test("a database is opened with the decided settings", async () => {
  const { db } = await openPortal();
  const read = (name: string) => db.$client.pragma(name, { simple: true });
  // synchronous 2 is FULL: what was acknowledged is on the disk.
  expect({
    journalMode: read("journal_mode"),
    synchronous: read("synchronous"),
    foreignKeys: read("foreign_keys"),
    busyTimeout: read("busy_timeout"),
    trustedSchema: read("trusted_schema"),
  }).toEqual({ journalMode: "wal", synchronous: 2, foreignKeys: 1, busyTimeout: 5000, trustedSchema: 0 });
});

test("a transaction that throws leaves nothing, and one within another undoes itself alone", async () => {
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

test("closing folds the write-ahead log into the file", async () => {
  const { db, services } = await openPortal();
  db.$client.prepare("INSERT INTO installation_secret (name, value) VALUES ('x', x'00')").run();
  expect(existsSync(`${services.settings.databasePath}-wal`)).toBe(true);
  closeDatabase(db);
  expect(existsSync(`${services.settings.databasePath}-wal`)).toBe(false);
  closeDatabase(db);
});
