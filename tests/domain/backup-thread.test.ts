import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { type BackupPlace, publishSet } from "~/backup/publish.server";
import { verifySet } from "~/backup/restore.server";
import { RETENTION } from "~/backup/retention";
import { messageOf } from "~/backup/schedule.server";
import { openPortal } from "../support/portal";

/* What fails around a backup, and how that is reported. */

test("a thread that ends without a message has failed", async () => {
  const worker = new Worker("process.exit(3)", { eval: true });
  await expect(messageOf(worker)).rejects.toThrow("ended with 3 before it was done");
});

test("a thread's message and its error arrive", async () => {
  const source = (code: string) =>
    new Worker(`const { parentPort } = require("node:worker_threads"); ${code}`, { eval: true });
  expect(await messageOf(source("parentPort.postMessage({ name: 1 })"))).toEqual({ name: 1 });
  await expect(messageOf(source("throw new Error('no room')"))).rejects.toThrow("no room");
});

/** Makes a set one that cannot be removed, not even by the superuser: the paths in it are longer than the system takes. */
function makeUnremovable({ backupDir }: BackupPlace, name: string): void {
  const short = join(dirname(backupDir), "d");
  const names = Array.from({ length: 15 }, () => "n".repeat(250));
  mkdirSync(join(short, ...names), { recursive: true });
  const inner = join(backupDir, name, "x".repeat(250), "y".repeat(250));
  mkdirSync(inner, { recursive: true });
  renameSync(short, join(inner, "d"));
  onTestFinished(() => {
    const folder = join(backupDir, ".removing", "x".repeat(250), "y".repeat(250), "d");
    renameSync(folder, short);
    rmSync(short, { recursive: true });
  });
}

test("a set is made although an old one cannot be removed, and says that", async () => {
  const portal = await openPortal();
  const place = portal.services.settings;
  const publish = () => publishSet(place, portal.now());
  const first = await publish();
  for (let count = 2; count <= RETENTION.recent; count += 1) expect(await publish()).toMatchObject({ problems: [] });
  makeUnremovable(place, first?.name ?? "");
  for (const _again of [1, 2]) {
    const made = await publish();
    expect(made?.problems).toEqual([expect.stringContaining("Old backups cannot be removed: ")]);
    verifySet(made?.name ?? "", place);
  }
});
