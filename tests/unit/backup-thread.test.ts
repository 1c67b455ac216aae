import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { publishSet } from "~/backup/publish.server";
import { verifySet } from "~/backup/restore.server";
import { RETENTION } from "~/backup/retention";
import { messageOf } from "~/backup/schedule.server";
import { openPortal } from "../support/portal";

/* How failures around a backup are reported. */

test("a thread that ends without a message has failed", async () => {
  const worker = new Worker("process.exit(3)", { eval: true });
  await expect(messageOf(worker)).rejects.toThrow("ended with code 3");
});

test("a thread's message and its error arrive", async () => {
  const source = (code: string) =>
    new Worker(`const { parentPort } = require("node:worker_threads"); ${code}`, { eval: true });
  expect(await messageOf(source("parentPort.postMessage({ name: 1 })"))).toEqual({ name: 1 });
  await expect(messageOf(source("throw new Error('no room')"))).rejects.toThrow("no room");
});

/** Makes the disk refuse to remove anything in this folder during the test. */
function refuseRemovals(folder: string): void {
  const { rmSync } = fs;
  const replace = (remove: typeof rmSync) => {
    fs.rmSync = remove;
    syncBuiltinESMExports();
  };
  replace((path, options) => {
    if (String(path).startsWith(folder) && fs.existsSync(path)) {
      throw Object.assign(new Error("EBUSY: resource busy or locked, rm"), { code: "EBUSY" });
    }
    rmSync(path, options);
  });
  onTestFinished(() => replace(rmSync));
}

test("a backup succeeds although an old one cannot be removed, and reports that", async () => {
  const portal = await openPortal();
  const place = portal.services.settings;
  const publish = () => publishSet(place, portal.now());
  for (let count = 1; count <= RETENTION.recent; count += 1) expect(await publish()).toMatchObject({ problems: [] });
  refuseRemovals(join(place.backupDir, ".removing"));
  for (const _again of [1, 2]) {
    const made = await publish();
    expect(made?.problems).toEqual([expect.stringContaining("Old backups cannot be removed: ")]);
    verifySet(made?.name ?? "", place);
  }
});
