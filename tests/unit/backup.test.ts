import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { refuseForeignLog, setForeignLogAside } from "#db/foreign-log";
import { claimDatabase, claimLock, closeDatabase, openDatabase, openMigratedDatabase } from "#db/open";
import { type BackupPlace, type PublishedSet, publishSet } from "~/backup/publish.server";
import { refuseUnfinishedRestore, restoreSet, verifySet } from "~/backup/restore.server";
import { RETENTION, setsToRemove } from "~/backup/retention";
import { manifestText, readManifest, setNames } from "~/backup/set.server";
import { isNamed, namedFiles } from "~/storage/named-files.server";
import { submissionForm } from "../support/arrange";
import { breakIndex } from "../support/break-index";
import { pdf } from "../support/files";
import { DAY, HOUR, openPortal, type Portal } from "../support/portal";

/** A folder on another file system than the one the tests use. */
const OTHER_FILE_SYSTEM = ["/dev/shm", "/var/tmp"].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
);
const NAME = "2026-03-02T15-00-00.000Z";

/** A portal with one submission, and its file. @returns the file's key. */
async function openWithFile(): Promise<{ portal: Portal; place: BackupPlace; key: string }> {
  const portal = await openPortal();
  const key = await submit(portal);
  return { portal, place: portal.services.settings, key };
}

async function submit(portal: Portal, title = "Kept safe"): Promise<string> {
  const before = new Set(portal.storedFiles());
  const file = { name: "paper.pdf", bytes: pdf(5_000) };
  const answer = await portal.request("acmeUser", "POST", "/api/portal/submissions", {
    multipart: submissionForm({ title }, file),
  });
  expect(answer.status).toBe(201);
  return portal.storedFiles().find((name) => !before.has(name)) ?? "";
}

async function publish(portal: Portal, place: BackupPlace = portal.services.settings): Promise<PublishedSet> {
  const published = await publishSet(place, portal.now());
  if (!published) throw new Error("Another backup is under way");
  return published;
}

const filesOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
const digests = (folder: string) =>
  filesOf(folder)
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => [name, readFileSync(join(folder, name)).toString("base64")]);

describe("a backup", () => {
  test("contains the database without its sessions, the uploads that rows name, and a manifest", async () => {
    const { portal, place, key } = await openWithFile();
    const stray = "0".repeat(32);
    writeFileSync(join(place.uploadsDir, stray), "no row names me");
    expect(await publish(portal)).toMatchObject({ name: NAME, uploads: 1, damaged: [], removed: [] });

    const set = join(place.backupDir, NAME);
    expect(filesOf(set)).toEqual([
      "ledger.sqlite",
      "manifest.json",
      "manifest.pub",
      "manifest.sig",
      "uploads",
      join("uploads", key),
    ]);
    const ledger = new Sqlite(join(set, "ledger.sqlite"), { readonly: true });
    expect(ledger.prepare("SELECT count(*) FROM session").pluck().get()).toBe(0);
    expect(ledger.prepare("SELECT title FROM submission").pluck().all()).toEqual(["Kept safe"]);
    ledger.close();
    expect(readManifest(set)).toMatchObject({
      createdAt: portal.now().toISOString(),
      lastAudit: { seq: portal.auditRows().length },
      uploads: [{ storageKey: key, sizeBytes: 5_000 }],
      damaged: [],
    });
    // A link to the same file, not a copy.
    expect(statSync(join(set, "uploads", key)).ino).toBe(statSync(join(place.uploadsDir, key)).ino);
    // The live ones are unchanged.
    expect(portal.db.$client.prepare("SELECT count(*) FROM session").pluck().get()).toBe(1);
    expect(existsSync(join(place.uploadsDir, stray))).toBe(true);
  });

  test.each(["session", "feed_address"])(
    "contains nothing of the token of a %s, not even in deleted pages",
    async (table) => {
      const { portal, place } = await openWithFile();
      await portal.request("poc", "POST", "/api/account/feeds");
      const hash = portal.db.$client.prepare<[], Buffer>(`SELECT token_hash FROM ${table}`).pluck().get();
      await publish(portal);
      expect(readFileSync(join(place.backupDir, NAME, "ledger.sqlite")).includes(hash as Buffer)).toBe(false);
      // The live one is unchanged.
      expect(portal.db.$client.prepare<[], Buffer>(`SELECT token_hash FROM ${table}`).pluck().get()).toEqual(hash);
    },
  );

  test("does not change, whatever happens to the ledger", async () => {
    const { portal, place, key } = await openWithFile();
    await publish(portal);
    const set = join(place.backupDir, NAME);
    const before = digests(set);
    await submit(portal, "Written later");
    portal.db.$client.exec("PRAGMA foreign_keys = OFF; DELETE FROM submission WHERE title = 'Kept safe'");
    await portal.services.files.sweep((name) => isNamed(portal.db, name), new Date(Date.now() + DAY));
    expect(existsSync(join(place.uploadsDir, key))).toBe(false);
    portal.advance(HOUR);
    await publish(portal);
    expect(digests(set)).toEqual(before);
    expect(verifySet(NAME, place).manifest.uploads).toHaveLength(1);
  });

  test("is readable only for its owner", async () => {
    const { portal, place } = await openWithFile();
    await publish(portal);
    const modeOf = (path: string) => (statSync(join(place.backupDir, path)).mode & 0o777).toString(8);
    expect([".", NAME, `${NAME}/ledger.sqlite`, `${NAME}/manifest.json`].map(modeOf)).toEqual([
      "700",
      "700",
      "400",
      "400",
    ]);
  });

  test("reports a missing or changed file, and leaves it out", async () => {
    const { portal, place, key } = await openWithFile();
    const changed = await submit(portal, "Changed");
    const shorter = await submit(portal, "Cut off");
    rmSync(join(place.uploadsDir, key));
    writeFileSync(join(place.uploadsDir, changed), pdf(5_000).fill("x", 4_000));
    writeFileSync(join(place.uploadsDir, shorter), pdf(4_000));
    const { uploads, damaged } = await publish(portal);
    expect([uploads, damaged.sort()]).toEqual([0, [key, changed, shorter].sort()]);
    expect(verifySet("latest", place).manifest.damaged).toHaveLength(3);
  });

  test("is not made of a damaged database, and leaves earlier ones", async () => {
    const { portal, place } = await openWithFile();
    await publish(portal);
    breakIndex(portal);
    portal.advance(HOUR);
    await expect(publish(portal)).rejects.toThrow("is damaged");
    expect(setNames(place.backupDir)).toEqual([NAME]);
  });

  test("that was interrupted is removed by the next one, and never counts as a backup", async () => {
    const { portal, place } = await openWithFile();
    mkdirSync(join(place.backupDir, ".unfinished", "uploads"), { recursive: true });
    writeFileSync(join(place.backupDir, ".unfinished", "ledger.sqlite"), "half of it");
    expect(setNames(place.backupDir)).toEqual([]);
    await publish(portal);
    expect(readdirSync(place.backupDir).sort()).toEqual([".lock", NAME]);
  });

  test("is made by one process at a time", async () => {
    const { portal, place } = await openWithFile();
    mkdirSync(place.backupDir);
    const release = claimLock(join(place.backupDir, ".lock"), "taken");
    expect(await publishSet(place, portal.now())).toBeNull();
    release();
    expect(await publishSet(place, portal.now())).not.toBeNull();
  });

  test("fails if a folder cannot be read or written, instead of leaving files out", async () => {
    const { portal, place } = await openWithFile();
    const file = join(place.backupDir, "file");
    await publish(portal);
    writeFileSync(file, "");
    await expect(publish(portal, { ...place, uploadsDir: file })).rejects.toThrow("ENOTDIR");
    mkdirSync(join(place.uploadsDir, "f".repeat(32)));
    await expect(publish(portal)).rejects.toThrow();
    rmSync(join(place.backupDir, ".lock"), { force: true });
    mkdirSync(join(place.backupDir, ".lock"));
    await expect(publish(portal)).rejects.toThrow("Cannot open");
    expect(setNames(place.backupDir)).toEqual([NAME]);
  });

  test("of a missing ledger creates nothing", async () => {
    const { place, portal } = await openWithFile();
    const elsewhere = { ...place, databasePath: `${place.databasePath}.none`, uploadsDir: `${place.uploadsDir}.none` };
    await expect(publish(portal, elsewhere)).rejects.toThrow("There is no database at");
    expect(setNames(place.backupDir)).toEqual([]);
  });

  test.skipIf(!OTHER_FILE_SYSTEM)("on another file system contains copies, made once", async () => {
    const { portal, place, key } = await openWithFile();
    const backupDir = mkdtempSync(join(OTHER_FILE_SYSTEM ?? "", "portal-backup-"));
    onTestFinished(() => rmSync(backupDir, { recursive: true }));
    await publish(portal, { ...place, backupDir });
    portal.advance(HOUR);
    const { name } = await publish(portal, { ...place, backupDir });
    const [first, second] = [NAME, name].map((set) => statSync(join(backupDir, set, "uploads", key)));
    expect(first?.ino).toBe(second?.ino);
    expect(verifySet(name, { ...place, backupDir }).manifest.uploads).toHaveLength(1);
  });

  test("does not reuse files from an earlier one that is damaged", async () => {
    const { portal, place } = await openWithFile();
    await publish(portal);
    const manifest = join(place.backupDir, NAME, "manifest.json");
    chmodSync(manifest, 0o600);
    writeFileSync(manifest, "{");
    portal.advance(HOUR);
    expect(verifySet((await publish(portal)).name, place).manifest.uploads).toHaveLength(1);
  });
});

describe("the server keeps", () => {
  const at = (day: number, hour: number) =>
    `2026-03-${String(day).padStart(2, "0")}T${String(hour).padStart(2, "0")}-00-00.000Z`;

  test("the newest eight backups, and the newest of each of the last seven days with any", () => {
    const names = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((day) => [at(day, 1), at(day, 2)]);
    const today = Array.from({ length: 10 }, (_unused, hour) => at(20, hour));
    const removed = setsToRemove([...names, ...today]);
    const kept = [...names, ...today].filter((name) => !removed.includes(name));
    expect(kept).toEqual([...[4, 5, 6, 7, 8, 9].map((day) => at(day, 2)), ...today.slice(-RETENTION.recent)]);
  });

  test("all backups while there are few", () => {
    expect(setsToRemove([at(1, 1), at(1, 2)])).toEqual([]);
    expect(setsToRemove([])).toEqual([]);
  });

  test("no other backups, and does not touch other files", async () => {
    const { portal, place } = await openWithFile();
    mkdirSync(join(place.backupDir, "notes"), { recursive: true });
    for (let count = 0; count < RETENTION.recent + 2; count += 1) {
      await publish(portal);
      portal.advance(HOUR / 2);
    }
    expect(readdirSync(place.backupDir)).toContain("notes");
    expect(setNames(place.backupDir)).toHaveLength(RETENTION.recent);
    expect(setNames(place.backupDir)).not.toContain(NAME);
  });
});

/** A portal with a backup and later writes, closed as if its server was killed. */
async function stopAfterBackup() {
  const { portal, place, key } = await openWithFile();
  await publish(portal);
  const later = await submit(portal, "Written later");
  // What a killed server leaves: a log with writes that are not in the file yet.
  const log = readFileSync(`${place.databasePath}-wal`);
  const file = readFileSync(place.databasePath);
  closeDatabase(portal.db);
  writeFileSync(place.databasePath, file);
  writeFileSync(`${place.databasePath}-wal`, log);
  return { portal, place, key, later };
}

const titlesIn = (path: string) => {
  const db = openDatabase(path);
  const titles = db.$client.prepare("SELECT title FROM submission ORDER BY title").pluck().all();
  closeDatabase(db);
  return titles;
};

describe("restoring", () => {
  test("puts the backup in place, and sets aside the database with its log", async () => {
    const { portal, place, key, later } = await stopAfterBackup();
    const aside = await restoreSet(verifySet(NAME, place), place, portal.now());

    expect(existsSync(`${place.databasePath}-wal`)).toBe(false);
    expect((statSync(place.databasePath).mode & 0o777).toString(8)).toBe("600");
    expect(titlesIn(place.databasePath)).toEqual(["Kept safe"]);
    expect(portal.storedFiles().filter((name) => name === key)).toHaveLength(2);
    expect(existsSync(join(place.uploadsDir, key))).toBe(true);
    expect(existsSync(join(place.uploadsDir, later))).toBe(false);

    expect(titlesIn(aside.database ?? "")).toEqual(["Kept safe", "Written later"]);
    expect(readdirSync(aside.uploads ?? "").sort()).toEqual([key, later].sort());
  });

  test("does not change the backup, whatever is written afterwards", async () => {
    const { portal, place } = await stopAfterBackup();
    await restoreSet(verifySet(NAME, place), place, portal.now());
    const db = openDatabase(place.databasePath);
    db.$client.exec("UPDATE submission SET title = 'Changed'");
    closeDatabase(db);
    expect(verifySet(NAME, place).folder).toBe(join(place.backupDir, NAME));
  });

  test("works without a database", async () => {
    const { portal, place, key } = await stopAfterBackup();
    const folder = join(place.backupDir, "elsewhere");
    const elsewhere = { ...place, databasePath: join(folder, "l.sqlite"), uploadsDir: join(folder, "uploads") };
    mkdirSync(folder);
    expect(await restoreSet(verifySet(NAME, place), elsewhere, portal.now())).toEqual({
      database: null,
      uploads: null,
      log: null,
    });
    const db = openDatabase(elsewhere.databasePath);
    expect([...namedFiles(db)].map(({ storageKey }) => storageKey)).toEqual([key]);
    closeDatabase(db);
    expect(readdirSync(elsewhere.uploadsDir).sort()).toEqual([".lock", key]);
  });

  test("is refused while a server uses the database", async () => {
    const { portal, place } = await stopAfterBackup();
    const release = claimDatabase(place.databasePath);
    await expect(restoreSet(verifySet(NAME, place), place, portal.now())).rejects.toThrow("A server is running on");
    release();
    expect(titlesIn(place.databasePath)).toEqual(["Kept safe", "Written later"]);
  });

  test("is refused while another program has the database open, and changes nothing", async () => {
    const { portal, place } = await stopAfterBackup();
    const other = openMigratedDatabase(place.databasePath);
    await expect(restoreSet(verifySet(NAME, place), place, portal.now())).rejects.toThrow("Another program has");
    other.$client.close();
    refuseUnfinishedRestore(place.databasePath);
    expect(titlesIn(place.databasePath)).toEqual(["Kept safe", "Written later"]);
  });

  test("is refused if the backup changed after it was checked, or the place cannot be used", async () => {
    const { portal, place } = await stopAfterBackup();
    const verified = verifySet(join(place.backupDir, NAME), place);
    const { manifest } = verified;
    const otherwise = { ...manifest, ledger: { ...manifest.ledger, sha256: "0".repeat(64) } };
    await expect(restoreSet({ ...verified, manifest: otherwise }, place, portal.now())).rejects.toThrow(
      "changed while",
    );
    rmSync(`${place.databasePath}.lock`, { force: true });
    mkdirSync(`${place.databasePath}.lock`);
    await expect(restoreSet(verified, place, portal.now())).rejects.toThrow("Cannot open");
    expect(titlesIn(place.databasePath)).toEqual(["Kept safe", "Written later"]);
  });

  test("that was interrupted keeps the server from starting, until it is repeated", async () => {
    const { portal, place, later } = await stopAfterBackup();
    copyFileSync(join(place.backupDir, NAME, "ledger.sqlite"), `${place.databasePath}.restoring`);
    expect(() => refuseUnfinishedRestore(place.databasePath)).toThrow("was interrupted");
    mkdirSync(join(place.uploadsDir, ".restoring"));
    writeFileSync(join(place.uploadsDir, ".restoring", "half"), "");
    const aside = await restoreSet(verifySet(NAME, place), place, portal.now());
    refuseUnfinishedRestore(place.databasePath);
    expect(titlesIn(place.databasePath)).toEqual(["Kept safe"]);
    expect(existsSync(join(aside.uploads ?? "", later))).toBe(true);
    expect(existsSync(join(place.uploadsDir, "half"))).toBe(false);
  });

  const DAMAGES: Record<string, { damage: (set: string, key: string) => void; said: string }> = {
    "a byte of its database was changed": {
      damage: (set) => {
        const path = join(set, "ledger.sqlite");
        chmodSync(path, 0o600);
        const bytes = readFileSync(path);
        bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1;
        writeFileSync(path, bytes);
      },
      said: "ledger.sqlite is not what was backed up",
    },
    "its database is missing": {
      damage: (set) => rmSync(join(set, "ledger.sqlite")),
      said: "ledger.sqlite is missing",
    },
    "an upload is missing": { damage: (set, key) => rmSync(join(set, "uploads", key)), said: "is missing" },
    "an upload was replaced": {
      damage: (set, key) => {
        rmSync(join(set, "uploads", key));
        writeFileSync(join(set, "uploads", key), pdf(5_001));
      },
      said: "is not what was backed up",
    },
    "its manifest is missing": { damage: (set) => rmSync(join(set, "manifest.json")), said: "it has no manifest.json" },
    "its manifest is cut off": {
      damage: (set) => {
        const path = join(set, "manifest.json");
        chmodSync(path, 0o600);
        writeFileSync(path, readFileSync(path, "utf8").slice(0, -20));
      },
      said: "cannot be read",
    },
    "its manifest names a file elsewhere": {
      damage: (set) => {
        const path = join(set, "manifest.json");
        const manifest = readManifest(set);
        chmodSync(path, 0o600);
        writeFileSync(
          path,
          manifestText({
            ...manifest,
            uploads: [{ storageKey: "../../etc/passwd", sizeBytes: 1, sha256: "0".repeat(64) }],
          }),
        );
      },
      said: "is not a manifest of this version",
    },
  };
  for (const [what, { damage, said }] of Object.entries(DAMAGES)) {
    test(`a backup is refused if ${what}, and nothing changes`, async () => {
      const { place, key, later } = await stopAfterBackup();
      damage(join(place.backupDir, NAME), key);
      expect(() => verifySet(NAME, place)).toThrow(said);
      expect(titlesIn(place.databasePath)).toEqual(["Kept safe", "Written later"]);
      expect(readdirSync(place.uploadsDir).sort()).toEqual([".staging", key, later].sort());
    });
  }

  test("a missing backup is reported", async () => {
    const { place } = await openWithFile();
    expect(() => verifySet("latest", place)).toThrow("There are no backups in");
    expect(() => verifySet("2026-01-01T00-00-00.000Z", place)).toThrow("There is no backup at");
  });
});

describe("a backup that someone copied into place, next to the log of a killed server", () => {
  async function putByHand() {
    const stopped = await stopAfterBackup();
    const { databasePath, backupDir } = stopped.place;
    rmSync(databasePath);
    copyFileSync(join(backupDir, NAME, "ledger.sqlite"), databasePath);
    chmodSync(databasePath, 0o600);
    expect(statSync(`${databasePath}-wal`).size).toBeGreaterThan(0);
    return stopped;
  }

  test("is not read with the log, which is set aside", async () => {
    const { databasePath } = (await putByHand()).place;
    const log = readFileSync(`${databasePath}-wal`);
    writeFileSync(`${databasePath}-wal.foreign-1`, "of another time");
    expect(setForeignLogAside(databasePath)).toBe(`${databasePath}-wal.foreign-2`);
    expect(readFileSync(`${databasePath}-wal.foreign-2`)).toEqual(log);
    expect(titlesIn(databasePath)).toEqual(["Kept safe"]);
    expect(setForeignLogAside(databasePath)).toBeNull();
  });

  test("is refused by programs until a server has set the log aside", async () => {
    const { databasePath } = (await putByHand()).place;
    expect(() => refuseForeignLog(databasePath)).toThrow(`${databasePath}-wal belongs to another database`);
    setForeignLogAside(databasePath);
    refuseForeignLog(databasePath);
  });

  test("is set aside by a restore without the log", async () => {
    const { portal, place } = await putByHand();
    const aside = await restoreSet(verifySet(NAME, place), place, portal.now());
    expect(titlesIn(aside.database ?? "")).toEqual(["Kept safe"]);
    expect(existsSync(`${place.databasePath}-wal.foreign-1`)).toBe(true);
  });
});

test("a log that belongs to its database is read", async () => {
  const { place } = await stopAfterBackup();
  expect(setForeignLogAside(place.databasePath)).toBeNull();
  refuseForeignLog(place.databasePath);
  expect(titlesIn(place.databasePath)).toEqual(["Kept safe", "Written later"]);
});
