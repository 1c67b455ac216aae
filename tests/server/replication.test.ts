import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { proveFailover, settingsFor, whatIsThere } from "../proofs/failover";
import { makePlaceForWrites, Writers } from "../proofs/writers";
import { ORGANIZATIONS } from "../support/cast";
import { ensureProgram } from "../support/debian.mjs";
import { ReplicaSite } from "../support/replica-site";
import { makePlace, outcomeOf, PORTAL, startServer } from "../support/server-process";

/* Two machines and a store between them: processes, in folders of their own. */

const LEASE_SECONDS = 3;

let primary: ReplicaSite;
let other: ReplicaSite;
let writers: Writers;
let government: string;

beforeAll(() => void ensureProgram("rclone", "rclone"), 300_000);
beforeEach(() => {
  const { place, cast } = makePlaceForWrites(2_000);
  const store = makePlace();
  onTestFinished(() => store.remove());
  const settings = settingsFor(store, LEASE_SECONDS);
  primary = new ReplicaSite(place, settings);
  other = new ReplicaSite(makePlace(), settings);
  writers = new Writers(cast);
  government = cast.government;
});

/** Ends what the test started, whatever it left. */
const cleanUp = async () => {
  for (const site of [primary, other]) {
    site.signal("SIGCONT");
    await site.kill();
    site.place.remove();
  }
};

const statusOf = async (origin: string, path: string) =>
  (await fetch(`${origin}${path}`, { headers: { cookie: `session=${government}` } })).status;

/** Writes ten times. @returns how many were acknowledged */
async function acceptedBy(site: ReplicaSite): Promise<number> {
  const before = writers.acknowledged.length;
  for (let count = 0; count < 10; count += 1) await writers.write(site.origin);
  return writers.acknowledged.length - before;
}

test("a machine that fails is replaced from the store alone", { timeout: 120_000 }, async () => {
  onTestFinished(cleanUp);
  const small = { rounds: 1, perSecond: 40, withinMilliseconds: 1_000, leaseSeconds: LEASE_SECONDS };
  for await (const { what, figure, holds } of proveFailover(small)) expect(holds, `${what}: ${figure}`).toBe(true);
});

describe("a server that was replaced accepts no writes", () => {
  test("while it runs, and what it accepted before is not lost", { timeout: 120_000 }, async () => {
    onTestFinished(cleanUp);
    await primary.start();
    let isDone = false;
    const writing = writers.writeSteadily(primary.origin, 20, () => isDone);
    await pause(1_000);
    const promoted = await other.promote();
    const acknowledged = writers.acknowledged.length;
    await pause(1_000);
    isDone = true;
    await writing;
    expect(promoted).toMatchObject({ code: 0, stderr: "" });
    // Nobody wrote under it yet, so its own start need not wait for its lease.
    expect(claimsIn(primary.settings.REPLICA_URL ?? "").at(-1)).toMatchObject({ isReleased: true });
    expect(writers.acknowledged.length).toBe(acknowledged);
    expect(acknowledged).toBeGreaterThan(20);
    expect(whatIsThere(other.place, writers.acknowledged)).toMatchObject({
      lost: [],
      rowsWithoutFile: 0,
      problems: [],
    });
    // It does not know who may still read.
    await primary.reported(({ standing }) => standing === "REPLACED");
    await expect.poll(() => statusOf(primary.origin, "/healthz"), { timeout: 5_000 }).toBe(503);
    for (const path of ["/", "/gov", "/api/session"]) expect(await statusOf(primary.origin, path), path).toBe(503);
    const types = ["/gov", "/api/session"].map(async (path) => {
      const response = await fetch(primary.origin + path, { headers: { accept: "text/html" } });
      return [response.status, response.headers.get("content-type")];
    });
    expect(await Promise.all(types)).toEqual([
      [503, "text/html; charset=utf-8"],
      [503, "application/json; charset=utf-8"],
    ]);
    // Also after a start while nobody asks the store.
    await primary.stop();
    primary.server = await startServer(PORTAL, primary.settings);
    expect(await statusOf(primary.origin, "/gov")).toBe(503);
  });

  test("after it stood still meanwhile", { timeout: 120_000 }, async () => {
    onTestFinished(cleanUp);
    await primary.start();
    expect(await acceptedBy(primary)).toBe(10);
    // Its clock goes on, but nobody tells the server anything.
    primary.signal("SIGSTOP", { server: true });
    expect((await other.promote()).code).toBe(0);
    primary.signal("SIGCONT", { server: true });
    expect(await acceptedBy(primary)).toBe(0);

    primary.signal("SIGSTOP");
    await other.start();
    expect(await acceptedBy(other)).toBe(10);
    primary.signal("SIGCONT");
    expect(await acceptedBy(primary)).toBe(0);
    expect(await acceptedBy(other)).toBe(10);
  });

  test("nor does one that nobody gives a lease, but it serves pages", { timeout: 120_000 }, async () => {
    onTestFinished(cleanUp);
    primary.server = await startServer(PORTAL, primary.settings);
    expect(await acceptedBy(primary)).toBe(0);
    expect(await statusOf(primary.origin, "/gov")).toBe(200);
    const page = await fetch(`${primary.origin}/calls`);
    expect(page.headers.get("cache-control")).toBe("private, no-cache");
    expect(await page.text()).toContain("Nothing can be saved at the moment.");
    const refused = await fetch(`${primary.origin}/api/gov/organizations/${ORGANIZATIONS.acme}/dialogue`, {
      method: "POST",
      headers: { cookie: `session=${government}`, "content-type": "application/json" },
      body: JSON.stringify({ body: "A note" }),
    });
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).not.toBeNull();
    primary.startCopying();
    await primary.reported(({ leaseMilliseconds }) => leaseMilliseconds > 0);
    await expect.poll(() => acceptedBy(primary), { timeout: 5_000 }).toBe(10);
  });
});

describe("the programs", () => {
  test("do not replace data that was never in the store by the store's copy", { timeout: 60_000 }, async () => {
    onTestFinished(cleanUp);
    primary.startCopying();
    // A lease means that the store has a copy.
    await primary.reported(({ leaseMilliseconds }) => leaseMilliseconds > 0);
    const { place } = makePlaceForWrites(1);
    onTestFinished(() => place.remove());
    const before = readFileSync(place.settings.DATABASE_PATH);
    const { REPLICA_URL = "" } = primary.settings;
    const third = new ReplicaSite(place, { REPLICA_URL, REPLICA_LEASE_SECONDS: "0" });
    const refused = await third.promote("--other-stopped");
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("--replace-own-data") });
    expect(readFileSync(place.settings.DATABASE_PATH)).toEqual(before);
    expect(claimsIn(REPLICA_URL)).toHaveLength(1);
    const promoted = await third.promote("--other-stopped", "--replace-own-data");
    expect(promoted).toMatchObject({ code: 0, stderr: "" });
    // Without a lease, its server may write before anything copies.
    expect(claimsIn(REPLICA_URL).at(-1)).toMatchObject({ leaseSeconds: 0, isReleased: false });
  });

  test("what copies the database ends with the program that started it, however that ends", {
    timeout: 60_000,
  }, async () => {
    onTestFinished(cleanUp);
    primary.startCopying();
    await primary.reported(({ database }) => database.behindSeconds !== null);
    const configuration = `${primary.place.settings.DATABASE_PATH}.litestream.json`;
    expect(processesWith(configuration)).toHaveLength(1);
    primary.killCopying();
    await expect.poll(() => processesWith(configuration), { timeout: 20_000 }).toEqual([]);
  });

  test("a move on purpose loses nothing and waits for no lease", { timeout: 120_000 }, async () => {
    onTestFinished(cleanUp);
    await primary.start();
    expect(await acceptedBy(primary)).toBe(10);
    await primary.stop();
    const promoted = await other.promote();
    expect(promoted).toMatchObject({ code: 0, stderr: "" });
    expect(promoted.stdout).not.toContain("Waiting");
    expect(whatIsThere(other.place, writers.acknowledged)).toMatchObject({
      lost: [],
      rowsWithoutFile: 0,
      problems: [],
    });
    // Once more would replace what this machine has.
    expect(await other.promote()).toMatchObject({ code: 2, stderr: expect.stringContaining("already") });
  });

  test("a machine whose promotion fails starts no server, because that would be empty", {
    timeout: 120_000,
  }, async () => {
    onTestFinished(cleanUp);
    await primary.start();
    await primary.stop();
    const generations = join(fileURLToPath(primary.settings.REPLICA_URL ?? ""), "000001/ledger/generations");
    const snapshots = join(generations, readdirSync(generations)[0] ?? "", "snapshots");
    cpSync(snapshots, `${snapshots}.whole`, { recursive: true });
    for (const name of readdirSync(snapshots)) writeFileSync(join(snapshots, name), "damaged");
    expect(await other.promote()).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot restore") });
    for (const program of [[], ["replicate"]]) {
      const outcome = await outcomeOf([...PORTAL, ...program], other.settings);
      expect(outcome).toMatchObject({ stderr: expect.stringContaining("was interrupted") });
      expect(outcome.code).not.toBe(0);
    }
    expect(existsSync(other.place.settings.DATABASE_PATH)).toBe(false);
    rmSync(snapshots, { recursive: true });
    renameSync(`${snapshots}.whole`, snapshots);
    expect(await other.promote()).toMatchObject({ code: 0 });
    await other.start();
    expect(await acceptedBy(other)).toBe(10);
  });

  test("a copy that is stopped before its server loses nothing", { timeout: 120_000 }, async () => {
    onTestFinished(cleanUp);
    await primary.start();
    let isDone = false;
    const writing = writers.writeSteadily(primary.origin, 20, () => isDone);
    await pause(1_000);
    await primary.stopCopying();
    const promoted = await other.promote();
    isDone = true;
    await writing;
    expect(promoted).toMatchObject({ code: 0, stderr: "" });
    expect(writers.acknowledged.length).toBeGreaterThan(20);
    expect(whatIsThere(other.place, writers.acknowledged)).toMatchObject({
      lost: [],
      rowsWithoutFile: 0,
      problems: [],
    });
  });

  test("a server may write again after Litestream folded in the log and started again", {
    timeout: 120_000,
  }, async () => {
    onTestFinished(cleanUp);
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

  test("a standby shows a copy on which nothing can be changed, and ends when it is promoted", {
    timeout: 120_000,
  }, async () => {
    onTestFinished(cleanUp);
    await primary.start();
    expect(await acceptedBy(primary)).toBe(10);
    const beside = await outcomeOf([...PORTAL, "standby"], primary.settings);
    expect(beside).toMatchObject({ code: 2, stderr: expect.stringContaining("A server is running") });
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const standby = outcomeOf([...PORTAL, "standby"], {
      ...other.settings,
      PORT: String(port),
      STANDBY_INTERVAL_SECONDS: "1",
    });
    await expect.poll(() => statusOf(origin, "/gov").catch(() => 0), { timeout: 60_000 }).toBe(200);
    const page = await (await fetch(origin)).text();
    expect(page).toContain('aria-label="Site alert"');
    expect(page).toContain("This is a copy from ");
    writers.failures.length = 0;
    const before = writers.acknowledged.length;
    for (let count = 0; count < 10; count += 1) await writers.write(origin);
    expect(writers.acknowledged.length).toBe(before);
    expect(writers.failures.map((failure) => failure.slice(0, 3))).toEqual(Array(10).fill("503"));
    expect((await other.promote()).code).toBe(0);
    expect(await standby).toMatchObject({ code: 0, stderr: "" });
    expect(readdirSync(`${other.place.settings.DATABASE_PATH}.standby`).sort()).toEqual([".lock", "litestream.json"]);
  });
});

/** What the claims of a store say, the newest last. */
function claimsIn(url: string): unknown[] {
  const folder = join(fileURLToPath(url), "claims");
  const names = readdirSync(folder).sort();
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}

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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}
