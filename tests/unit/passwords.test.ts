import { expect, test } from "vitest";
import { createPasswords, hashingPlaces } from "~/secrets/passwords.server";
import { DomainError } from "~/values/errors";
import { HASHING } from "~/values/limits";

const KEY = Buffer.alloc(32, 1);
const CHEAP = 4;

test("two passwords of 128 characters that differ only in the last are different", async () => {
  const passwords = createPasswords(KEY, 2, CHEAP);
  const password = "Aa1!".repeat(32);
  const stored = await passwords.hash(password);
  expect(await passwords.verify(password, stored)).toBe(true);
  expect(await passwords.verify(`${password.slice(0, -1)}?`, stored)).toBe(false);
});

test("a hash from another installation's key never matches", async () => {
  const stored = await createPasswords(Buffer.alloc(32, 2), 2, CHEAP).hash("Correct-Horse-7-Battery");
  expect(await createPasswords(KEY, 2, CHEAP).verify("Correct-Horse-7-Battery", stored)).toBe(false);
});

test("an unknown email never matches, whatever the password", async () => {
  const passwords = createPasswords(KEY, 2, CHEAP);
  expect(await passwords.verify("a password that nobody has", null)).toBe(false);
});

test("an unknown email takes as long as a wrong password", async () => {
  const passwords = createPasswords(KEY, 1, 8);
  const stored = await passwords.hash("Correct-Horse-7-Battery");
  await passwords.verify("warm", null);
  const medianOf = async (hash: string | null) => {
    const times: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      const started = performance.now();
      await passwords.verify("Wrong-Horse-7-Battery", hash);
      times.push(performance.now() - started);
    }
    return times.sort((left, right) => left - right)[7] ?? 0;
  };
  // Without the decoy, the ratio is below 0.01, so the limit is far from noise on both sides.
  expect((await medianOf(null)) / (await medianOf(stored))).toBeGreaterThan(0.3);
});

const at = (ip: string, id?: string) => ({ ip, actor: id === undefined ? null : { id } });

test("only a limited number of an address's hashes wait, and the next request learns when to try again", async () => {
  const passwords = createPasswords(KEY, 1, CHEAP);
  const client = at("192.0.2.1");
  const all = await Promise.allSettled(
    Array.from({ length: 60 }, () => passwords.hash("Correct-Horse-7-Battery", client)),
  );
  const refused = all.filter((result) => result.status === "rejected");
  // One is running, unless it is still the startup's decoy.
  expect(60 - refused.length).toBeGreaterThanOrEqual(HASHING.waitingPerGroup);
  expect(60 - refused.length).toBeLessThanOrEqual(HASHING.waitingPerGroup + 1);
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(DomainError);
    expect(reason).toMatchObject({ code: "rate_limited", retryAfterSeconds: HASHING.retryAfterSeconds });
  }
  expect(await passwords.verify("Correct-Horse-7-Battery", null, client)).toBe(false);
});

test.each([
  ["another address", at("192.0.2.2")],
  ["another IPv6 network", at("2001:db8:0:1::1")],
  ["someone signed in at the same address", at("192.0.2.1", "user-1")],
])("an address that floods the queue leaves the next place to %s", async (_who, honest) => {
  const passwords = createPasswords(KEY, 1, CHEAP);
  const ends: string[] = [];
  const flood = Array.from({ length: 50 }, (_, index) =>
    passwords.verify("made up", null, at(index % 2 ? "192.0.2.1" : "::ffff:c000:201")).then(
      () => ends.push("flood"),
      () => {},
    ),
  );
  await passwords.verify("Correct-Horse-7-Battery", null, honest).then(() => ends.push("honest"));
  expect(ends.indexOf("honest")).toBeLessThanOrEqual(2);
  await Promise.all(flood);
  expect(ends.length).toBeGreaterThan(10);
});

test.each([
  [1, 4, 1],
  [2, 4, 1],
  [3, 4, 2],
  [8, 4, 2],
  [8, 10, 7],
  [4, 1, 1],
])("with %i cores and %i threads, %i hashes run at the same time", (cores, threads, places) => {
  expect(hashingPlaces(cores, threads)).toBe(places);
});
