import { expect, test, vi } from "vitest";
import { ENTRY_TYPES } from "#db/enumerations";
import { countInTurns, numbersOf } from "~/search/ledger/matches.server";
import { termsOf } from "~/search/ledger/request.server";
import { learnWords } from "~/search/ledger/words.server";
import { insertCall } from "../support/arrange";
import { slowClock, turnsDuring } from "../support/event-loop";
import { openPortal, type Portal } from "../support/portal";

/* What a search of the ledger does, counted in look-ups. Its time depends on the machine. */

/** Adds an entry with a number of its own to the index, as if there were many before it. */
function addEntry({ db }: Portal, entryNumber: number, body: string): void {
  db.$client
    .prepare(
      `INSERT INTO search_entry (entry_number, source, source_id, type, reach, title, heading)
       VALUES (?, 'call', 'call-' || ?, 'call', 'PUBLIC', 'Call', 'Call')`,
    )
    .run(entryNumber, entryNumber);
  db.$client.prepare("INSERT INTO search_ledger (rowid, body) VALUES (?, ?)").run(BigInt(entryNumber), body);
  learnWords(db, [body]);
}

/** Lists the parameters of each look-up in a full-text index from now on, and the statements that are compiled. */
function watch({ db }: Portal) {
  const watched = { lookUps: [] as unknown[][], compiled: [] as string[] };
  const prepare = db.$client.prepare.bind(db.$client);
  vi.spyOn(db.$client, "prepare").mockImplementation((text: string) => {
    watched.compiled.push(text);
    const made = prepare(text);
    for (const method of ["all", "get"] as const) {
      const run = made[method].bind(made);
      Object.assign(made, {
        [method](...values: unknown[]) {
          if (text.includes("MATCH")) watched.lookUps.push(values);
          return run(...values);
        },
      });
    }
    return made;
  });
  return watched;
}

const NUMBERS = [1_000_000, 999_999, 500_000, 2, 1];

test("a look-up among a million entries finds the newest first, and gives other requests their turns", async () => {
  const portal = await openPortal();
  for (const number of NUMBERS) addEntry(portal, number, "rotor");
  const { lookUps } = watch(portal);
  expect(await numbersOf(portal.db, "rotor", 2)).toEqual([1_000_000, 999_999]);
  expect(lookUps).toHaveLength(1);
  expect(await numbersOf(portal.db, "rotor", 10)).toEqual(NUMBERS);
  expect(await countInTurns(portal.db, "rotor", 10)).toBe(NUMBERS.length);
  expect(await countInTurns(portal.db, "rotor", 4)).toBe(4);
  lookUps.length = 0;

  slowClock();
  expect(await turnsDuring(() => numbersOf(portal.db, "rotor", 10))).toBeGreaterThan(5);
  const ranges = lookUps.map(([, after, until]) => (until as number) - (after as number));
  expect(Math.max(...ranges)).toBe(50_000);
  expect(ranges).toHaveLength(20);
});

test("a search that finds one entry looks it up once", async () => {
  const portal = await openPortal();
  const id = insertCall(portal, { title: "Gyroscope" });
  await portal.services.ledger.catchUp();
  const { lookUps } = watch(portal);
  const reader = { types: ENTRY_TYPES, isGovernment: true, organizationId: null };
  const request = { text: "gyroscope", reader, filters: {}, readable: <Entries>(entries: Entries) => entries };
  const { entries } = await portal.services.ledger.find(request, portal.now());
  expect(entries.map(({ sourceId }) => sourceId)).toEqual([id]);
  expect(lookUps).toHaveLength(1);
});

test("among many entries, the words of a common beginning are looked up in its place", async () => {
  const portal = await openPortal();
  const wide = (text: string) => termsOf(portal.db, text, "2026-03-02", () => []).map((term) => term.wide);
  for (let number = 1; number <= 2_000; number += 1) addEntry(portal, number, "rotors");
  expect(wide("roto")).toEqual(['("roto"*)']);
  addEntry(portal, 60_000, "rotorcraft gyroscope");
  expect(wide("roto")).toEqual(['("roto" OR "rotors" OR "rotorcraft")']);
  // The index has beginnings of up to three letters. Those of rare words, and of codes, cost little.
  expect(wide("rot")).toEqual(['("rot"*)']);
  expect(wide("gyro")).toEqual(['("gyro"*)']);
  expect(wide("roto1")).toEqual(['("roto1"*)']);
});

test("the API's search compiles its statements once", async () => {
  const portal = await openPortal();
  insertCall(portal, { title: "Gyroscope", status: "OPEN" });
  const ask = () => portal.request("poc", "GET", "/api/search?q=gyroscope");
  expect((await ask()).status).toBe(200);
  const { compiled } = watch(portal);
  expect((await ask()).status).toBe(200);
  expect(compiled.filter((text) => text.includes("record_number"))).toEqual([]);
});
