import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/* The records in docs/decisions: their form, and their index. */

const FOLDER = new URL("../../docs/decisions/", import.meta.url);
const textOf = (file: string) => readFileSync(new URL(file, FOLDER), "utf8");
const RECORDS = readdirSync(FOLDER).filter((file) => file !== "README.md");

test.each(RECORDS)("%s has a number, a title, a date, a status and its three sections", (file) => {
  expect(file).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
  const lines = textOf(file).split("\n");
  expect(lines[0]).toMatch(/^# \S/);
  expect(lines[2]).toMatch(/^Date: \d{4}-\d{2}-\d{2}$/);
  expect(lines[4]).toMatch(/^Status: (accepted|replaced by \[\d{4}\]\(\d{4}-[a-z0-9-]+\.md\))$/);
  expect(lines.filter((line) => line.startsWith("## "))).toEqual(["## Context", "## Decision", "## Consequences"]);
});

test("the index lists every record once, in order, by its title", () => {
  const listed = [...textOf("README.md").matchAll(/^\| \[(\d+)\]\(([^)]+)\) \| ([^|]+) \| [^|]+ \|$/gm)];
  const titles = RECORDS.toSorted().map((file) => [file.slice(0, 4), file, textOf(file).split("\n")[0]?.slice(2)]);
  expect(listed.map(([, number, file, title]) => [number, file, title])).toEqual(titles);
});

test("no two records have the same number", () => {
  const numbers = RECORDS.map((file) => file.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});
