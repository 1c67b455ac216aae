import fs, {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { closeDatabase, openDatabase } from "#db/open";
import { type BackupPlace, publishSet } from "~/backup/publish.server";
import { restoreSet, verifySet } from "~/backup/restore.server";
import { insertSubmissionWithFile, submissionRow } from "../support/arrange";
import { DAY, HOUR, openPortal, type Portal } from "../support/portal";

/* Uploads that a disk or a person damaged: the next backup is complete again if a good copy exists. */

const OTHER_FILE_SYSTEM = ["/dev/shm", "/var/tmp"].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
);
/** Long before every backup in these tests: the time of an upload. */
const LONG_AGO = new Date("2026-01-01T00:00:00Z");

/** A portal with two uploads, and a backup of them. */
async function openWithSet(backupDir?: string) {
  const portal = await openPortal(backupDir === undefined ? {} : { BACKUP_DIR: backupDir });
  const place: BackupPlace = portal.services.settings;
  const keyOf = async () => submissionRow(portal, await insertSubmissionWithFile(portal))?.storageKey ?? "";
  const [key, other] = [await keyOf(), await keyOf()];
  for (const each of [key, other]) utimesSync(join(place.uploadsDir, each), LONG_AGO, LONG_AGO);
  const { name } = await publish(portal);
  const fileOf = (set: string) => join(place.backupDir, set, "uploads", key);
  return { portal, place, key, other, name, live: join(place.uploadsDir, key), fileOf };
}

async function publish(portal: Portal) {
  const published = await publishSet(portal.services.settings, portal.now());
  if (!published) throw new Error("Another backup is under way");
  return published;
}

/** Changes a byte in place, as a disk does: the file's size and time stay the same. */
function rot(path: string): void {
  const { atime, mtime, mode } = statSync(path);
  const bytes = readFileSync(path);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  chmodSync(path, 0o600);
  writeFileSync(path, bytes);
  chmodSync(path, mode);
  utimesSync(path, atime, mtime);
}

/** Replaces a file with another of the same size and time. */
function replace(path: string): void {
  const { atime, mtime, size } = statSync(path);
  writeFileSync(`${path}.new`, Buffer.alloc(size, "x"));
  utimesSync(`${path}.new`, atime, mtime);
  renameSync(`${path}.new`, path);
}

test("the first backup of the next day finds a damaged upload, and leaves it out", async () => {
  const { portal, place, key, live } = await openWithSet();
  rot(live);
  portal.advance(DAY);
  const { name, uploads, damaged, damagedFiles } = await publish(portal);
  expect({ uploads, damaged, damagedFiles }).toEqual({ uploads: 1, damaged: [key], damagedFiles: [live] });
  expect(verifySet(name, place).manifest.uploads).toHaveLength(1);
});

test("the next backup finds an upload that someone wrote to", async () => {
  const { portal, place, key, live } = await openWithSet();
  rot(live);
  utimesSync(live, portal.now(), portal.now());
  portal.advance(HOUR);
  const { name, damaged } = await publish(portal);
  expect(damaged).toEqual([key]);
  expect(verifySet(name, place).manifest.uploads).toHaveLength(1);
});

const LOSSES: Record<string, (live: string) => void> = {
  removed: (live) => rmSync(live),
  replaced: replace,
  "replaced by a link": (live) => {
    renameSync(live, `${live}.elsewhere`);
    symlinkSync(`${live}.elsewhere`, live);
  },
  "cut off": (live) => {
    rmSync(live);
    writeFileSync(live, "short");
  },
};
test.each(Object.entries(LOSSES))(
  "an upload that was %s is reported, and copied from an earlier backup",
  async (_what, lose) => {
    const { portal, place, live, fileOf } = await openWithSet();
    const bytes = readFileSync(live);
    lose(live);
    // Each backup reports it again and copies it from the previous one.
    for (const _set of [1, 2]) {
      portal.advance(HOUR);
      const { name, uploads, damaged, damagedFiles } = await publish(portal);
      expect({ uploads, damaged, damagedFiles }).toEqual({ uploads: 2, damaged: [], damagedFiles: [live] });
      expect(readFileSync(fileOf(name))).toEqual(bytes);
      expect(verifySet(name, place).manifest.uploads).toHaveLength(2);
    }
  },
);

test("a backup searches every earlier one for a good copy, not only the newest", async () => {
  const { portal, name, live, fileOf } = await openWithSet();
  const bytes = readFileSync(live);
  renameSync(live, `${live}.elsewhere`);
  portal.advance(HOUR);
  const second = await publish(portal);
  // The two backups share one file. Give the newer one its own copy and damage that.
  replace(fileOf(second.name));
  portal.advance(HOUR);
  const third = await publish(portal);
  expect(third.damaged).toEqual([]);
  expect(readFileSync(fileOf(third.name))).toEqual(bytes);
  expect(statSync(fileOf(third.name)).ino).toBe(statSync(fileOf(name)).ino);
});

test("an unchanged upload is read once a day", async () => {
  const { portal, place, live } = await openWithSet();
  // Before that, damage to only the bytes goes unnoticed.
  rot(live);
  portal.advance(HOUR);
  const { name, damagedFiles } = await publish(portal);
  expect(damagedFiles).toEqual([]);
  expect(() => verifySet(name, place)).toThrow("is not what was backed up");
});

test.skipIf(!OTHER_FILE_SYSTEM)("on another file system, a damaged copy is replaced from the live file", async () => {
  const { portal, place, name, live, fileOf } = await openWithSet(otherFolder());
  rot(fileOf(name));
  portal.advance(DAY);
  const next = await publish(portal);
  expect(next).toMatchObject({ uploads: 2, damaged: [], damagedFiles: [fileOf(name)] });
  expect(readFileSync(fileOf(next.name))).toEqual(readFileSync(live));
  expect(verifySet(next.name, place).manifest.uploads).toHaveLength(2);
});

test.skipIf(!OTHER_FILE_SYSTEM)(
  "on another file system, a damaged live file is reported, and the backup is complete",
  async () => {
    const { portal, place, live } = await openWithSet(otherFolder());
    rot(live);
    portal.advance(DAY);
    const next = await publish(portal);
    expect(next).toMatchObject({ uploads: 2, damaged: [], damagedFiles: [live] });
    expect(verifySet(next.name, place).manifest.uploads).toHaveLength(2);
  },
);

function otherFolder(): string {
  const folder = mkdtempSync(join(OTHER_FILE_SYSTEM ?? "", "portal-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const DAMAGES: Record<string, (path: string) => void> = {
  damaged: rot,
  missing: (path) => rmSync(path),
};
test.each(Object.entries(DAMAGES))(
  "a backup with an upload that is %s is restored without it on request, as the log records",
  async (_what, damage) => {
    const { portal, place, key, other, name, live, fileOf } = await openWithSet();
    damage(fileOf(name));
    rmSync(live, { force: true });
    closeDatabase(portal.db);
    expect(() => verifySet(name, place)).toThrow("--without-damaged-uploads");
    expect(() => verifySet(name, place, { brokenAuditLog: true })).toThrow(`uploads/${key} is`);

    const verified = verifySet(name, place, { damagedUploads: true });
    expect(verified.withoutUploads).toEqual([key]);
    await restoreSet(verified, place, portal.now());
    expect([existsSync(live), existsSync(join(place.uploadsDir, other))]).toEqual([false, true]);
    const db = openDatabase(place.databasePath);
    const row = db.query.auditEvent.findFirst({ orderBy: ({ seq }, { desc }) => desc(seq) }).sync();
    expect(row?.event).toBe("ledger_restored");
    expect(JSON.parse(row?.details ?? "").after).toMatchObject({ withoutUploads: [key] });
    closeDatabase(db);
  },
);

test("a backup with a damaged database is refused, whatever is accepted", async () => {
  const { place, name } = await openWithSet();
  rot(join(place.backupDir, name, "ledger.sqlite"));
  expect(() => verifySet(name, place, { brokenAuditLog: true, damagedUploads: true })).toThrow(
    "ledger.sqlite is not what was backed up",
  );
});

test("after a clock that was ahead, each backup reads the uploads again", async () => {
  const { portal, place, key, live } = await openWithSet();
  await publishSet(place, new Date(portal.now().getTime() + 365 * DAY));
  await publish(portal);
  rot(live);
  portal.advance(HOUR);
  expect((await publish(portal)).damaged).toEqual([key]);
});

test("an upload that cannot be read is reported as damaged, and the rest is backed up", async () => {
  const { portal, key } = await openWithSet();
  const open = fs.openSync;
  const failing = vi.spyOn(fs, "openSync").mockImplementation((path, ...more) => {
    if (String(path).endsWith(key)) throw Object.assign(new Error("EIO: i/o error, open"), { code: "EIO" });
    return open(path, ...more);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    failing.mockRestore();
    syncBuiltinESMExports();
  });
  portal.advance(DAY);
  const { damaged, uploads } = await publish(portal);
  expect(damaged).toEqual([key]);
  expect(uploads).toBe(1);
});
