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

test("looking at any password takes a few milliseconds at most", async () => {
  const worst = [
    "4@310!$5+7".repeat(13),
    "a4b8c3e6g0i1l5o7s".repeat(8),
    "\u0130".repeat(128),
    "\ufdfa".repeat(128),
    "a".repeat(128),
  ];
  const about = ["a ".repeat(100), `${"b".repeat(64)}@example.com`, "Ł".repeat(255)];
  for (const password of worst) {
    await weaknessOf(password.slice(0, 128), about);
    const started = performance.now();
    for (let time = 0; time < 10; time += 1) await weaknessOf(password.slice(0, 128), about);
    expect((performance.now() - started) / 10).toBeLessThan(5);
  }
});
