import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkDataPlaces } from "~/backup/data-places.server";

/* What the server says before it starts if it cannot write to the places of its data. */

function arrange() {
  const folder = mkdtempSync(join(tmpdir(), "portal-data-places-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "file");
  writeFileSync(file, "a file, where a folder should be");
  const places = {
    databasePath: join(folder, "ledger.sqlite"),
    uploadsDir: join(folder, "uploads"),
    backupDir: join(folder, "backup"),
    backupIntervalMinutes: 15,
  };
  return { folder, file, places };
}

test("missing folders are created", () => {
  const { folder, places } = arrange();
  const databasePath = join(folder, "data", "ledger.sqlite");
  expect(checkDataPlaces({ ...places, databasePath })).toBeNull();
  for (const name of ["data", "uploads", "backup"]) expect(existsSync(join(folder, name)), name).toBe(true);
});

test.for(["below a file", "a file"])("a new portal does not start if a folder is %s, and names its setting", (how) => {
  const { file, places } = arrange();
  const place = how === "a file" ? file : join(file, "folder");
  const check = (changes: Partial<typeof places>) => () => checkDataPlaces({ ...places, ...changes });
  expect(check({ databasePath: join(place, "ledger.sqlite") })).toThrow(/DATABASE_PATH: .* not a folder/);
  expect(check({ uploadsDir: place })).toThrow(/UPLOADS_DIR: .* not a folder/);
  expect(check({ backupDir: place })).toThrow(/BACKUP_DIR: .* not a folder/);
  expect(check({ backupDir: place, backupIntervalMinutes: 0 })()).toBeNull();
});

test("a folder in place of the database is refused with a file that could be in it", () => {
  const { places } = arrange();
  mkdirSync(places.databasePath);
  expect(() => checkDataPlaces(places)).toThrow(`such as ${join(places.databasePath, "ledger.sqlite")}`);
});

test("a portal that has data also starts without its backups, and says so", () => {
  const { file, places } = arrange();
  writeFileSync(places.databasePath, "a ledger");
  expect(checkDataPlaces({ ...places, backupDir: file })).toMatch(/BACKUP_DIR: .* not a folder/);
});
