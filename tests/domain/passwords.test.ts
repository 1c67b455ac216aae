import { expect, test } from "vitest";
import { createPasswords, hashingPlaces } from "~/domain/account/passwords.server";
import { DomainError } from "~/errors";

const KEY = Buffer.alloc(32, 1);
const CHEAP = 4;

test("two passwords of 128 characters that differ in the last one only are different", async () => {
  const passwords = createPasswords(KEY, 2, CHEAP);
  const password = "Aa1!".repeat(32);
  const stored = await passwords.hash(password);
  expect(await passwords.verify(password, stored)).toBe(true);
  expect(await passwords.verify(`${password.slice(0, -1)}?`, stored)).toBe(false);
});

test("a hash of another installation's key matches nothing here", async () => {
  const stored = await createPasswords(Buffer.alloc(32, 2), 2, CHEAP).hash("Correct-Horse-7-Battery");
  expect(await createPasswords(KEY, 2, CHEAP).verify("Correct-Horse-7-Battery", stored)).toBe(false);
});

test("an unknown email is no match, whatever password comes with it", async () => {
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
  // Without the decoy the ratio is below a hundredth: the bound is far from noise on both sides.
  expect((await medianOf(null)) / (await medianOf(stored))).toBeGreaterThan(0.3);
});

test("so many hashes wait for a place, and the next is told to come back", async () => {
  const passwords = createPasswords(KEY, 1, CHEAP);
  const all = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.hash("Correct-Horse-7-Battery")));
  const refused = all.filter((result) => result.status === "rejected");
  // One runs and 32 wait; the decoy of the start may still be among them.
  expect(60 - refused.length).toBeGreaterThanOrEqual(32);
  expect(60 - refused.length).toBeLessThanOrEqual(33);
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(DomainError);
    expect(reason).toMatchObject({ code: "rate_limited", retryAfterSeconds: 2 });
  }
  expect(await passwords.verify("Correct-Horse-7-Battery", null)).toBe(false);
});

test.each([
  [1, 4, 1],
  [2, 4, 1],
  [3, 4, 2],
  [8, 4, 2],
  [8, 10, 7],
  [4, 1, 1],
])("with %i cores and %i threads %i hashes run at once", (cores, threads, places) => {
  expect(hashingPlaces(cores, threads)).toBe(places);
});
