import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDates, wordsOfDay } from "~/search/words/dates";
import { wordsOfPlace } from "~/search/words/places";
import { stemOf } from "~/search/words/stem";
import { synonymsOf } from "~/search/words/synonyms";

/** A Tuesday. */
const TODAY = "2026-05-05";
const MARK = "\ue000";
const wordsIn = (text: string) =>
  readDates(text, TODAY).map(({ words }) => words.map((word) => word.slice(MARK.length)));

describe("dates in queries", () => {
  test.each([
    ["closes 2026-12-15", [["d20261215"]]],
    ["12/15/2026", [["d20261215"]]],
    ["Dec. 15, 2026", [["d20261215"]]],
    ["the 15th of December 2026", [["d20261215"]]],
    ["December 15", [["d20261215", "d20271215", "d20251215"]]],
    ["in June", [["m202606", "m202706", "m202506"]]],
    ["June 2026", [["m202606"]]],
    ["Q4 2026", [["m202610", "m202611", "m202612"]]],
    ["tomorrow", [["d20260506"]]],
    ["next month", [["m202606"]]],
    ["last quarter", [["m202601", "m202602", "m202603"]]],
    ["this year", [["y2026"]]],
    ["next Tuesday", [["d20260512", "d20260519"]]],
    ["from January 2026 to 3/4", [["m202601"], ["d20260304", "d20270304", "d20250304"]]],
  ])("%s", (text, words) => {
    expect(wordsIn(text)).toEqual(words);
  });

  test("a week begins on a Sunday", () => {
    const [week = []] = wordsIn("next week");
    expect([week.length, week[0], week.at(-1)]).toEqual([7, "d20260510", "d20260516"]);
  });

  test.each(["2026-13-01", "OTP-2026-0047", "52/7", "marching"])("%s has none", (text) => {
    expect(wordsIn(text)).toEqual([]);
  });

  test("every day is read back in each form, with the word that the index has of it", () => {
    const days = fc.date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        const options = { timeZone: "UTC" } as const;
        const forms = [
          day,
          date.toLocaleDateString("en-US", { ...options, dateStyle: "long" }),
          date.toLocaleDateString("en-US", { ...options, dateStyle: "medium" }),
          date.toLocaleDateString("en-US", { ...options, month: "numeric", day: "numeric", year: "numeric" }),
          date.toLocaleDateString("en-GB", { ...options, dateStyle: "long" }),
        ];
        for (const form of forms) {
          const [found] = readDates(`on ${form}`, TODAY);
          expect(wordsOfDay(day).split(" "), form).toContain(found?.words[0]);
        }
      }),
    );
  });

  test("text of any kind is read", () => {
    fc.assert(fc.property(fc.string({ maxLength: 255, unit: "grapheme" }), (text) => void readDates(text, TODAY)));
  });
});

test("a place has the name and the code of its state, and its country", () => {
  expect(wordsOfPlace({ city: "Falmouth", state: "MA", country: "USA" })).toContain("Massachusetts");
  expect(wordsOfPlace({ text: "Boulder, CO 80301" })).toContain("Colorado");
  expect(wordsOfPlace({ text: "Anchorage, Alaska" })).toContain("AK");
  expect(wordsOfPlace({ city: "Leeds", country: "United Kingdom" })).toContain("UK");
  expect(wordsOfPlace({ city: null, state: null, country: "USA" })).toContain("United States");
  // Two letters count as a state only where one is written.
  expect(wordsOfPlace({ text: "Building IN the yard" })).not.toContain("Indiana");
});

test("forms of a word have one stem", () => {
  for (const forms of [
    ["authenticate", "authenticating", "authentication"],
    ["battery", "batteries"],
    ["sensor", "sensors"],
  ]) {
    expect(new Set(forms.map(stemOf)).size).toBe(1);
  }
  expect(stemOf("sensor")).not.toBe(stemOf("sensible"));
});

test("a phrase has the synonyms of all of its groups, the longest phrase first", () => {
  const synonyms = synonymsOf([
    ["ai/ml", "artificial intelligence", "AI"],
    ["counter-uas", "drones"],
    ["autonomy", "AI"],
    ["intelligence"],
  ]);
  const others = (text: string) => synonyms(text).map(({ start, end, others }) => [text.slice(start, end), others]);
  expect(others("Artificial Intelligence for a drone")).toEqual([
    ["Artificial Intelligence", ["ai/ml", "AI"]],
    ["drone", ["counter-uas"]],
  ]);
  expect(others("ai")).toEqual([["ai", ["ai/ml", "artificial intelligence", "autonomy"]]]);
  expect(others("radar")).toEqual([]);
  expect(others("drones, ai.")).toHaveLength(2);
  for (const joined of ["night-drones.pdf", "drone-3", "x/ai"]) expect(others(joined), joined).toEqual([]);
});
