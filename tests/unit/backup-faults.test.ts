import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { setForeignLogAside } from "#db/foreign-log";
import { closeDatabase, openDatabase } from "#db/open";
import { refuseLostDatabase } from "~/backup/lost-database.server";
import { publishSet } from "~/backup/publish.server";
import { refuseUnfinishedRestore, restoreSet, verifySet } from "~/backup/restore.server";
import { RETENTION } from "~/backup/retention";
import { LEDGER, ledgerFaults, MANIFEST, setNames } from "~/backup/set.server";
import { instantAfter } from "~/backup/set-name";
import { insertOrganization, insertSubmissionWithFile } from "../support/arrange";
import { breakIndex } from "../support/break-index";
import { DAY, openPortal, type Portal } from "../support/portal";

/* How the service handles accidents and tampering with backups and the database. */

async function publish(portal: Portal) {
  const published = await publishSet(portal.services.settings, portal.now());
  if (!published) throw new Error("Another backup is under way");
  return published;
}

/** A closed portal with a file and a backup. */
async function closedWithSet() {
  const portal = await openPortal();
  await insertSubmissionWithFile(portal);
  const { name } = await publish(portal);
  const place = portal.services.settings;
  closeDatabase(portal.db);
  return { portal, place, name, set: join(place.backupDir, name) };
}

/** The journal of a program that was killed while it wrote to a copy of a database. */
function journalOf(path: string): Buffer {
  const copy = `${path}.copy`;
  cpSync(path, copy);
  const client = new Sqlite(copy);
  try {
    client.pragma("journal_mode = DELETE");
    // Larger than the cache, so that SQLite writes to the file early, and flushes the journal first.
    client.pragma("cache_size = 1");
    client.exec("BEGIN; UPDATE organization SET name = name || ' changed', updated_at = updated_at || ' '");
    return readFileSync(`${copy}-journal`);
  } finally {
    client.close();
    rmSync(copy);
  }
}

const namesOfOrganizations = (path: string) => {
  const client = new Sqlite(path, { readonly: true });
  try {
    return client.prepare("SELECT name FROM organization ORDER BY name").pluck().all();
  } finally {
    client.close();
  }
};

describe("a journal that another database left", () => {
  /** A backup, and the journal of a database with other rows. */
  async function withJournal() {
    const portal = await openPortal();
    const before = await publish(portal);
    for (let count = 0; count < 400; count += 1)
      insertOrganization(portal, { name: `Stray ${count} `.padEnd(90, "x") });
    closeDatabase(portal.db);
    const place = portal.services.settings;
    const expected = namesOfOrganizations(join(place.backupDir, before.name, LEDGER));
    return { portal, place, name: before.name, expected, journal: journalOf(place.databasePath) };
  }

  test("from an interrupted restore does not affect the next restore", async () => {
    const { portal, place, name, expected, journal } = await withJournal();
    writeFileSync(`${place.databasePath}.restoring`, "half");
    writeFileSync(`${place.databasePath}.restoring-journal`, journal);
    await restoreSet(verifySet(name, place), place, portal.now());
    expect(ledgerFaults(place.databasePath)).toEqual([]);
    expect(namesOfOrganizations(place.databasePath)).toEqual(expected);
  });

  test("next to the database's path is set aside, with or without its database", async () => {
    const { portal, place, name, expected, journal } = await withJournal();
    rmSync(place.databasePath);
    writeFileSync(`${place.databasePath}-journal`, journal);
    await restoreSet(verifySet(name, place), place, portal.now());
    closeDatabase(openDatabase(place.databasePath));
    expect(ledgerFaults(place.databasePath)).toEqual([]);
    expect(namesOfOrganizations(place.databasePath)).toEqual(expected);
  });
});

describe("a database that is missing or empty", () => {
  test.each(["missing", "empty"])("(%s) is not created again while backups exist", async (which) => {
    const { place } = await closedWithSet();
    refuseLostDatabase(place);
    if (which === "missing") rmSync(place.databasePath);
    else writeFileSync(place.databasePath, "");
    expect(() => refuseLostDatabase(place)).toThrow(`is ${which}, although ${place.backupDir} has backups`);
    renameSync(place.backupDir, `${place.backupDir}.before`);
    refuseLostDatabase(place);
  });

  test.each(["missing", "empty"])(
    "(%s) is not created again next to its log, which SQLite would delete",
    async (which) => {
      const { services, db } = await openPortal();
      const { databasePath } = services.settings;
      db.$client.exec("CREATE TABLE kept (id)");
      const log = readFileSync(`${databasePath}-wal`);
      closeDatabase(db);
      const place = { databasePath: `${databasePath}.lost`, backupDir: services.settings.backupDir };
      if (which === "empty") writeFileSync(place.databasePath, "");
      writeFileSync(`${place.databasePath}-wal`, "");
      refuseLostDatabase(place);
      writeFileSync(`${place.databasePath}-wal`, log);
      expect(() => refuseLostDatabase(place)).toThrow(`is ${which}, although its log (-wal) is there`);
    },
  );

  test("that is empty keeps its log during a restore", async () => {
    const { portal, place, name } = await closedWithSet();
    writeFileSync(place.databasePath, "");
    writeFileSync(`${place.databasePath}-wal`, "the log of a lost database");
    await restoreSet(verifySet(name, place), place, portal.now());
    expect(readFileSync(`${place.databasePath}-wal.foreign-1`, "utf8")).toBe("the log of a lost database");
    expect(setForeignLogAside(place.databasePath)).toBeNull();
  });
});

test("a restore that fails before it moves anything leaves everything unchanged", async () => {
  const { portal, place, name, set } = await closedWithSet();
  const verified = verifySet(name, place);
  const before = readFileSync(place.databasePath);
  // Like a full disk: copying the files fails.
  rmSync(join(set, "uploads"), { recursive: true });
  await expect(restoreSet(verified, place, portal.now())).rejects.toThrow("ENOENT");
  refuseUnfinishedRestore(place.databasePath);
  expect(readFileSync(place.databasePath).equals(before)).toBe(true);
  expect(existsSync(join(place.uploadsDir, ".restoring"))).toBe(false);
});

describe("a backup is refused if", () => {
  const TRICKS: Record<string, { play: (set: string, key: string) => void; said: string }> = {
    "its database has a log next to it": {
      play: (set) => writeFileSync(join(set, `${LEDGER}-wal`), ""),
      said: "ledger.sqlite-wal is no part of a backup",
    },
    "its database has a journal next to it": {
      play: (set) => writeFileSync(join(set, `${LEDGER}-journal`), ""),
      said: "ledger.sqlite-journal is no part of a backup",
    },
    "its database is a link": { play: (set) => linkAway(join(set, LEDGER)), said: "ledger.sqlite is not a file" },
    "an upload is a link": { play: (set, key) => linkAway(join(set, "uploads", key)), said: " is not a file" },
    "its manifest is a link": {
      play: (set) => linkAway(join(set, MANIFEST)),
      said: "is not a manifest of this version",
    },
    "its manifest is a folder": {
      play: (set) => {
        rmSync(join(set, MANIFEST));
        mkdirSync(join(set, MANIFEST));
      },
      said: "is not a manifest of this version",
    },
  };
  for (const [what, { play, said }] of Object.entries(TRICKS)) {
    test(what, async () => {
      const { place, name, set } = await closedWithSet();
      const [key = ""] = verifySet(name, place).manifest.uploads.map(({ storageKey }) => storageKey);
      play(set, key);
      expect(() => verifySet(name, place)).toThrow(said);
    });
  }
});

/** Moves a file away, and leaves a link to it. */
function linkAway(path: string): void {
  const elsewhere = join(path.slice(0, path.indexOf("backup")), "elsewhere");
  renameSync(path, elsewhere);
  symlinkSync(elsewhere, path);
}

describe("a backup", () => {
  test("that fails removes what it wrote, so that a full disk has its space back", async () => {
    const portal = await openPortal();
    const { backupDir } = portal.services.settings;
    await insertSubmissionWithFile(portal);
    breakIndex(portal);
    await expect(publish(portal)).rejects.toThrow("is damaged");
    expect(readdirSync(backupDir)).toEqual([".lock"]);
  });

  test("after the clock was set back still counts as the newest", async () => {
    const portal = await openPortal();
    const first = await publish(portal);
    portal.advance(-30 * DAY);
    insertOrganization(portal, { name: "Written later" });
    const names = [first.name];
    for (let count = 0; count < RETENTION.recent + 1; count += 1) {
      names.push((await publish(portal)).name);
      expect(setNames(portal.services.settings.backupDir)[0]).toBe(names.at(-1));
    }
    expect([...names].sort()).toEqual(names);
    const { folder } = verifySet("latest", portal.services.settings);
    expect(namesOfOrganizations(join(folder, LEDGER))).toContain("Written later");
  });

  test("with an impossible date in its name is skipped", () => {
    const now = new Date("2026-03-02T15:00:00.000Z");
    expect(instantAfter("2026-03-02T15-00-00.000Z", now)).toEqual(new Date("2026-03-02T15:00:00.001Z"));
    expect(instantAfter("2026-03-02T14-59-59.000Z", now)).toEqual(now);
    expect(instantAfter("2026-99-99T99-99-99.999Z", now)).toEqual(now);
    expect(instantAfter("9999-12-31T23-59-59.999Z", now)).toEqual(now);
    expect(instantAfter(undefined, now)).toEqual(now);
  });

  test("renamed to a newer backup's name is refused, and under its own name it is accepted", async () => {
    const { place, set, name } = await closedWithSet();
    const newer = join(place.backupDir, "2031-01-01T00-00-00.000Z");
    cpSync(set, newer, { recursive: true });
    expect(() => verifySet("latest", place)).toThrow(`was renamed. Its name was ${name}`);
    renameSync(newer, join(place.backupDir, "copy"));
    expect(verifySet("copy", place).manifest.uploads).toHaveLength(1);
  });
});
