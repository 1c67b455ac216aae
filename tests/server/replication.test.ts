import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { proveFailover, whatIsThere } from "../proofs/failover";
import { makePlaceForWrites } from "../proofs/writers";
import { ORGANIZATIONS } from "../support/cast";
import { ensureProgram } from "../support/debian.mjs";
import { ReplicaSite } from "../support/replica-site";
import { outcomeOf, PORTAL, startServer } from "../support/server-process";
import { LEASE_SECONDS, openTwoSites, type TwoSites } from "../support/two-sites";

/* Two machines and a store between them: processes, in folders of their own. */

let primary: TwoSites["primary"];
let other: TwoSites["other"];
let writers: TwoSites["writers"];
let government: TwoSites["government"];
let statusOf: TwoSites["statusOf"];
let acceptedBy: TwoSites["acceptedBy"];

beforeAll(() => void ensureProgram("rclone", "rclone"), 300_000);
beforeEach(() => {
  ({ primary, other, writers, government, statusOf, acceptedBy } = openTwoSites());
});

test("a machine that fails is replaced from the store alone", { timeout: 120_000 }, async () => {
  // Longer than what may be lost, so that losing everything is noticed.
  const small = {
    rounds: 1,
    perSecond: 40,
    forMilliseconds: 3_000,
    withinMilliseconds: 1_000,
    leaseSeconds: LEASE_SECONDS,
  };
  for await (const { what, figure, holds } of proveFailover(small)) expect(holds, `${what}: ${figure}`).toBe(true);
});

describe("a server that was replaced accepts no writes", () => {
  test("while it runs, and what it accepted before is not lost", { timeout: 120_000 }, async () => {
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
    // Nor before the next start of what copies.
    third.startCopying();
    await third.reported(({ standing, problem }) => standing === "HOLDS" && problem === null);
    expect(await third.stopCopying()).toBe(0);
    expect(await other.promote()).toMatchObject({ code: 2, stderr: expect.stringContaining("--other-stopped") });
    expect(claimsIn(REPLICA_URL).at(-1)).toMatchObject({ leaseSeconds: 0, isReleased: false });
  });

  test("leave a machine as it was if another one is promoted at the same time", { timeout: 60_000 }, async () => {
    await primary.start();
    await primary.stop();
    const { folder, settings } = other.place;
    const claim = `${settings.DATABASE_PATH}.claim.json`;
    const claims = join(fileURLToPath(primary.settings.REPLICA_URL ?? ""), "claims");
    const rclone = join(folder, "rclone.sh");
    const racing = new ReplicaSite(other.place, { ...other.settings, RCLONE_PATH: rclone });
    const rivalsClaim = (term: string) => join(claims, `${term}-${"f".repeat(32)}`);
    const handle = (script: string) => writeFileSync(rclone, `#!/bin/bash\n${script}\n`, { mode: 0o755 });

    handle(`rclone "$@" || exit\nif [[ "$*" == *" rcat "* ]]; then cp "\${@: -1}" ${rivalsClaim("000002")}; fi`);
    const refused = { code: 2, stderr: expect.stringContaining("at the same time") };
    expect(await racing.promote()).toMatchObject(refused);
    const left = readdirSync(folder).filter((name) => name.startsWith("ledger") && !name.endsWith(".lock"));
    expect(left).toEqual([]);
    // One that was replaced knows that it was.
    const replaced = `${JSON.stringify({ term: 1, ids: ["0".repeat(32)], isReplaced: true, isUnconfirmed: false })}\n`;
    writeFileSync(claim, replaced);
    rmSync(rivalsClaim("000002"));
    expect(await racing.promote()).toMatchObject(refused);
    expect(readFileSync(claim, "utf8")).toBe(replaced);

    // Later, while this one fetches the data.
    rmSync(rivalsClaim("000002"));
    handle(`if [[ "$*" == *" copy "* ]]; then cp ${claims}/000002-* ${rivalsClaim("000003")}; fi\nexec rclone "$@"`);
    expect(await racing.promote()).toMatchObject({ code: 2, stderr: expect.stringContaining("meanwhile") });
    expect(existsSync(settings.DATABASE_PATH)).toBe(false);
    expect((await other.promote()).code).toBe(0);
  });

  test("do not stop a server of a version that this machine does not have", { timeout: 60_000 }, async () => {
    await primary.start();
    const { REPLICA_URL = "" } = primary.settings;
    const folder = join(fileURLToPath(REPLICA_URL), "claims");
    const path = join(folder, readdirSync(folder)[0] ?? "");
    const claim = JSON.parse(readFileSync(path, "utf8"));
    expect(claim.migration).toMatch(/^\d{4}_/);
    writeFileSync(path, JSON.stringify({ ...claim, migration: "9999_of_tomorrow" }));
    expect(await other.promote()).toMatchObject({ code: 2, stderr: expect.stringContaining("9999_of_tomorrow") });
    expect(claimsIn(REPLICA_URL)).toHaveLength(1);
    expect(await acceptedBy(primary)).toBe(10);
  });

  test("a move on purpose loses nothing and waits for no lease", { timeout: 120_000 }, async () => {
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
    // A full disk cut it off.
    const claims = join(fileURLToPath(primary.settings.REPLICA_URL ?? ""), "claims");
    writeFileSync(join(claims, readdirSync(claims).sort()[0] ?? ""), "");
    expect(await other.promote()).toMatchObject({ code: 2, stderr: expect.stringContaining("damaged") });
    expect(await other.promote("--other-stopped")).toMatchObject({ code: 0 });
    await other.start();
    expect(await acceptedBy(other)).toBe(10);
  });

  test("a copy that is stopped before its server loses nothing", { timeout: 120_000 }, async () => {
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
});

/** What the claims of a store say, the newest last. */
function claimsIn(url: string): unknown[] {
  const folder = join(fileURLToPath(url), "claims");
  const names = readdirSync(folder).sort();
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}
