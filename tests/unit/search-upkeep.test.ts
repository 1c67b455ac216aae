import { describe, expect, test } from "vitest";
import type { Database } from "#db/open";
import { checkSearchIndex, isWhole } from "~/search/check.server";
import { mergeSegments } from "~/search/upkeep.server";
import { insertSubmission } from "../support/arrange";
import { openPortal } from "../support/portal";
import { itemsOf, search } from "../support/search";

const segmentsOf = ({ $client }: Database, index: string) =>
  $client.prepare(`SELECT count(DISTINCT segid) FROM ${index}_idx`).pluck().get() as number;

describe("the upkeep of the index", () => {
  test("merges the many segments that writes leave, and every record is still found", async () => {
    const portal = await openPortal();
    const summary = Array.from({ length: 400 }, (_, place) => `word${place}`).join(" ");
    for (let count = 1; count <= 63; count += 1) {
      insertSubmission(portal, { title: `Rotor number ${count}`, summary });
      await portal.services.ledger.catchUp();
    }
    const indexes = ["search_submission", "search_ledger"];
    const before = indexes.map((index) => segmentsOf(portal.db, index));
    expect(Math.min(...before)).toBeGreaterThan(2);

    await mergeSegments(portal.db);
    for (const [at, index] of indexes.entries()) {
      expect(segmentsOf(portal.db, index), index).toBeLessThan((before[at] ?? 0) / 2);
    }
    expect(itemsOf(await search(portal, "number 62")).map(({ title }) => title)).toEqual(["Rotor number 62"]);
    expect(checkSearchIndex(portal.db).every(isWhole)).toBe(true);
  });

  test("writes nothing if nothing was written", async () => {
    const { db } = await openPortal();
    await mergeSegments(db);
    const version = () => db.$client.prepare("SELECT total_changes()").pluck().get() as number;
    const before = version();
    await mergeSegments(db);
    // Each index is asked once whether there is anything to merge, which counts as a change of one row.
    expect(version() - before).toBeLessThanOrEqual(6);
  });

  test("ends when the database is closed meanwhile", async () => {
    const { db } = await openPortal();
    const merging = mergeSegments(db);
    db.$client.close();
    await expect(merging).resolves.toBeUndefined();
  });
});
