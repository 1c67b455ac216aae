import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MILLISECONDS } from "~/values/days";
import { formatDateTime, formatDayRead, formatTimeUntil } from "~/values/format";
import { dayIn, dayOf, instantOf, localTimeOf, yearOf } from "~/values/time-zone";

const MINUTE = 60_000;

/** With clocks that change in the north and in the south, by half an hour, and never; offsets of quarters of an hour. */
const zones = fc.constantFrom(
  "America/New_York",
  "America/Los_Angeles",
  "America/St_Johns",
  "America/Argentina/Buenos_Aires",
  "Europe/Berlin",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "Pacific/Kiritimati",
  "UTC",
);
const instants = fc
  .integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2099, 11, 31) })
  .map((milliseconds) => new Date(milliseconds));

const toMinute = (instant: Date) => instant.getTime() - (instant.getTime() % MINUTE);

const localText = (timeZone: string, instant: Date) => {
  const { day, hour, minute } = localTimeOf(timeZone, instant);
  return `${day}T${hour}:${minute}`;
};

describe("times", () => {
  test("calendar days leave out the year that it is where they are read", () => {
    const timeZone = "America/New_York";
    const lastEvening = new Date("2027-01-01T02:00:00Z");
    const shown = (day: string) => formatDayRead(new Date(day), { timeZone, now: lastEvening });
    expect(shown("2026-03-01")).toBe("Mar 1");
    expect(shown("2027-01-01")).toBe("Jan 1, 2027");
    expect(formatDayRead(new Date("2026-03-01"), { timeZone })).toBe("Mar 1, 2026");
  });

  test("have the year of their day", () => {
    const turns = fc
      .tuple(
        fc.integer({ min: 1975, max: 2099 }),
        fc.integer({ min: -2 * DAY_MILLISECONDS, max: 2 * DAY_MILLISECONDS }),
      )
      .map(([year, milliseconds]) => new Date(Date.UTC(year, 0, 1) + milliseconds));
    fc.assert(
      fc.property(fc.oneof(instants, turns), zones, (instant, timeZone) => {
        const written = instant.toISOString();
        for (const date of [written, written.slice(0, 10)]) {
          expect(yearOf(timeZone, date)).toBe(dayOf(timeZone, date).slice(0, 4));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("read back in their zone are the same minute", () => {
    fc.assert(
      fc.property(instants, zones, (instant, timeZone) => {
        const shown = formatDateTime(instant, { timeZone });
        // An engine's own reading of "Nov 23, 2026, 6:59 PM EST" is independent of ours.
        expect(Date.parse(shown), shown).toBe(toMinute(instant));
      }),
      { numRuns: 2_000 },
    );
  });

  test("are what Intl reads, also on days when clocks change and zones without letters", () => {
    const changes = fc
      .constantFrom(
        "2026-03-08T07:00Z",
        "2026-11-01T06:00Z",
        "2026-04-04T15:00Z",
        "2026-10-03T15:30Z",
        "1972-01-07T00:44:30Z",
      )
      .chain((change) =>
        fc
          .integer({ min: -2 * DAY_MILLISECONDS, max: 2 * DAY_MILLISECONDS })
          .map((by) => new Date(Date.parse(change) + by)),
      );
    const early = fc.integer({ min: -4e12, max: 1e10 }).map((milliseconds) => new Date(milliseconds));
    const anyZone = fc.oneof(zones, fc.constantFrom("Africa/Monrovia", "Antarctica/Troll", "Africa/Casablanca"));
    fc.assert(
      fc.property(fc.oneof(instants, changes, early), anyZone, (instant, timeZone) => {
        const { day, hour, minute, second, zone } = localTimeOf(timeZone, instant);
        const written = `${Number(day.slice(5, 7))}/${Number(day.slice(8))}/${Number(day.slice(0, 4))}, ${hour}:${minute}:${second} ${zone}`;
        const options = { hourCycle: "h23", timeZoneName: "short", timeZone } as const;
        const parts = {
          year: "numeric",
          month: "numeric",
          day: "numeric",
          hour: "2-digit",
          minute: "2-digit",
          second: "2-digit",
        } as const;
        expect(written).toBe(instant.toLocaleString("en-US", { ...options, ...parts }));
      }),
      { numRuns: 3_000 },
    );
  });

  test("typed in a zone are the instant at which its clocks show them, the first of two", () => {
    fc.assert(
      fc.property(instants, zones, (instant, timeZone) => {
        const typed = localText(timeZone, instant);
        const read = instantOf(timeZone, typed);
        if (read === null) throw new Error(`${typed} was not read`);
        expect(localText(timeZone, read)).toBe(typed);
        expect(read.getTime()).toBeLessThanOrEqual(toMinute(instant));
      }),
      { numRuns: 2_000 },
    );
  });

  test("are as many days away as their dates say", () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 2, max: 400 }), zones, (now, days, timeZone) => {
        const until = new Date(now.getTime() + days * DAY_MILLISECONDS);
        const between = (Date.parse(dayIn(timeZone, until)) - Date.parse(dayIn(timeZone, now))) / DAY_MILLISECONDS;
        expect(formatTimeUntil(until, now, timeZone)).toBe(`${between} days`);
      }),
    );
  });
});

describe("a typed time", () => {
  const inNewYork = (typed: string) => instantOf("America/New_York", typed)?.toISOString();

  test.each([
    ["2026-11-23T18:59", "2026-11-23T23:59:00.000Z"],
    ["2026-07-23T18:59:30", "2026-07-23T22:59:30.000Z"],
    // On 2026-03-08 clocks go from 2:00 to 3:00.
    ["2026-03-08T01:59", "2026-03-08T06:59:00.000Z"],
    ["2026-03-08T02:00", "2026-03-08T07:00:00.000Z"],
    ["2026-03-08T02:59", "2026-03-08T07:59:00.000Z"],
    ["2026-03-08T03:00", "2026-03-08T07:00:00.000Z"],
    // On 2026-11-01 clocks go from 2:00 back to 1:00.
    ["2026-11-01T00:59", "2026-11-01T04:59:00.000Z"],
    ["2026-11-01T01:00", "2026-11-01T05:00:00.000Z"],
    ["2026-11-01T01:59", "2026-11-01T05:59:00.000Z"],
    ["2026-11-01T02:00", "2026-11-01T07:00:00.000Z"],
    // Before zones had whole hours, and with a year that formatters write without its zeros.
    ["0050-01-01T12:00", "0050-01-01T16:56:02.000Z"],
    ["1000-01-01T00:00", "1000-01-01T04:56:02.000Z"],
  ])("in New York %s is %s", (typed, instant) => {
    expect(inNewYork(typed)).toBe(instant);
  });

  test.each([
    "2026-02-30T10:00",
    "2026-13-01T10:00",
    "2026-03-02T25:00",
    "2026-03-02",
    "2026-03-02T10:00Z",
    "0000-01-01T12:00",
    // In UTC, this is in the year 10000.
    "9999-12-31T23:59",
    "soon",
    "",
  ])("is not read from %j", (typed) => {
    expect(inNewYork(typed)).toBeUndefined();
  });
});
