import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startStaging } from "~/storage/staging.server";

const KB = 1024;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "portal-staging-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const content = Buffer.from(Array.from({ length: 900 * KB }, (_, index) => index % 253));

test("a file is written in order while it arrives, and the sender waits for the disk", async () => {
  const counted: number[] = [];
  const staging = startStaging(join(folder, "staged"), (bytes) => counted.push(bytes));
  let waits = 0;
  for (let at = 0; at < content.length; at += 10 * KB) {
    const room = staging.write(content.subarray(at, at + 10 * KB));
    if (room) waits += 1;
    await room;
  }
  expect(waits).toBeGreaterThan(0);
  const staged = await staging.finish();
  expect(readFileSync(staged.path).equals(content)).toBe(true);
  expect(staged).toMatchObject({
    sizeBytes: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
  });
  await staged.flushed;
  await staging.discard();
  expect(readdirSync(folder)).toEqual([]);
  expect(counted.reduce((sum, bytes) => sum + bytes, 0)).toBe(0);
});

test("a file that was moved stays when its staging is discarded", async () => {
  const staging = startStaging(join(folder, "staged"), () => {});
  staging.write(content);
  const staged = await staging.finish();
  await staged.moveTo(join(folder, "placed"));
  await staging.discard();
  expect(readdirSync(folder)).toEqual(["placed"]);
  expect(readFileSync(join(folder, "placed")).equals(content)).toBe(true);
});

test("an upload that cannot be written fails, and leaves nothing", async () => {
  const staging = startStaging(join(folder, "no", "such", "folder"), () => {});
  staging.write(content);
  await expect(staging.finish()).rejects.toMatchObject({ code: "ENOENT" });
  await staging.discard();
  expect(existsSync(join(folder, "no"))).toBe(false);
});

test("bytes that may not be staged are not written", async () => {
  const staging = startStaging(join(folder, "staged"), (bytes) => {
    if (bytes > 0) throw new Error("full");
  });
  expect(() => staging.write(content)).toThrow("full");
  expect((await staging.finish()).sizeBytes).toBe(0);
  await staging.discard();
});
