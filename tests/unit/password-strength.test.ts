import { expect, test } from "vitest";
import { weaknessOf } from "~/domain/account/common-passwords.server";

const ABOUT = ["Dana Okafor", "d.okafor@meridian-labs.example", "Meridian Labs, Inc."];

test.each([
  ["Password1234567!", "common"],
  ["P@ssw0rd-2026-!!", "common"],
  ["Welcome.2026.2026", "common"],
  ["Qwertyuiop-12345", "common"],
  ["Aa1!Aa1!Aa1!Aa1!", "common"],
  ["Abcdefghij-12345", "common"],
  ["Okafor-Lantern-41", "personal"],
  ["My0k@forPassw0rd", "personal"],
  ["Meridian-Quay-42!", "personal"],
  ["MERIDIANLABS-quay1", "personal"],
  ["D.Okafor-Lantern-41", "personal"],
  ["Correct-Horse-7-Battery", null],
  ["Tidal-Lantern-41-Harbor", null],
  ["Copper-Meridiem-93-Orchard", null],
  ["x7!Kq-vR2#mLp9wZ", null],
])("%s is %s", async (password, weakness) => {
  expect(await weaknessOf(password, ABOUT)).toBe(weakness);
});

test("short words, and what many addresses have, count as nothing personal", async () => {
  expect(await weaknessOf("Tidal-Lantern-41-Harbor", ["Al Tid", "har@example.com", "Mail Company"])).toBeNull();
});

test("looking at a hostile password takes little more than at an ordinary one of its length", async () => {
  const about = ["a ".repeat(100), `${"b".repeat(64)}@example.com`, "Ł".repeat(255)];
  /** The fastest of ten, because other processes only make it slower. */
  const cost = async (password: string) => {
    const times: number[] = [];
    for (let time = 0; time < 10; time += 1) {
      const started = performance.now();
      await weaknessOf(password.slice(0, 128), about);
      times.push(performance.now() - started);
    }
    return Math.min(...times);
  };
  const ordinary = await cost("Copper-Meridiem-93-Orchard ".repeat(5));
  const hostile = ["4@310!$5+7", "a4b8c3e6g0i1l5o7s", "\u0130", "\ufdfa", "a"].map((part) => part.repeat(128));
  for (const password of hostile) expect((await cost(password)) / ordinary, password.slice(0, 20)).toBeLessThan(50);
});
