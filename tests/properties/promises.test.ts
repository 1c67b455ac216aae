import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { promiseClock, promisedDay } from "~/domain/promise/clock";
import { property } from "../support/properties";
import { type Fact, naivePromise } from "./naive-promise";

/* The clock of a promise, compared with a naive one in random histories. */

const ZONES = [
  "America/New_York",
  "Pacific/Honolulu",
  "Pacific/Kiritimati",
  "Asia/Kolkata",
  "Europe/Berlin",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "America/Havana",
] as const;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Days near federal holidays, changes of clocks and ends of years. */
const EVENTFUL = ["2026-03-07", "2026-10-31", "2026-12-30", "2027-12-23", "2021-06-17", "2026-07-02", "2026-11-10"];

const isoOf = (milliseconds: number) => new Date(milliseconds).toISOString();

const arrival = fc.oneof(
  fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2032, 0, 1) }),
  // Minutes around the hours in which a day ends in some zone.
  fc
    .tuple(fc.constantFrom(...EVENTFUL), fc.integer({ min: 0, max: 47 }), fc.integer({ min: -2, max: 2 }))
    .map(([day, half, off]) => Date.parse(day) + half * 30 * MINUTE + off),
);

/** The time to the next event: often short, sometimes to the very moment a day ends, sometimes months. */
const gap = fc.oneof(
  fc.integer({ min: 0, max: 3 * DAY }),
  fc.integer({ min: 0, max: 40 * DAY }),
  fc.integer({ min: 0, max: 8 }).map((days) => days * DAY),
  fc.integer({ min: 0, max: 48 * 5 }).map((halves) => halves * 30 * MINUTE),
);

const happening = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ event: "message", side: "GOVERNMENT", asksAnswer: true } as const) },
  { weight: 2, arbitrary: fc.constant({ event: "message", side: "GOVERNMENT", asksAnswer: false } as const) },
  { weight: 4, arbitrary: fc.constant({ event: "message", side: "INDUSTRY", asksAnswer: false } as const) },
  { weight: 1, arbitrary: fc.constantFrom({ event: "call closed" } as const, { event: "call opened" } as const) },
  { weight: 1, arbitrary: fc.constantFrom({ event: "answered" } as const, { event: "archived" } as const) },
);

const history = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  promisedDays: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 13, max: 60 })),
  arrivedAt: arrival,
  /** Days after the arrival. */
  offsets: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 6 }),
  events: fc.array(fc.tuple(gap, happening), { maxLength: 9 }),
  later: gap,
});

/** The events as facts with times. Nothing follows archiving. */
function factsOf({
  arrivedAt,
  promisedDays,
  events,
}: {
  arrivedAt: number;
  promisedDays: number;
  events: [number, object][];
}) {
  let at = arrivedAt;
  const facts: Fact[] = [{ at: isoOf(at), event: "created", promisedDays }];
  for (const [wait, what] of events) {
    if (facts.at(-1)?.event === "archived") break;
    at += wait;
    facts.push({ at: isoOf(at), ...what } as Fact);
  }
  return { facts, at };
}

describe("the clock of a promise", () => {
  property(
    "is the same as day by day from the facts of the audit log",
    10_000,
    fc.property(history, (given) => {
      const { timeZone, promisedDays, arrivedAt, offsets, later } = given;
      const daysOff = offsets.map((days) => isoOf(arrivedAt + days * DAY).slice(0, 10));
      const calendar = { timeZone, daysOff: new Set(daysOff) };
      const { facts, at } = factsOf(given);
      const answerBy = promisedDay(calendar, new Date(arrivedAt), promisedDays);
      const found = promiseClock(
        {
          createdAt: isoOf(arrivedAt),
          answerBy,
          messages: facts.flatMap((fact) => (fact.event === "message" ? [{ ...fact, createdAt: fact.at }] : [])),
          answeredAt: facts.find(({ event }) => event === "answered")?.at ?? null,
          archivedAt: facts.find(({ event }) => event === "archived")?.at ?? null,
        },
        calendar,
        new Date(at + later),
      );
      expect(found).toEqual(naivePromise(facts, { timeZone, daysOff }, isoOf(at + later)));
    }),
    120,
  );

  test("is promised for the nth working day after the arrival, whatever the hour", () => {
    const calendar = { timeZone: "America/New_York", daysOff: new Set(["2026-11-27"]) };
    const promised = (at: string, days: number) => promisedDay(calendar, new Date(at), days);
    // Wednesday, one millisecond before and at midnight in New York.
    expect(promised("2026-11-25T04:59:59.999Z", 1)).toBe("2026-11-25");
    expect(promised("2026-11-25T05:00:00.000Z", 1)).toBe("2026-11-30");
    // Friday evening, Saturday and Sunday.
    for (const at of ["2026-11-21T03:00:00Z", "2026-11-21T15:00:00Z", "2026-11-22T15:00:00Z"])
      expect(promised(at, 1), at).toBe("2026-11-23");
    expect(promised("2026-11-25T05:00:00.000Z", 0)).toBeNull();
  });
});

test("a stored day that no promise has takes no counting", () => {
  let looks = 0;
  const daysOff = new (class extends Set<string> {
    override has(day: string) {
      looks += 1;
      return super.has(day);
    }
  })();
  const record = { createdAt: "2026-03-02T15:00:00.000Z", messages: [], answeredAt: null, archivedAt: null };
  for (const answerBy of ["9999-12-31", "not a day"]) {
    const clock = promiseClock({ ...record, answerBy }, { timeZone: "UTC", daysOff }, new Date(record.createdAt));
    expect(clock).toMatchObject({ state: "RUNNING", dueOn: answerBy });
  }
  expect(looks).toBeLessThan(100);
});
