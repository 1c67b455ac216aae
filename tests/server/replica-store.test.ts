import { getEventListeners } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { claimName, newClaim } from "~/replica/claims";
import { holdClaim, takeOwnClaim } from "~/replica/holder.server";
import { startLease } from "~/replica/lease.server";
import { answerReports, type ReplicaReport } from "~/replica/report.server";
import { hasSnapshot, newestSource } from "~/replica/source.server";
import { rclone, readClaim, readClaims, removeClaim, writeClaim } from "~/replica/store.server";
import { watchStore } from "~/replica/store-watch.server";
import { copyUploads } from "~/replica/uploads.server";
import { type ReplicaSettings, readSettings } from "~/settings.server";
import { ensureProgram } from "../support/debian.mjs";

/* Claims in a real folder, through the real rclone. */

const QUIET = { say: () => {} };
/** rclone runs in between. */
const SLOW = { timeout: 20_000, interval: 20 };

let folder: string;
let replica: ReplicaSettings;
let own: string;

beforeAll(() => void ensureProgram("rclone", "rclone"), 300_000);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "store-"));
  own = join(folder, "claim.json");
  replica = readReplica();
});

function readReplica(): ReplicaSettings {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const url = pathToFileURL(join(folder, "store")).href;
  const { replica: read } = readSettings({
    NODE_ENV: "test",
    REPLICA_URL: url,
    REPLICA_LEASE_SECONDS: "3",
  });
  if (!read) throw new Error("There is no replica.");
  return read;
}

const claimed = async (path = own) => {
  const taken = await takeOwnClaim(replica, path, QUIET);
  if (!("claim" in taken)) throw new Error("This machine was replaced.");
  return taken.claim;
};
const details = { leaseSeconds: 3, isReleased: true, host: "other", at: "2026-01-01T00:00:00.000Z" };

/** Holds a claim until the end of the test. */
function hold(claim: Awaited<ReturnType<typeof claimed>>) {
  const onReplaced = vi.fn();
  const holder = holdClaim(replica, claim, onReplaced);
  onTestFinished(() => holder.stop());
  return { holder, onReplaced };
}

describe("the first server of a store", () => {
  test("makes the first claim, and lets its server write for some seconds at a time", async () => {
    const claim = await claimed();
    expect(claim.term).toBe(1);
    expect(await readClaims(replica)).toEqual([claim]);
    const { holder } = hold(claim);
    await vi.waitUntil(() => holder.standing() === "HOLDS", SLOW);
    expect(holder.grant()).toBeGreaterThan(0);
    expect(holder.grant()).toBeLessThanOrEqual(3_000);
  });

  test("takes its claim again under another id, without a wait if it gave it up", async () => {
    const first = await claimed();
    const { holder } = hold(first);
    await vi.waitUntil(() => holder.standing() === "HOLDS", SLOW);
    await holder.stop();
    await holder.release();
    expect(holder.grant()).toBe(0);
    const second = await claimed();
    expect(second.term).toBe(1);
    expect(second.id).not.toBe(first.id);
    expect(await readClaims(replica)).toEqual([second]);
  });
});

test("a first claim that did not reach the store is made again", async () => {
  const failing = join(folder, "rclone.sh");
  writeFileSync(failing, `#!/bin/sh\ncase "$*" in *" rcat "*) exit 1;; esac\nexec rclone "$@"\n`, { mode: 0o755 });
  await expect(takeOwnClaim({ ...replica, rclonePath: failing }, own, QUIET)).rejects.toThrow(/rcat/);
  const claim = await claimed();
  expect(await readClaims(replica)).toEqual([claim]);
});

test("a claim that reaches the store long after its start failed is not another machine's", async () => {
  const first = await claimed();
  const path = join(folder, "rclone.sh");
  const claims = join(folder, "store", "claims");
  const script = `#!/bin/bash\ncase "$*" in *" rcat "*) cat > ${folder}/late; basename "\${@: -1}" > ${folder}/name; exit 1;; esac\nexec rclone "$@"\n`;
  writeFileSync(path, script, { mode: 0o755 });
  await expect(takeOwnClaim({ ...replica, rclonePath: path }, own, QUIET)).rejects.toThrow(/rcat/);
  cpSync(join(folder, "late"), join(claims, readFileSync(join(folder, "name"), "utf8").trim()));
  expect(await readClaims(replica)).toHaveLength(2);
  const next = await claimed();
  expect(next.id).not.toBe(first.id);
  expect(await readClaims(replica)).toEqual([next]);
});

test("a first claim that loses names itself if it cannot be removed, because it would keep the winner from writing", async () => {
  const rival = newClaim(1);
  const path = join(folder, "rclone.sh");
  const claims = join(folder, "store", "claims");
  const also = `*" rcat "*) rclone "$@" && cp "\${@: -1}" ${join(claims, claimName(rival))}; exit;;`;
  writeFileSync(path, `#!/bin/bash\ncase "$*" in ${also} *" delete "*) exit 1;; esac\nexec rclone "$@"\n`, {
    mode: 0o755,
  });
  const losing = takeOwnClaim({ ...replica, rclonePath: path }, own, QUIET);
  await expect(losing).rejects.toThrow(/Another server/);
  const left = (await readClaims(replica)).find(({ id }) => id !== rival.id);
  await expect(losing).rejects.toThrow(left && claimName(left));
  expect(existsSync(own)).toBe(false);
});

test("without a lease, a claim is never given up, because its server may go on", async () => {
  const unleased = { ...replica, leaseSeconds: 0 };
  const taken = await takeOwnClaim(unleased, own, QUIET);
  if (!("claim" in taken)) throw new Error("This machine was replaced.");
  const holder = holdClaim(unleased, taken.claim, () => {});
  await holder.stop();
  await holder.release();
  expect(await readClaim(replica, taken.claim)).toMatchObject({ leaseSeconds: 0, isReleased: false });
});

test("a server without a lease stops writing if what copies it has one and no longer answers", async () => {
  const socket = join(folder, "socket");
  const report: ReplicaReport = {
    term: 1,
    standing: "HOLDS",
    leaseSeconds: 3,
    leaseMilliseconds: 300,
    database: { behindSeconds: 0 },
    uploads: { waiting: 0, behindSeconds: 0 },
    problem: null,
  };
  const stopAnswering = await answerReports(socket, () => report);
  const lease = await startLease({ socket, claim: own, isFenced: false, log: pino({ enabled: false }) });
  onTestFinished(() => lease.stop());
  stopAnswering();
  expect(lease.mayWrite()).toBe(true);
  await vi.waitUntil(() => lease.report() === null && !lease.mayWrite(), SLOW);
});

describe("the copies of uploads", () => {
  const KEY = "0123456789abcdef0123456789abcdef";
  const watched = () => {
    mkdirSync(join(folder, "store/claims"), { recursive: true });
    const store = watchStore(replica);
    onTestFinished(() => store.stop());
    return store;
  };

  test("are compared again after the store was gone", async () => {
    const [uploads, place, away] = ["uploads", "store", "away"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const store = watched();
    const copies = copyUploads(uploads, { replica, store, report: () => {} });
    await vi.waitUntil(() => copies.waiting().behindSeconds !== null, SLOW);
    renameSync(place, away);
    mkdirSync(join(place, "uploads"), { recursive: true });
    // As what was copied just before anyone noticed.
    writeFileSync(join(uploads, KEY), "an upload");
    writeFileSync(join(place, "uploads", KEY), "an upload");
    await vi.waitUntil(() => !store.isThere(), SLOW);
    expect(copies.waiting().behindSeconds).toBeNull();
    rmSync(place, { recursive: true });
    renameSync(away, place);
    await vi.waitUntil(() => copies.waiting().behindSeconds !== null && copies.waiting().waiting === 0, SLOW);
    expect(await copies.stop()).toBe(0);
    expect(existsSync(join(place, "uploads", KEY))).toBe(true);
  });

  test("are tried again at a stop", async () => {
    const path = join(folder, "rclone.sh");
    const uploads = join(folder, "uploads");
    const ready = join(folder, "ready");
    const script = `#!/bin/sh
case "$*" in *" --files-from-raw "*) [ -e ${ready} ] || kill -TERM $$;; esac
exec rclone "$@"
`;
    writeFileSync(path, script, { mode: 0o755 });
    const said: string[] = [];
    const copies = copyUploads(uploads, {
      replica: { ...replica, rclonePath: path },
      store: watched(),
      report: (line) => said.push(line),
    });
    await vi.waitUntil(() => copies.waiting().behindSeconds !== null, SLOW);
    writeFileSync(join(uploads, KEY), "an upload");
    await vi.waitUntil(() => copies.waiting().waiting === 1, SLOW);
    const before = said.length;
    const stopping = copies.stop();
    await vi.waitUntil(() => said.length > before, SLOW);
    expect(said.at(-1)).toContain("SIGTERM");
    writeFileSync(ready, "");
    expect(await stopping).toBe(0);
    expect(existsSync(join(folder, "store/uploads", KEY))).toBe(true);
  });

  test("leave nothing behind in the process that makes them", async () => {
    const { signal } = new AbortController();
    for (let count = 0; count < 3; count += 1) await rclone(replica, ["version"], { signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
    const aborted = AbortSignal.abort();
    await expect(rclone(replica, ["version"], { signal: aborted })).rejects.toThrow("abort");
  });
});

test("of two first servers of a store, at most one begins", async () => {
  const taken = await Promise.allSettled([claimed(), claimed(join(folder, "other.json"))]);
  const begun = taken.filter(({ status }) => status === "fulfilled");
  expect(begun.length).toBeLessThanOrEqual(1);
  expect(await readClaims(replica)).toHaveLength(begun.length);
});

test("of two copies of a machine that start together, at most one goes on, and one claim is left", async () => {
  const copy = join(folder, "copied-claim.json");
  for (let round = 1; round <= 3; round += 1) {
    await claimed();
    cpSync(own, copy);
    const taken = await Promise.allSettled([claimed(), claimed(copy)]);
    expect(taken.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(1);
    expect(await readClaims(replica)).toHaveLength(1);
    if (taken[0]?.status === "rejected") cpSync(copy, own);
  }
});

test("while two machines claim the same term, neither may write", async () => {
  const own = await claimed();
  const other = newClaim(own.term);
  await writeClaim(replica, other, details);
  const { holder } = hold(own);
  await vi.waitUntil(() => holder.problem() !== null, SLOW);
  expect(holder.standing()).toBe("ASKING");
  await removeClaim(replica, other);
  await vi.waitUntil(() => holder.standing() === "HOLDS", SLOW);
});

describe("a server loses its claim", () => {
  test("to a newer term", async () => {
    const { holder, onReplaced } = hold(await claimed());
    await vi.waitUntil(() => holder.standing() === "HOLDS", SLOW);
    await writeClaim(replica, newClaim(2), details);
    await vi.waitUntil(() => holder.standing() === "REPLACED", SLOW);
    expect(holder.grant()).toBe(0);
    await vi.waitUntil(() => onReplaced.mock.calls.length === 1, SLOW);
    expect(await takeOwnClaim(replica, own, QUIET)).toEqual({ replaced: true });
    // Its server knows that, also if nobody answers.
    const asking = { socket: join(folder, "none"), claim: own, isFenced: false, log: pino({ enabled: false }) };
    const lease = await startLease(asking);
    onTestFinished(() => lease.stop());
    expect([lease.isReplaced(), lease.mayWrite()]).toEqual([true, false]);
  });

  test("to a copy of its machine that starts later", async () => {
    const { holder } = hold(await claimed());
    await vi.waitUntil(() => holder.standing() === "HOLDS", SLOW);
    const copy = join(folder, "copied-claim.json");
    cpSync(own, copy);
    await claimed(copy);
    await vi.waitUntil(() => holder.standing() === "REPLACED", SLOW);
    expect(await takeOwnClaim(replica, own, QUIET)).toEqual({ replaced: true });
  });

  test("for as long as the store is not there", async () => {
    const { holder, onReplaced } = hold(await claimed());
    await vi.waitUntil(() => holder.standing() === "HOLDS", SLOW);
    rmSync(join(folder, "store"), { recursive: true });
    await vi.waitUntil(() => holder.standing() === "ASKING", SLOW);
    expect(holder.grant()).toBe(0);
    expect(holder.problem()).not.toBeNull();
    expect(onReplaced).not.toHaveBeenCalled();
  });
});

describe("a server refuses a store", () => {
  test("with another portal's copy", async () => {
    await writeClaim(replica, newClaim(1), details);
    await expect(takeOwnClaim(replica, own, QUIET)).rejects.toThrow(/already has a copy/);
    expect(await readClaims(replica)).toHaveLength(1);
  });

  test("that lost its claims, such as a disk that is not mounted", async () => {
    await claimed();
    rmSync(join(folder, "store"), { recursive: true });
    await expect(takeOwnClaim(replica, own, QUIET)).rejects.toThrow(/no claims/);
  });
});

test("only a term with a copy of the database is a source, and never an older one than there is", async () => {
  for (const term of [1, 2]) await writeClaim(replica, newClaim(term), details);
  await expect(newestSource(replica)).rejects.toThrow(/no copy/);
  const snapshots = (term: string) => join(folder, "store", term, "ledger/generations/0123/snapshots");
  mkdirSync(snapshots("000001"), { recursive: true });
  cpSync("package.json", join(snapshots("000001"), "00000000.snapshot.lz4"));
  mkdirSync(snapshots("000002"), { recursive: true });
  expect(await newestSource(replica)).toBe(1);
  expect(await hasSnapshot(replica, 1, "0123")).toBe(true);
  expect(await hasSnapshot(replica, 1, "4567")).toBe(false);
  cpSync("package.json", join(snapshots("000002"), "00000000.snapshot.lz4"));
  expect(await newestSource(replica)).toBe(2);
});
