import { describe, expect, test } from "vitest";
import { SEARCH_TYPES, type SearchType } from "#db/enumerations";
import { openDatabase } from "#db/open";
import { checkSearchIndex, type IndexReport, isWhole, rebuildSearchIndex } from "~/search/check.server";
import { SOURCES } from "~/search/sources";
import { insertCall, insertEngagement, insertOrganization, insertSubmission } from "../support/arrange";
import { openPortal, type Portal } from "../support/portal";

/* Triggers keep each index in sync with its records. The check reports differences, and a rebuild fixes them. */

/** Inserts a record with unique words. @returns its id */
const INSERT: Record<SearchType, (portal: Portal) => string> = {
  organization: (portal) =>
    insertOrganization(portal, { description: "Bearings and their grease.", techTags: "tribology,grease" }),
  submission: (portal) => insertSubmission(portal, { techTags: "rotors,acoustics" }),
  engagement: (portal) => insertEngagement(portal, { summary: "They showed it.", location: "Fort Ébène" }),
  call: (portal) => insertCall(portal, { techTags: "rotors" }),
};
const COLUMNS = ["title", "body", "tags"] as const;

/** A portal with three records of a type, and the ways to change them. */
async function withRecords(type: SearchType) {
  const portal = await openPortal();
  const { $client } = portal.db;
  const { table, index, ...columns } = SOURCES[type];
  const ids = Array.from({ length: 3 }, () => INSERT[type](portal));
  const numberOf = (id = "") =>
    Number($client.prepare(`SELECT record_number FROM "${table}" WHERE id = ?`).pluck().get(id));
  return {
    portal,
    index,
    run: (sql: string) => $client.exec(sql),
    numbers: ids.map(numberOf),
    insert: () => numberOf(INSERT[type](portal)),
    set: (column: (typeof COLUMNS)[number], value: string, number: number) =>
      $client.prepare(`UPDATE "${table}" SET ${columns[column]} = ? WHERE record_number = ?`).run(value, number),
    remove: (number: number) => {
      if (type === "engagement") $client.exec("DELETE FROM engagement_organization");
      $client.prepare(`DELETE FROM "${table}" WHERE record_number = ?`).run(number);
    },
    /** The problems of this type's index. The others' have none. */
    wrong: () => {
      const reports = checkSearchIndex(portal.db).filter((report) => !isWhole(report));
      expect(reports.map((report) => report.type)).toEqual(reports.length === 0 ? [] : [type]);
      return reports[0] ? briefly(reports[0]) : {};
    },
    rebuild: () => rebuildSearchIndex(portal.db),
  };
}

/** What a report finds, without empty lists. */
function briefly({ faults, missing, stale, differing }: IndexReport) {
  return {
    ...(faults.length > 0 && { faults }),
    ...(missing.count > 0 && { missing: missing.recordNumbers }),
    ...(stale.count > 0 && { stale: stale.recordNumbers }),
    ...(differing.count > 0 && { differing: differing.recordNumbers }),
  };
}

describe.each(SEARCH_TYPES)("the index of the type %s", (type) => {
  test("follows every insertion, change and deletion", async () => {
    const { insert, set, remove, numbers, wrong } = await withRecords(type);
    const [first = 0, second = 0] = numbers;
    expect(wrong()).toEqual({});
    for (const column of COLUMNS) {
      for (const value of ["Étwas völlig anderes", "etwas", "", "AT&T 5G/6G"]) {
        set(column, value, first);
        expect(wrong(), `${column} ${value}`).toEqual({});
      }
    }
    remove(second);
    insert();
    remove(first);
    expect(wrong()).toEqual({});
  });

  test("is reported to be missing a record inserted without its trigger, and a rebuild adds it", async () => {
    const { run, insert, wrong, rebuild } = await withRecords(type);
    const trigger = `${type}_search_insert`;
    run(`DROP TRIGGER ${trigger}`);
    expect(wrong()).toEqual({ faults: [`the trigger ${trigger} is missing`] });
    const number = insert();
    expect(wrong()).toEqual({ faults: [`the trigger ${trigger} is missing`], missing: [number] });
    rebuild();
    expect(wrong()).toEqual({});
    insert();
    expect(wrong()).toEqual({});
  });

  test.each(COLUMNS)(
    "is reported to differ in the %s that was changed without its trigger, until a rebuild",
    async (column) => {
      const { run, set, numbers, wrong, rebuild } = await withRecords(type);
      const [first = 0, second = 0] = numbers;
      const trigger = `${type}_search_update`;
      set(column, "one two three", first);
      run(`DROP TRIGGER ${trigger}`);
      // The same number of the same words, in other places.
      set(column, "two one three", first);
      expect(wrong()).toEqual({ faults: [`the trigger ${trigger} is missing`], differing: [first] });
      rebuild();
      expect(wrong()).toEqual({});
      set(column, "four", second);
      expect(wrong()).toEqual({});
    },
  );

  test("is reported to have a record deleted without its trigger, until a rebuild", async () => {
    const { run, remove, numbers, wrong, rebuild } = await withRecords(type);
    const [first = 0, second = 0] = numbers;
    const trigger = `${type}_search_delete`;
    run(`DROP TRIGGER ${trigger}`);
    remove(first);
    expect(wrong()).toEqual({ faults: [`the trigger ${trigger} is missing`], stale: [first] });
    rebuild();
    remove(second);
    expect(wrong()).toEqual({});
  });

  test("is reported with everything that was changed by hand, until a rebuild", async () => {
    const { portal, index, run, numbers, wrong, rebuild } = await withRecords(type);
    const [first, , third] = numbers;
    run(`DELETE FROM ${index} WHERE rowid = ${first}`);
    run(`DELETE FROM ${index} WHERE rowid = ${third}`);
    run(`INSERT INTO ${index} (rowid, title, body, tags, every) VALUES (${third}, 'x', 'y', 'z', char(57344))`);
    run(`INSERT INTO ${index} (rowid, title, body, tags, every) VALUES (4711, 'x', 'y', 'z', char(57344))`);
    expect(wrong()).toEqual({ missing: [first], stale: [4711], differing: [third] });
    const before = portal.db.$client.prepare(`SELECT count(*) FROM "${SOURCES[type].table}"`).pluck().get();
    rebuild();
    expect(wrong()).toEqual({});
    expect(portal.db.$client.prepare(`SELECT count(*) FROM ${index}`).pluck().get()).toBe(before);
  });
});

test("an archived submission leaves the index and can come back, and the check reports one that stayed", async () => {
  const { portal, run, numbers, wrong, rebuild } = await withRecords("submission");
  const [first = 0, second = 0] = numbers;
  const put = (status: string, number: number) =>
    portal.db.$client.prepare("UPDATE submission SET status = ? WHERE record_number = ?").run(status, number);
  const indexed = () => portal.db.$client.prepare("SELECT count(*) FROM search_submission").pluck().get();
  for (const [status, found] of [["REVIEWED", 3] as const, ["ARCHIVED", 2] as const, ["REVIEWED", 3] as const]) {
    put(status, first);
    expect(wrong(), status).toEqual({});
    expect(indexed(), status).toBe(found);
  }
  const trigger = "submission_search_update";
  const text = portal.db.$client.prepare("SELECT sql FROM sqlite_schema WHERE name = ?").pluck().get(trigger) as string;
  run(`DROP TRIGGER ${trigger}`);
  run(text.replace("\n  WHERE NEW.status <> 'ARCHIVED'", ""));
  put("ARCHIVED", second);
  expect(wrong()).toEqual({
    faults: [`the trigger ${trigger} differs from what the migrations create`],
    stale: [second],
  });
  rebuild();
  expect(wrong()).toEqual({});
  put("ARCHIVED", first);
  expect(indexed()).toBe(1);
  expect(wrong()).toEqual({});
});

test("the check counts all records with problems and names the first five", async () => {
  const { portal, run, insert, index } = await withRecords("call");
  for (let count = 0; count < 7; count += 1) insert();
  run(`INSERT INTO ${index} (${index}) VALUES ('delete-all')`);
  const report = checkSearchIndex(portal.db).find(({ type }) => type === "call");
  expect(report).toMatchObject({ records: 10, missing: { count: 10, recordNumbers: [1, 2, 3, 4, 5] } });
});

test("the check reports an index that cannot be read, and a rebuild fixes it", async () => {
  const { portal, run, wrong, rebuild } = await withRecords("call");
  portal.db.$client.unsafeMode(true);
  run("UPDATE search_call_data SET block = substr(block, 1, 20) WHERE id > 10");
  portal.db.$client.unsafeMode(false);
  expect(wrong()).toEqual({ faults: [expect.stringMatching(/^fts5: corruption found .* table "search_call"$/)] });
  rebuild();
  expect(wrong()).toEqual({});
});

test("the check reports an index with wrong word counts", async () => {
  const { portal, run, numbers, wrong } = await withRecords("call");
  portal.db.$client.unsafeMode(true);
  run(`UPDATE search_call_docsize SET sz = x'01010101' WHERE id = ${numbers[1]}`);
  portal.db.$client.unsafeMode(false);
  expect(wrong()).toEqual({ differing: [numbers[1]] });
});

test("the check reports a missing index, and a rebuild creates it", async () => {
  const { run, insert, wrong, rebuild } = await withRecords("engagement");
  run("DROP TABLE search_engagement_terms; DROP TABLE search_engagement");
  expect(wrong()).toEqual({
    faults: ["the table search_engagement is missing", "the table search_engagement_terms is missing"],
  });
  rebuild();
  insert();
  expect(wrong()).toEqual({});
});

test("the check reports an index with a different tokenizer than the migrations", async () => {
  const { portal, run, wrong, rebuild } = await withRecords("engagement");
  const text = portal.db.$client
    .prepare("SELECT sql FROM sqlite_schema WHERE name = 'search_engagement'")
    .pluck()
    .get() as string;
  run("DROP TABLE search_engagement");
  run(text.replace("unicode61 remove_diacritics 2", "unicode61 remove_diacritics 0"));
  run(`INSERT INTO search_engagement (rowid, title, body, tags, every)
         SELECT record_number, title, summary, location, char(57344) FROM engagement`);
  expect(wrong()).toEqual({
    faults: ["the table search_engagement differs from what the migrations create"],
    differing: [1, 2, 3],
  });
  rebuild();
  expect(wrong()).toEqual({});
});

test("the check waits for no writer, does not change the file, and can be repeated", async () => {
  const { portal, insert } = await withRecords("organization");
  const writer = openDatabase(portal.services.settings.databasePath);
  const version = () => writer.$client.pragma("data_version", { simple: true });
  const before = version();
  writer.$client.exec("BEGIN IMMEDIATE");
  for (const _time of [1, 2]) expect(checkSearchIndex(portal.db).every(isWhole)).toBe(true);
  writer.$client.exec("ROLLBACK");
  expect(version()).toBe(before);
  writer.$client.close();
  expect(portal.db.$client.prepare("SELECT name FROM sqlite_temp_schema WHERE type <> 'trigger'").all()).toEqual([]);
  insert();
  expect(checkSearchIndex(portal.db).every(isWhole)).toBe(true);
});
