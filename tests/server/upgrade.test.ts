import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { closeDatabase, openDatabase, openMigratedDatabase } from "#db/open";
import { digestOf } from "~/backup/durable.server";
import { setNames } from "~/backup/set.server";
import { databaseOfDrizzle, MIGRATION_NAMES, migrationsAnd } from "../support/migrations";
import { holdSocket, portalOnSocket } from "../support/passed-socket";
import { populate } from "../support/populate";
import { type Environment, makePlace, outcomeOf, type Place, PORTAL, startServer } from "../support/server-process";

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

describe("a newer version", () => {
  const ADDED = { name: "9998_adds_column", sql: "ALTER TABLE preset_tag ADD COLUMN color text;" };

  /** The same build in a folder of its own, with one more migration. */
  function newerVersion(): string {
    const folder = join(place.folder, "newer");
    mkdirSync(join(folder, "db"), { recursive: true });
    for (const name of ["app", "build", "node_modules"]) symlinkSync(resolve(name), join(folder, name));
    cpSync(migrationsAnd(ADDED), join(folder, "db/migrations"), { recursive: true });
    return folder;
  }

  async function start(command: readonly string[], settings: Environment, passed?: number) {
    const server = await startServer(command, settings, undefined, passed);
    onTestFinished(() => void server.process.kill("SIGKILL"));
    return server;
  }

  const inFolder = (folder: string, command: readonly string[]) => [
    ...["/bin/sh", "-c", 'cd "$0" && exec "$@"', folder],
    ...command,
  ];

  /** The schema, the migrations that ran, the rows, and every file of the data except the database. */
  function data() {
    const db = openDatabase(place.settings.DATABASE_PATH);
    const all = (sql: string) => db.$client.prepare(sql).all();
    const found = {
      schema: all("SELECT name, sql FROM sqlite_schema ORDER BY name"),
      migrations: all("SELECT * FROM __drizzle_migrations"),
      submissions: all("SELECT * FROM submission ORDER BY id"),
      files: readdirSync(place.folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes("newer"))
        .map(({ parentPath, name }) => join(parentPath, name))
        .filter((path) => !path.startsWith(place.settings.DATABASE_PATH))
        .sort()
        .map((path) => [path, digestOf(path).sha256]),
    };
    // Unlike `closeDatabase`, this leaves the log to the server.
    db.$client.close();
    return found;
  }

  const columns = () => {
    const db = openDatabase(place.settings.DATABASE_PATH);
    const names = db.$client.prepare("SELECT name FROM pragma_table_info('preset_tag')").pluck().all();
    closeDatabase(db);
    return names;
  };

  test("refuses to run on the data while the old one runs, changes nothing, and migrates after its stop", async () => {
    const { settings } = place;
    const old = await start(PORTAL, settings);
    const newer = newerVersion();
    const before = data();
    expect(before.files.length).toBeGreaterThan(0);
    const refused = await outcomeOf(PORTAL, settings, newer);
    expect(refused).toMatchObject({ code: 1, stderr: `Another server is running on ${settings.DATABASE_PATH}.\n` });
    expect(data()).toEqual(before);
    expect((await fetch(`${old.origin}/healthz`)).status).toBe(200);
    expect(await old.stop()).toBe(0);
    expect(columns()).not.toContain("color");

    const sets = setNames(settings.BACKUP_DIR);
    const server = await start(inFolder(newer, PORTAL), settings);
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(columns()).toContain("color");
    expect(setNames(settings.BACKUP_DIR)).toHaveLength(sets.length + 1);
    expect(data().submissions).toEqual(before.submissions);
  });

  test("that is refused takes no connection of the socket that the old one listens on", async () => {
    const socket = await holdSocket();
    onTestFinished(() => socket.close());
    const old = await start(portalOnSocket(), place.settings, socket.fd);
    // Nobody else may take the connection meanwhile.
    old.process.kill("SIGSTOP");
    const waiting = fetch(`${old.origin}/healthz`);
    const newer = inFolder(newerVersion(), portalOnSocket());
    expect(await outcomeOf(newer, place.settings, undefined, socket.fd)).toMatchObject({ code: 1 });
    old.process.kill("SIGCONT");
    expect((await waiting).status).toBe(200);
    expect(await old.stop()).toBe(0);
  });
});
