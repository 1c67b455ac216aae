import { expect, test, vi } from "vitest";
import { findByTerms } from "~/search/by-terms.server";
import { findMatches } from "~/search/full-text.server";
import { parseQuery } from "~/search/query";
import { insertCall } from "../support/arrange";
import { slowClock, turnsDuring } from "../support/event-loop";
import { openPortal } from "../support/portal";

const LETTERS = Array.from("abcdefghijklmnopqrstuvwxyz");
/** Words of two letters. Each text has some of them. */
const textOf = (number: number, words: number) =>
  Array.from({ length: words }, (_unused, index) => {
    const place = number * 7 + index * index;
    return `${LETTERS[place % 26]}${LETTERS[(place >> 3) % 26]}`;
  }).join(" ");

test("repeating a term or an alternative adds nothing to the query", () => {
  expect(parseQuery("e* OR e* OR e* OR -x OR e OR -x").branches).toHaveLength(3);
});

test("searching for many prefixes in turn finds the same as searching for them together", async () => {
  const portal = await openPortal();
  for (let number = 0; number < 40; number += 1) {
    insertCall(portal, { title: textOf(number, 2), description: textOf(number + 3, 6), status: "OPEN" });
  }
  for (const text of [
    "a* OR b* OR ce",
    "a* b* -c*",
    "-a* -b*",
    '"a b"* OR c* OR "d e"',
    LETTERS.map((letter) => `${letter}*`).join(" OR "),
    "a* b* OR -c* d* OR e",
  ]) {
    const query = parseQuery(text);
    const atOnce = findMatches(portal.db, "call", query, 100);
    const yieldDuringLongTask = await findByTerms(portal.db, "call", query, 100);
    expect(yieldDuringLongTask.total, text).toBe(atOnce.total);
    expect([...yieldDuringLongTask.recordNumbers].sort(), text).toEqual([...atOnce.recordNumbers].sort());
  }
});

test("with many records, no statement searches for more than one prefix", async () => {
  const portal = await openPortal();
  for (let number = 0; number < 100; number += 1) {
    insertCall(portal, { title: textOf(number, 2), description: textOf(number, 6), status: "OPEN" });
  }
  const asked: string[] = [];
  const client = portal.db.$client;
  const prepare = client.prepare.bind(client);
  vi.spyOn(client, "prepare").mockImplementation((text: string) => {
    const made = prepare(text);
    for (const method of ["all", "get", "iterate"] as const) {
      const run = made[method].bind(made);
      Object.assign(made, {
        [method](...values: unknown[]) {
          if (text.includes("MATCH")) asked.push(JSON.stringify(values));
          return run(...values);
        },
      });
    }
    return made;
  });
  const q = LETTERS.map((letter) => `${letter}*`).join(" OR ");
  const answer = await portal.request("poc", "GET", `/api/search?types=call&q=${encodeURIComponent(q)}`);
  expect(answer.status).toBe(200);
  const prefixes = asked.map((values) => values.match(/\*/g)?.length ?? 0);
  expect(prefixes.length).toBeGreaterThan(LETTERS.length - 1);
  expect(Math.max(...prefixes)).toBe(1);
});

test("a search for many prefixes lets other requests proceed while it searches and makes snippets", async () => {
  const portal = await openPortal();
  for (let number = 0; number < 400; number += 1) {
    insertCall(portal, { title: textOf(number, 2), description: textOf(number, 2_500), status: "OPEN" });
  }
  const q = LETTERS.map((letter) => `${letter}*`).join(" OR ");
  slowClock();
  const turns = await turnsDuring(async () => {
    const answer = await portal.request("poc", "GET", `/api/search?limit=50&q=${encodeURIComponent(q)}`);
    expect(answer.status).toBe(200);
  });
  expect(turns).toBeGreaterThan(15);
});
