import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { currentGeneration } from "~/replica/litestream.server";
import { whatIsThere } from "../proofs/failover";
import { ensureProgram } from "../support/debian.mjs";
import { ReplicaSite } from "../support/replica-site";
import { PORTAL, startServer } from "../support/server-process";
import { openTwoSites, type TwoSites } from "../support/two-sites";

/* Litestream as we run it: what a server acknowledges is in the store, or the server stops writing. */

/** The machine is busy. */
const SLOW = { timeout: 30_000, interval: 200 };

let primary: TwoSites["primary"];
let other: TwoSites["other"];
let writers: TwoSites["writers"];
let acceptedBy: TwoSites["acceptedBy"];

beforeAll(() => void ensureProgram("rclone", "rclone"), 300_000);
beforeEach(() => {
  ({ primary, other, writers, acceptedBy } = openTwoSites());
});

test("a server writes nothing that does not reach the store, and what hangs is started again", {
  timeout: 150_000,
}, async () => {
  await primary.start();
  expect(await acceptedBy(primary)).toBe(10);
  primary.hangLitestream();
  await expect.poll(() => acceptedBy(primary), { timeout: 30_000, interval: 1_000 }).toBe(0);
  expect((await primary.reported(() => true)).problem).not.toBeNull();
  await expect.poll(() => acceptedBy(primary), { timeout: 60_000, interval: 1_000 }).toBe(10);
  expect(primary.said).toContain("Starting Litestream again");

  // What was never sent is lost with the machine, but not if the machine returns.
  const uploadsOf = (folder: string) =>
    readdirSync(folder)
      .filter((name) => /^[0-9a-f]{32}$/.test(name))
      .sort();
  const stored = join(fileURLToPath(primary.settings.REPLICA_URL ?? ""), "uploads");
  const own = primary.place.settings.UPLOADS_DIR;
  await expect.poll(() => uploadsOf(stored), SLOW).toEqual(uploadsOf(own));
  await primary.reported(({ database }) => (database.behindSeconds ?? 9) < 1);
  primary.hangLitestream();
  expect(await acceptedBy(primary)).toBe(10);
  await primary.kill();
  expect((await other.promote()).code).toBe(0);
  const back = await primary.promote();
  expect(back).toMatchObject({ code: 0, stdout: expect.stringContaining("changes that the copy does not have") });
});

test("a new copy of Litestream's has figures of its own", { timeout: 120_000 }, async () => {
  await primary.start();
  expect(await acceptedBy(primary)).toBe(10);
  const generation = join(`${primary.place.folder}/.ledger.sqlite-litestream`, "generation");
  const former = readFileSync(generation, "utf8");
  // Litestream then begins another one.
  rmSync(generation);
  await expect.poll(() => existsSync(generation) && readFileSync(generation, "utf8"), SLOW).not.toBe(former);
  await expect.poll(() => primary.said, SLOW).toContain("began a new copy");
  await primary.reported(({ leaseMilliseconds }) => leaseMilliseconds === 0);
  await primary.reported(({ leaseMilliseconds }) => leaseMilliseconds > 0);
  await expect.poll(() => acceptedBy(primary), SLOW).toBe(10);
  await primary.server?.stop();
  expect(await primary.stopCopying()).toBe(0);
  // The clock of the store was wrong when it got the former one.
  const { REPLICA_URL = "" } = primary.settings;
  const stored = join(fileURLToPath(REPLICA_URL), "000001/ledger/generations", former.trim());
  const tomorrow = new Date(Date.now() + 86_400_000);
  for (const name of readdirSync(stored, { recursive: true, encoding: "utf8" })) {
    utimesSync(join(stored, name), tomorrow, tomorrow);
  }
  expect((await other.promote()).code).toBe(0);
  expect(whatIsThere(other.place, writers.acknowledged)).toMatchObject({ lost: [], rowsWithoutFile: 0, problems: [] });
});

test("a server does not trust what it copied while the store was gone", { timeout: 120_000 }, async () => {
  await primary.start();
  expect(await acceptedBy(primary)).toBe(10);
  const { REPLICA_URL = "" } = primary.settings;
  const [store, away] = [fileURLToPath(REPLICA_URL), `${fileURLToPath(REPLICA_URL)}.away`];
  let isDone = false;
  const writing = writers.writeSteadily(primary.origin, 20, () => isDone);
  // As a mount point without its disk, to which the copies can be written.
  renameSync(store, away);
  mkdirSync(store);
  await pause(2_000);
  rmSync(store, { recursive: true });
  renameSync(away, store);
  await pause(1_000);
  isDone = true;
  await writing;
  await expect.poll(() => acceptedBy(primary), SLOW).toBe(10);
  await primary.server?.stop();
  expect(await primary.stopCopying()).toBe(0);
  expect(await other.promote()).toMatchObject({ code: 0, stderr: "" });
  expect(whatIsThere(other.place, writers.acknowledged)).toMatchObject({ lost: [], rowsWithoutFile: 0, problems: [] });
});

test("a stop succeeds only if the store says which copy to restore", { timeout: 60_000 }, async () => {
  const rclone = join(primary.place.folder, "rclone.sh");
  const script = '#!/bin/sh\ncase "$*" in *" rcat "*/generation) exit 1;; esac\nexec rclone "$@"\n';
  writeFileSync(rclone, script, { mode: 0o755 });
  const failing = new ReplicaSite(primary.place, { ...primary.settings, RCLONE_PATH: rclone });
  onTestFinished(() => failing.kill());
  failing.startCopying();
  const { leaseMilliseconds } = await failing.reported(({ database }) => database.behindSeconds !== null);
  expect(leaseMilliseconds).toBe(0);
  expect(await failing.stopCopying()).toBe(1);
  primary.startCopying();
  await primary.reported(({ leaseMilliseconds }) => leaseMilliseconds > 0);
  const named = readFileSync(join(fileURLToPath(primary.settings.REPLICA_URL ?? ""), "000001/generation"), "utf8");
  expect(named.trim()).toBe(currentGeneration(primary.place.settings.DATABASE_PATH));
  expect(await primary.stopCopying()).toBe(0);
});

test("what copies the database ends with the program that started it, however that ends", {
  timeout: 60_000,
}, async () => {
  primary.startCopying();
  await primary.reported(({ database }) => database.behindSeconds !== null);
  const configuration = `${primary.place.settings.DATABASE_PATH}.litestream.json`;
  expect(processesWith(configuration)).toHaveLength(1);
  primary.killCopying();
  await expect.poll(() => processesWith(configuration), { timeout: 20_000 }).toEqual([]);
  // What it was sending may still arrive.
  const generation = currentGeneration(primary.place.settings.DATABASE_PATH);
  expect(generation).not.toBeNull();
  primary.startCopying();
  await primary.reported(({ leaseMilliseconds }) => leaseMilliseconds > 0);
  expect(currentGeneration(primary.place.settings.DATABASE_PATH)).not.toBe(generation);
});

test("a server may write again after Litestream folded in the log and started again", {
  timeout: 120_000,
}, async () => {
  await primary.start();
  for (let index = 0; index < 2; index += 1) {
    const { server } = primary;
    await server?.stop();
    primary.server = await startServer(PORTAL, primary.settings);
    await expect.poll(() => acceptedBy(primary), { timeout: 20_000 }).toBe(10);
  }
  // Idle, so that Litestream sends nothing.
  await primary.stopCopying();
  primary.startCopying();
  await primary.reported(({ leaseMilliseconds }) => leaseMilliseconds > 0);
  await expect.poll(() => acceptedBy(primary), { timeout: 20_000 }).toBe(10);
  const { database } = await primary.reported(({ database }) => database.behindSeconds !== null);
  expect(database.behindSeconds).toBeLessThan(30);
});

/** The processes that have a text among their arguments. */
const processesWith = (text: string): string[] =>
  readdirSync("/proc").filter((name) => /^\d+$/.test(name) && argumentsOf(name).includes(text));

function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    // It has ended.
    return "";
  }
}
