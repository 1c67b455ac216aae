import { expect, test, vi } from "vitest";
import { ENTRY_TYPES, type EntryType } from "#db/enumerations";
import { blockOf, SCOPE } from "~/search/ledger/entry";
import { findInLedger } from "~/search/ledger/find.server";
import { countInTurns, numbersOf, withShare } from "~/search/ledger/matches.server";
import { narrowed } from "~/search/ledger/narrow.server";
import { scopeOf, termsOf } from "~/search/ledger/request.server";
import { suggestInLedger } from "~/search/ledger/suggest.server";
import { learnWords } from "~/search/ledger/words.server";
import { insertCall } from "../support/arrange";
import { slowClock, turnsDuring } from "../support/event-loop";
import { openPortal, type Portal } from "../support/portal";

/* What a search of the ledger does, counted in look-ups. Its time depends on the machine. */

/** Adds an entry with a number of its own to the index, as if there were many before it. */
function addEntry(
  { db }: Portal,
  entryNumber: number,
  body: string,
  type: EntryType = "call",
  title = "Call",
  readers: readonly string[] = [],
): void {
  db.$client
    .prepare(
      `INSERT INTO search_entry (entry_number, source, source_id, type, reach, title, heading)
       VALUES (?, 'call', 'call-' || ?, ?, 'PUBLIC', ?, 'Call')`,
    )
    .run(entryNumber, entryNumber, type, title);
  db.$client
    .prepare("INSERT INTO search_ledger (rowid, title, body, scope) VALUES (?, ?, ?, ?)")
    .run(BigInt(entryNumber), title, body, [SCOPE.type(type), SCOPE.block(blockOf(entryNumber)), ...readers].join(" "));
  learnWords(db, [title, body]);
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

const GOVERNMENT = { types: ENTRY_TYPES, isGovernment: true, organizationId: null };
const READING = { readable: <Entries>(entries: Entries) => entries, hidden: () => [] };

const EVERYWHERE = { scope: { required: "", excluded: "", words: [] }, hidden: [] };
const NUMBERS = [1_000_000, 999_999, 500_000, 2, 1];

test("a look-up among a million entries finds the newest first, and gives other requests their turns", async () => {
  const portal = await openPortal();
  for (const number of NUMBERS) addEntry(portal, number, "rotor");
  const { lookUps } = watch(portal);
  expect(await numbersOf(portal.db, EVERYWHERE, "rotor", 2)).toEqual([1_000_000, 999_999]);
  expect(lookUps).toHaveLength(1);
  expect(await numbersOf(portal.db, EVERYWHERE, "rotor", 10)).toEqual(NUMBERS);
  expect(await countInTurns(portal.db, EVERYWHERE, "rotor", 10, { milliseconds: 1_000 })).toBe(NUMBERS.length);
  expect(await countInTurns(portal.db, EVERYWHERE, "rotor", 4, { milliseconds: 1_000 })).toBe(4);
  lookUps.length = 0;

  // As slow as a statement may be.
  slowClock(20);
  expect(await turnsDuring(() => numbersOf(portal.db, EVERYWHERE, "rotor", 10))).toBeGreaterThan(5);
  const blocks = lookUps.map(([expression]) => String(expression).match(/\ue000b\d+/g)?.length ?? 0);
  expect(Math.max(...blocks)).toBe(3);
  expect(blocks.reduce((sum, count) => sum + count, 0)).toBe(blockOf(1_000_000) + 1);
});

test("look-ups that share an effort leave out the oldest entries, and count nothing that they did not read", async () => {
  const portal = await openPortal();
  for (const number of NUMBERS) addEntry(portal, number, "rotor");
  slowClock(20);
  const effort = { milliseconds: 50 };
  expect(await numbersOf(portal.db, EVERYWHERE, "rotor", 10, { effort })).toEqual([1_000_000, 999_999]);
  expect(effort.milliseconds).toBe(-10);
  expect(await countInTurns(portal.db, EVERYWHERE, "rotor", 10, effort)).toBe(null);
  expect(await countInTurns(portal.db, EVERYWHERE, "rotor", 2, effort)).toBe(2);
  expect(await numbersOf(portal.db, EVERYWHERE, "rotor", 10, { before: 500_000, effort })).toEqual([]);
  expect(await numbersOf(portal.db, EVERYWHERE, "rotor", 10, { before: 500_000 })).toEqual([2, 1]);
});

test("the blocks of a statement also bound what an exclusion excludes from", async () => {
  const portal = await openPortal();
  await portal.services.ledger.catchUp();
  for (const number of [1_000_000, 500_000]) addEntry(portal, number, "rotor");
  addEntry(portal, 400_000, "gyroscope");
  const { lookUps } = watch(portal);
  const request = { text: "-rotor", reader: GOVERNMENT, filters: { types: [...ENTRY_TYPES] }, ...READING };
  const { entries } = await portal.services.ledger.find(request, portal.now());
  const numbers = entries.map(({ entryNumber }) => entryNumber);
  expect(numbers).toContain(400_000);
  expect(numbers).not.toContain(500_000);
  const excluding = lookUps.map(([expression]) => String(expression)).filter((text) => text.includes(" NOT "));
  expect(excluding.length).toBeGreaterThan(5);
  for (const expression of excluding) expect(expression.split(" NOT ")[0]).toMatch(/\ue000b\d+/);
});

test("what a scope leaves out does not keep a statement from reading only some blocks", async () => {
  const portal = await openPortal();
  for (const number of [1_000_000, 500_000]) addEntry(portal, number, "rotor");
  addEntry(portal, 400_000, "rotor", "command", "Command");
  const { lookUps } = watch(portal);
  const scope = scopeOf({ ...GOVERNMENT, types: ENTRY_TYPES.filter((type) => type !== "command") }, {});
  expect(await numbersOf(portal.db, { scope, hidden: [] }, "rotor", 10)).toEqual([1_000_000, 500_000]);
  const effort = { milliseconds: 1_000 };
  expect(await countInTurns(portal.db, { scope, hidden: [] }, "rotor", 10, effort)).toBe(2);
  expect(await numbersOf(portal.db, await narrowed(portal.db, { scope, hidden: [] }), "rotor", 10)).toHaveLength(2);
  expect(lookUps.length).toBeGreaterThan(10);
  for (const [expression] of lookUps) {
    expect(expression).toMatch(/^\(.*\ue000b\d+.*\) NOT \(scope : \("\ue000tcommand"\)\)$/);
  }
});

test("parts of a search have equal shares of the effort, and what one does not use is for the rest", async () => {
  const effort = { milliseconds: 90 };
  const given: number[] = [];
  for (const [part, used] of [30, 0, 60].entries()) {
    await withShare(effort, 3 - part, async (share) => {
      given.push(share.milliseconds);
      share.milliseconds -= used;
    });
  }
  expect(given).toEqual([30, 30, 60]);
});

test("a search that finds one entry looks it up once", async () => {
  const portal = await openPortal();
  const id = insertCall(portal, { title: "Gyroscope" });
  await portal.services.ledger.catchUp();
  const { lookUps } = watch(portal);
  const request = { text: "gyroscope", reader: GOVERNMENT, filters: {}, ...READING };
  const { entries } = await portal.services.ledger.find(request, portal.now());
  expect(entries.map(({ sourceId }) => sourceId)).toEqual([id]);
  expect(lookUps).toHaveLength(1);
});

test("common words find the best of each type in few look-ups, however many entries have them", async () => {
  const portal = await openPortal();
  await portal.services.ledger.catchUp();
  addEntry(portal, 1_001, "", "tag", "rotor blades");
  // In another form, so that only the last level has it, among the many others.
  addEntry(portal, 1_002, "rotors blades", "person", "Ada");
  portal.db.$client.transaction(() => {
    for (let number = 2_001; number <= 4_200; number += 1)
      addEntry(portal, number, "rotors blades", "submission", "Paper");
  })();
  const { lookUps } = watch(portal);
  const request = { text: "rotor blades", reader: GOVERNMENT, filters: {}, ...READING };
  const { entries, totals } = await portal.services.ledger.find(request, portal.now());
  const counts = Object.groupBy(entries, ({ type }) => type);
  expect([counts.tag?.length, counts.person?.length, counts.submission?.length]).toEqual([1, 1, 100]);
  expect(entries[0]).toMatchObject({ type: "tag" });
  expect(entries.find(({ type }) => type === "submission")).toMatchObject({ entryNumber: 4_200 });
  expect([...totals]).toEqual([["submission", 2_000]]);
  expect(lookUps.length).toBeLessThan(30);
});

test("if few of a million entries have one of the words, each statement reads all of these entries", async () => {
  const portal = await openPortal();
  await portal.services.ledger.catchUp();
  portal.db.$client.transaction(() => {
    for (let number = 1_001; number <= 6_000; number += 1) addEntry(portal, number, "rotor");
  })();
  for (const number of [999_999, 500_000, 1_000]) addEntry(portal, number, "rotor with a gyroscope");
  const { lookUps } = watch(portal);
  const find = async (text: string) => {
    lookUps.length = 0;
    const request = { text, reader: GOVERNMENT, filters: {}, ...READING };
    const { entries } = await portal.services.ledger.find(request, portal.now());
    const inBlocks = lookUps.filter(([expression]) => /\ue000b/.test(String(expression)));
    return { numbers: entries.map(({ entryNumber }) => entryNumber), isInBlocks: inBlocks.length > 0 };
  };
  expect(await find("gyroscope rotor")).toEqual({ numbers: [999_999, 500_000, 1_000], isInBlocks: false });
  expect(await find("rotor gyros")).toMatchObject({ numbers: [999_999, 500_000, 1_000], isInBlocks: false });
  expect(await find("rotor")).toMatchObject({ isInBlocks: true });
  // Its one statement would read the common words side by side.
  expect(await find("rotor rotor-with")).toMatchObject({ isInBlocks: true });
});

test("if someone may read few of a million entries, each statement reads all of these entries", async () => {
  const portal = await openPortal();
  const [forAll, forOne, forGovernment] = [
    SCOPE.reach("PUBLIC"),
    SCOPE.reach("ORGANIZATION"),
    SCOPE.reach("GOVERNMENT"),
  ];
  const [own, other] = [SCOPE.organization("organization-a"), SCOPE.organization("organization-b")];
  const readersOf = new Map([
    [1_000_000, [forAll, other]],
    [999_999, [forAll]],
    [500_000, [forOne, own]],
    [499_999, [forGovernment, own]],
    [400_000, [forOne, other]],
    [3, [forAll]],
    [2, [forOne, own]],
    [1, [forGovernment]],
  ]);
  for (const [number, readers] of readersOf) addEntry(portal, number, "rotor", "call", "Call", readers);
  addEntry(portal, 600_000, "rotor", "submission", "Paper", [forAll]);
  const { lookUps } = watch(portal);
  const find = async (organizationId: string | null, text: string, hidden: readonly number[] = []) => {
    lookUps.length = 0;
    const reader = { types: ["call"] as const, isGovernment: false, organizationId };
    const request = { text, reader, filters: {}, readable: READING.readable, hidden: () => hidden };
    const found = await findInLedger(portal.db, { ...request, today: "2026-03-02", mayGuess: true }, () => []);
    expect(lookUps.filter(([expression]) => /\ue000b/.test(String(expression)))).toEqual([]);
    return found.entries.map(({ entryNumber }) => entryNumber);
  };
  for (const text of ["rotor", '"rotor"', "rotor -gyroscope"]) {
    expect(await find(null, text)).toEqual([1_000_000, 999_999, 3]);
    expect(await find("organization-a", text)).toEqual([1_000_000, 999_999, 500_000, 3, 2]);
    expect(await find("organization-b", text, [999_999, 3])).toEqual([1_000_000, 400_000]);
  }
  expect(await find(null, "rotors gyroscope blades", [3])).toEqual([]);
});

test("if no head of an entry has all words, its columns are not looked up one by one", async () => {
  const portal = await openPortal();
  await portal.services.ledger.catchUp();
  for (let number = 1_001; number <= 1_010; number += 1) addEntry(portal, number, "rotor blades");
  const { lookUps } = watch(portal);
  const request = { text: "rotor blades", reader: GOVERNMENT, filters: {}, ...READING };
  expect((await portal.services.ledger.find(request, portal.now())).entries).toHaveLength(10);
  const columns = lookUps.flatMap(
    ([expression]) => /^\(?(identifiers|title|\{.*?\}) :/.exec(String(expression))?.[1] ?? [],
  );
  expect(columns).toHaveLength(1);
});

test("among many entries, the words of a common beginning are looked up in its place", async () => {
  const portal = await openPortal();
  const wide = (text: string) => termsOf(portal.db, text, "2026-03-02", () => []).map((term) => term.wide);
  portal.db.$client.transaction(() => {
    for (let number = 1; number <= 2_000; number += 1) addEntry(portal, number, "rotors");
  })();
  expect(wide("roto")).toEqual(['("roto"*)']);
  addEntry(portal, 60_000, "rotorcraft gyroscope");
  expect(wide("roto")).toEqual(['("roto" OR "rotors" OR "rotorcraft")']);
  // The index has beginnings of up to three letters. Those of rare words, and of codes, cost little.
  expect(wide("rot")).toEqual(['("rot"*)']);
  expect(wide("gyro")).toEqual(['("gyro"*)']);
  expect(wide("roto1")).toEqual(['("roto1"*)']);
});

test("a suggestion among a million entries reads few blocks, and no beginning of common words", async () => {
  const portal = await openPortal();
  for (let number = 1; number <= 2_000; number += 1) addEntry(portal, number, "rotors");
  const titles = { 999999: "Rotorcraft", 999998: "Quiet rotor", 999997: "Rotor test", 3000: "Rotor of old" };
  for (const [number, title] of Object.entries(titles)) addEntry(portal, Number(number), "text", "call", title);
  addEntry(portal, 1_000_000, "text");
  const { lookUps } = watch(portal);
  const reader = { types: ENTRY_TYPES, isGovernment: true, organizationId: null };
  const suggest = async (text: string) => {
    lookUps.length = 0;
    const request = { text, reader, types: ENTRY_TYPES, byNames: false, most: 8, ...READING };
    return (await suggestInLedger(portal.db, request)).map(({ entry, isBegun }) => [entry.title, isBegun]);
  };
  slowClock();
  expect(await suggest("roto")).toEqual([
    ["Rotorcraft", true],
    ["Rotor test", true],
    ["Quiet rotor", false],
  ]);
  // The others count a word.
  expect(lookUps.filter(([expression]) => /\ue000b/.test(String(expression)))).toHaveLength(14);
  expect(JSON.stringify(lookUps)).not.toContain("*");
  expect(await suggest("quiet roto")).toEqual([["Quiet rotor", true]]);
  // The beginning of no common word is looked up as it is, so that codes are found.
  await suggest("gyro");
  expect(JSON.stringify(lookUps)).toContain("*");
  expect(lookUps.length).toBeLessThanOrEqual(30);
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
