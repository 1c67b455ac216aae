import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { ensureProgram } from "../support/debian.mjs";
import { freePort } from "../support/nginx";
import { startedBy } from "../support/replica-site";
import { outcomeOf, PORTAL } from "../support/server-process";
import { openTwoSites, type TwoSites } from "../support/two-sites";

/* A machine that shows the data of another one, from the store between them. */

let primary: TwoSites["primary"];
let other: TwoSites["other"];
let writers: TwoSites["writers"];
let statusOf: TwoSites["statusOf"];
let acceptedBy: TwoSites["acceptedBy"];

beforeAll(() => void ensureProgram("rclone", "rclone"), 300_000);
beforeEach(() => {
  ({ primary, other, writers, statusOf, acceptedBy } = openTwoSites());
});

test("a standby shows a copy on which nothing can be changed, and ends when it is promoted", {
  timeout: 120_000,
}, async () => {
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
  expect(readdirSync(`${other.place.settings.DATABASE_PATH}.standby`).sort()).toEqual([".lock"]);
});

test("a standby starts its server again if that ends", { timeout: 60_000 }, async () => {
  await primary.start();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const standing = new AbortController();
  const settings = { ...other.settings, PORT: String(port), STANDBY_INTERVAL_SECONDS: "3600" };
  const [program = "", ...rest] = [...PORTAL, "standby"];
  const standby = spawn(program, rest, {
    env: { NODE_ENV: "production", ...settings },
    stdio: "ignore",
    signal: standing.signal,
  }).on("error", () => {});
  onTestFinished(() => standing.abort());
  const isServed = () => expect.poll(() => statusOf(origin, "/gov").catch(() => 0), { timeout: 30_000 }).toBe(200);
  await isServed();
  const [server = 0] = startedBy(standby.pid ?? 0);
  process.kill(server, "SIGKILL");
  await expect.poll(() => startedBy(standby.pid ?? 0), { timeout: 30_000 }).not.toContain(server);
  await isServed();
});
