import { describe, expect, onTestFinished, test, vi } from "vitest";
import { isUnchangedSince, type Modification, modificationOf, shownSecond } from "~/lists/feed/modification";
import { parseHttpDate } from "~/web/transport/conditional";

const T = Date.parse("2026-03-02T15:00:00.000Z");

/** A process that started long ago and saw a state then. */
const began: Modification = { state: "first", second: T - 60_000 };

describe("the change time of a state", () => {
  test("stays the same as long as the state does", () => {
    expect(modificationOf(began, "first", T, T)).toBe(began);
  });

  test("is the second of its change", () => {
    expect(modificationOf(began, "second", T + 300, T + 900).second).toBe(T);
  });

  test("is later than the previous one, even if both changed within a second", () => {
    const second = modificationOf(began, "second", T + 300, T + 400);
    const third = modificationOf(second, "third", T + 500, T + 600);
    expect(third.second).toBe(T + 1000);
    expect(modificationOf(third, "second", T + 500, T + 700).second).toBe(T + 2000);
  });

  test("is never delayed by a record with a future time", () => {
    expect(modificationOf(began, "second", T + 3_600_000, T + 900).second).toBe(T);
  });

  test("is the next second if nothing was seen before, whatever the records say", () => {
    expect(modificationOf(undefined, "first", T - 3_600_000, T + 300).second).toBe(T + 1000);
  });
});

describe("a client that asks by date", () => {
  test("within the second of the change gets a 304", () => {
    const { second } = modificationOf(began, "second", T + 300, T + 400);
    expect(isUnchangedSince(shownSecond(second, T + 400), second, T + 600)).toBe(true);
  });

  test("never misses a change, whatever the order of changes, requests and new processes", () => {
    // A seeded generator, so that failures are reproducible.
    let seed = 7;
    const chance = (bound: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % bound;
    };
    let now = T;
    let state = 0;
    let changedAt = T;
    let known: Modification | undefined;
    const given: { state: number; date: number }[] = [];
    let unchanged = 0;
    for (let step = 0; step < 20_000; step += 1) {
      now += chance(400);
      const what = chance(10);
      if (what === 0) {
        state += 1;
        changedAt = now;
      } else if (what === 1 && chance(20) === 0) {
        known = undefined;
      } else {
        known = modificationOf(known, String(state), changedAt, now);
        const asking = given[given.length - 1 - chance(5)];
        if (asking && isUnchangedSince(asking.date, known.second, now)) {
          expect(asking.state, `step ${step}`).toBe(state);
          unchanged += 1;
        }
        given.push({ state, date: shownSecond(known.second, now) });
      }
    }
    expect(unchanged).toBeGreaterThan(1_000);
  });

  test("with a future date never got that date from the server", () => {
    expect(isUnchangedSince(T + 5000, T, T + 100)).toBe(false);
  });
});

describe("a date of HTTP", () => {
  const AT = Date.parse("1994-11-06T08:49:37Z");
  const forms: [text: string, at: number][] = [
    ["Sun, 06 Nov 1994 08:49:37 GMT", AT],
    ["Sunday, 06-Nov-94 08:49:37 GMT", AT],
    ["Sun Nov  6 08:49:37 1994", AT],
    ["1994-11-06T08:49:37Z", Number.NaN],
    ["Sun, 6 Nov 1994 08:49:37 GMT", Number.NaN],
    ["Sun, 06 Nov 1994 08:49:37 EST", Number.NaN],
    ["yesterday", Number.NaN],
    ["", Number.NaN],
  ];
  for (const [text, at] of forms) {
    test(`${text || "that is empty"} is ${Number.isNaN(at) ? "invalid" : "valid"}`, () => {
      expect(parseHttpDate(text)).toBe(at);
    });
  }

  test("is in UTC, whatever the server's time zone", () => {
    vi.stubEnv("TZ", "America/New_York");
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect(new Date(AT).getHours()).toBe(3);
    for (const [text, at] of forms.slice(0, 3)) expect(parseHttpDate(text), text).toBe(at);
  });
});
