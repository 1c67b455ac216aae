import fc from "fast-check";
import ical, { type VEvent } from "node-ical";
import Papa from "papaparse";
import { describe, expect, test } from "vitest";
import { engagementEvent } from "~/domain/export/calendar";
import { type CsvCell, csvText } from "~/lists/csv";
import { CALENDAR_END, calendarStart, calendarText } from "~/values/calendar";
import { property } from "../support/properties";
import { trickyText } from "../support/texts";

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

describe("CSV", () => {
  const cell: fc.Arbitrary<CsvCell> = fc.oneof(
    { weight: 6, arbitrary: trickyText(12) },
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom(
      "=1+1",
      "-1",
      "+cmd|' /C calc'!A0",
      "@SUM(A1)",
      "\t=1",
      "\r=1",
      '"=1"',
      "\u2028",
      "'",
      "x;=1+1",
      ";-1",
      "|@a",
      '";""=1',
    ),
  );
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 130 }));

  property(
    "reads back as what was written, and contains nothing that a spreadsheet would run",
    300,
    fc.asyncProperty(table, async (rows) => {
      const header = ["id", ...(rows[0] ?? ["", ""]).slice(1).map((_cell, index) => `column ${index}`)];
      const text = await textOf(csvText(header, rows));
      expect(text.endsWith("\r\n")).toBe(true);
      const read = Papa.parse<string[]>(text.slice(0, -2), { newline: "\r\n" });
      expect(read.errors).toEqual([]);
      expect(read.data[0]).toEqual(header);
      expect(read.data).toHaveLength(rows.length + 1);
      for (const [index, row] of rows.entries()) {
        for (const [column, value] of row.entries()) {
          const found = read.data[index + 1]?.[column] ?? "missing";
          const written = value === null ? "" : String(value);
          // The only allowed addition is an apostrophe before a character that starts a formula.
          const withoutGuards = typeof value === "string" ? found.replace(/'(?=[=+\-@\t\r＝＋－＠])/g, "") : found;
          const wasWritten = typeof value === "string" ? written.replace(/'(?=[=+\-@\t\r＝＋－＠])/g, "") : written;
          expect(withoutGuards).toBe(wasWritten);
          if (typeof value === "string") expect(found).not.toMatch(/^[=+\-@\t\r]/);
        }
      }
    }),
  );

  /** The texts after each character that a reader may treat as a separator, quoted or not. */
  const beginnings = (text: string) => text.split(/[;|\t\r\n]/).map((part) => part.replace(/^[\s"]+/, ""));

  property(
    "contains nothing that a reader with another separator would run",
    300,
    fc.asyncProperty(table, async (rows) => {
      const named = rows.map((row, index): CsvCell[] => [`row ${index}`, ...row.map((cell) => cell && String(cell))]);
      const text = await textOf(csvText(["id"], named));
      expect(beginnings(text).filter((part) => /^[=+\-@＝＋－＠]/.test(part))).toEqual([]);
      for (const delimiter of [";", "\t", "|"]) {
        for (const cell of Papa.parse<string[]>(text, { delimiter }).data.flat()) {
          expect(cell).not.toMatch(/^\s*[=+\-@]/);
        }
      }
    }),
  );

  test.each([
    ["x;=1+1", "x;'=1+1"],
    ["x; =1+1", "x; '=1+1"],
    ['x;"=1+1', "x;\"'=1+1"],
    ["two\n=1+1", "two\n'=1+1"],
    ["two\r\n@SUM(A1)", "two\r\n'@SUM(A1)"],
    ["a\t+1", "a\t'+1"],
    ["a|-1", "a|'-1"],
    ["=1;=1", "'=1;'=1"],
    ["a-b; c=d, -5", "a-b; c=d, -5"],
    ["x;'=1", "x;'=1"],
  ])("writes %j as %j", async (value, expected) => {
    const text = await textOf(csvText(["id", "value"], [["row", value]]));
    expect(Papa.parse<string[]>(text, { newline: "\r\n" }).data[1]?.[1]).toBe(expected);
  });
});

test.each([
  ["quotation marks", '"'],
  ["spaces", " "],
  ["tabs", "\t"],
  ["separators", ";"],
])("writing a CSV cell of %s takes time in proportion to its length", async (_what, sign) => {
  // A quadratic implementation would take more than ten seconds.
  const text = await textOf(csvText(["id", "value"], [["row", `${sign.repeat(100_000)}x`]]));
  expect(text.length).toBeGreaterThan(100_000);
});

describe("a calendar", () => {
  /** The value of a property by RFC 5545, unfolded and unescaped. */
  const valueIn = (text: string, name: string) =>
    (
      text
        .replaceAll("\r\n ", "")
        .split("\r\n")
        .find((line) => line.startsWith(`${name}:`)) ?? ""
    )
      .slice(name.length + 1)
      .replace(/\\([\\;,nN])/g, (_pair, sign) => (/n/i.test(sign) ? "\n" : sign));
  const instant = fc
    .date({ min: new Date("1990-01-01T00:00:00Z"), max: new Date("9999-12-30T00:00:00Z"), noInvalidDate: true })
    .map((date) => date.toISOString());

  property(
    "reads back as what was written, in lines of at most 75 octets, and no text can add an event",
    400,
    fc.property(
      trickyText(60),
      trickyText(20),
      trickyText(120),
      instant,
      instant,
      (title, location, summary, date, at) => {
        const event = engagementEvent(
          {
            id: "the-event",
            title,
            type: "DEMO",
            status: "PLANNED",
            date,
            startTime: "09:30",
            endTime: null,
            location,
            onlineLink: "",
            summary,
            otherOrganization: location,
            organizationNames: [title],
            commandName: "Command",
            createdAt: at,
            updatedAt: at,
          },
          "https://portal.test",
          "America/New_York",
        );
        const text = `${calendarStart("Engagements")}${event}\r\n${CALENDAR_END}`;
        for (const line of text.split("\r\n")) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line).not.toMatch(/[\r\n]/);
        }
        expect(valueIn(text, "SUMMARY")).toBe(calendarText(title));
        expect(valueIn(text, "LOCATION")).toBe(calendarText(location));
        expect(valueIn(text, "DESCRIPTION").startsWith(calendarText(summary))).toBe(true);

        const events = Object.values(ical.sync.parseICS(text)).filter(
          (part): part is VEvent => part?.type === "VEVENT",
        );
        expect(events.map(({ uid }) => uid)).toEqual(["the-event"]);
        expect(events[0]?.start.toISOString().slice(0, 10)).toBe(date.slice(0, 10));
        // node-ical reads a backslash and the next letter together, and removes quotation marks.
        if (!/[\\"]/.test(title)) expect(String(events[0]?.summary ?? "")).toBe(calendarText(title));
      },
    ),
  );
});
