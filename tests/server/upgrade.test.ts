import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDatabase, openDatabase, openMigratedDatabase } from "#db/open";
import { setNames } from "~/backup/set.server";
import { databaseOfDrizzle, MIGRATION_NAMES } from "../support/migrations";
import { populate } from "../support/populate";
import { makePlace, outcomeOf, type Place, PORTAL, startServer } from "../support/server-process";

/* Starts the built server on the database of an earlier version. Scheduled backups are off. */

let place: Place;
beforeEach(() => {
  place = makePlace();
  const older = databaseOfDrizzle(MIGRATION_NAMES.at(-2) ?? "");
  populate(older.$client);
  closeDatabase(older);
  cpSync(older.$client.name, place.settings.DATABASE_PATH);
});
afterEach(() => place.remove());

const submissions = (db: ReturnType<typeof openDatabase>) => {
  const ids = db.$client.prepare("SELECT id FROM submission ORDER BY id").pluck().all();
  closeDatabase(db);
  return ids;
};

test("the server makes a backup, migrates, and serves", async () => {
  const server = await startServer(PORTAL, place.settings);
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  expect(setNames(place.settings.BACKUP_DIR)).toHaveLength(1);
  expect(submissions(openMigratedDatabase(place.settings.DATABASE_PATH))).toEqual(["submission-1", "submission-2"]);

  const check = await outcomeOf([...PORTAL, "restore", "--check", "latest"], place.settings);
  expect(check).toMatchObject({ code: 0, stderr: "" });
});

test("if no backup can be made, the server prints one line and does not change the database", async () => {
  const file = join(place.folder, "file");
  writeFileSync(file, "");
  const { code, stderr } = await outcomeOf(PORTAL, { ...place.settings, BACKUP_DIR: join(file, "backup") });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^[^\n]* was not migrated, because it could not be backed up first: [^\n]*\n$/);
  expect(() => openMigratedDatabase(place.settings.DATABASE_PATH)).toThrow("of an older version");
  expect(submissions(openDatabase(place.settings.DATABASE_PATH))).toEqual(["submission-1", "submission-2"]);
});
