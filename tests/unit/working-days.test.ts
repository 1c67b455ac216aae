import { describe, expect, test } from "vitest";
import { dayIn } from "~/values/time-zone";
import { federalHolidays } from "~/values/working-days/federal-holidays";
import { isWorkingDay, workingDayAfter } from "~/values/working-days/working-days";

const NO_DAYS_OFF = { daysOff: new Set<string>() };
const daysOf = (year: number) => [...federalHolidays(year).keys()].sort();

/** The observed days of eight years, to compare with the lists of the Office of Personnel Management (opm.gov). */
const LISTED: Record<number, string> = {
  2020: "01-01 01-20 02-17 05-25 07-03 09-07 10-12 11-11 11-26 12-25",
  2021: "01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31",
  2022: "01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26",
  2023: "01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25",
  2024: "01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25",
  2025: "01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25",
  2026: "01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25",
  2027: "01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31",
};

describe("federal holidays", () => {
  test.each(Object.entries(LISTED))("of %s are observed on these days", (year, days) => {
    expect(daysOf(Number(year))).toEqual(days.split(" ").map((day) => `${year}-${day}`));
  });

  test("have a birthday of Dr. King since 1986, and Juneteenth since 2021", () => {
    expect(daysOf(1985)).not.toContain("1985-01-21");
    expect(daysOf(1986)).toContain("1986-01-20");
    expect(daysOf(2020)).not.toContain("2020-06-19");
  });
});

describe("working days", () => {
  test("leave out weekends, federal holidays and the agency's days off", () => {
    expect(isWorkingDay(NO_DAYS_OFF, "2026-11-25")).toBe(true);
    for (const day of ["2026-11-26", "2026-11-28", "2026-11-29"])
      expect(isWorkingDay(NO_DAYS_OFF, day), day).toBe(false);
    expect(isWorkingDay(NO_DAYS_OFF, "2026-11-27")).toBe(true);
    expect(isWorkingDay({ daysOff: new Set(["2026-11-27"]) }, "2026-11-27")).toBe(false);
  });

  test("are counted after a day, which itself does not count", () => {
    expect(workingDayAfter(NO_DAYS_OFF, "2026-11-23", 0)).toBe("2026-11-23");
    expect(workingDayAfter(NO_DAYS_OFF, "2026-11-23", 2)).toBe("2026-11-25");
    expect(workingDayAfter(NO_DAYS_OFF, "2026-11-23", 3)).toBe("2026-11-27");
    for (const day of ["2026-11-27", "2026-11-28", "2026-11-29"])
      expect(workingDayAfter(NO_DAYS_OFF, day, 1)).toBe("2026-11-30");
    expect(workingDayAfter({ daysOff: new Set(["2026-11-27"]) }, "2026-11-23", 3)).toBe("2026-11-30");
  });

  test("end with the last year of four digits", () => {
    expect(workingDayAfter(NO_DAYS_OFF, "9999-12-20", 250)).toBe("9999-12-31");
  });

  test("begin and end at midnight in the time zone, also when clocks change", () => {
    const inNewYork = (instant: string) => dayIn("America/New_York", instant);
    expect(inNewYork("2026-03-08T04:59:59.999Z")).toBe("2026-03-07");
    expect(inNewYork("2026-03-08T05:00:00.000Z")).toBe("2026-03-08");
    expect(inNewYork("2026-03-09T03:59:59.999Z")).toBe("2026-03-08");
    expect(inNewYork("2026-03-09T04:00:00.000Z")).toBe("2026-03-09");
    expect(dayIn("Pacific/Kiritimati", "2026-03-09T10:00:00.000Z")).toBe("2026-03-10");
    expect(dayIn("Pacific/Pago_Pago", "2026-03-09T10:59:59.999Z")).toBe("2026-03-08");
  });
});
