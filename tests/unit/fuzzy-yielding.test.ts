import { expect, test } from "vitest";
import { findLike } from "~/search/fuzzy.server";
import { bitOf, followVocabulary } from "~/search/vocabulary.server";
import { insertCall } from "../support/arrange";
import { slowClock, turnsDuring } from "../support/event-loop";
import { openPortal, type Portal } from "../support/portal";

function insertLongCalls(portal: Portal, count: number, first = 0): void {
  portal.db.$client.transaction(() => {
    for (let number = first; number < first + count; number += 1) {
      const words = Array.from({ length: 1_000 }, (_unused, index) => `rotor${(number * 31 + index * 7) % 5_000}`);
      insertCall(portal, { description: words.join(" ").slice(0, 8_000), status: "OPEN" });
    }
  })();
}

test("the similarity search pauses for other requests while it compares long records", async () => {
  const portal = await openPortal();
  insertLongCalls(portal, 200);
  const query = "rotorr1 rotorr2 rotorr3 rotorr4 rotorr5 rotorr6 rotorr7";
  const guesses = [{ matches: ['"rotor1"*'], similarity: 1, types: bitOf("call") }];
  let found = 0;
  slowClock();
  const turns = await turnsDuring(async () => {
    found = (await findLike(portal.db, "call", query, guesses, 0.01, 50)).length;
  });
  expect(found).toBe(50);
  expect(turns).toBeGreaterThan(3);
});

test("the server pauses for other requests while it reads the words of new records, and reads them once for all callers", async () => {
  const portal = await openPortal();
  const words = followVocabulary(portal.db);
  await words.upToDate();
  insertLongCalls(portal, 200);
  slowClock();
  const turns = await turnsDuring(() => Promise.all([words.upToDate(), words.upToDate()]));
  expect(turns).toBeGreaterThan(3);
  const [entry] = (await words.upToDate()).commonest({ head: "rotor" }, 1);
  // Reading them twice would count each record twice.
  expect(entry?.records).toBeLessThanOrEqual(200);
});
