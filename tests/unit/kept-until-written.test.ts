import { expect, test } from "vitest";
import { closeDatabase, immediateTransaction, openDatabase } from "#db/open";
import { keptUntilWritten } from "#db/watch";
import { seededRandom } from "~/demo/stage/random";
import { tagsWithFollowers } from "~/domain/preset-tag/in-use.server";
import { insertPresetTag } from "../support/arrange";
import { idOf } from "../support/cast";
import { openPortal, type Portal } from "../support/portal";

/** Reads a table, and counts how often. */
function counting(table: string) {
  let reads = 0;
  const read = keptUntilWritten([table], (db) => {
    reads += 1;
    return db.$client.prepare(`SELECT group_concat(label ORDER BY label) FROM ${table}`).pluck().get();
  });
  return { read, reads: () => reads };
}

test("what is kept is what a new connection reads, after any write of this one or another, and after a rollback", async () => {
  const portal = await openPortal();
  const other = openDatabase(portal.services.settings.databasePath);
  const { read, reads } = counting("preset_tag");
  const two = counting("preset_tag");
  const random = seededRandom(57);
  const add = `INSERT INTO preset_tag (id, label, created_by, created_at)
    VALUES (@label, @label, '${idOf("systemAdmin")}', '2026-03-02T15:00:00.000Z')`;
  const statements = [
    add,
    "UPDATE preset_tag SET label = @label WHERE id = (SELECT max(id) FROM preset_tag WHERE id < @label)",
    "DELETE FROM preset_tag WHERE id > @label",
  ];
  const write = ({ $client }: Portal["db"]) => {
    const label = `tag-${random.below(1_000_000)}`;
    $client.prepare(random.pick(statements)).run({ label });
  };
  const actions: (() => void)[] = [
    () => write(portal.db),
    () => write(other),
    () => {
      expect(() =>
        immediateTransaction(portal.db, () => {
          write(portal.db);
          // A value that is rolled back must not be kept.
          read(portal.db);
          throw new Error("roll back");
        }),
      ).toThrow("roll back");
    },
    () => {},
  ];
  try {
    for (let round = 0; round < 500; round += 1) {
      random.pick(actions)();
      const now = other.$client.prepare("SELECT group_concat(label ORDER BY label) FROM preset_tag").pluck().get();
      expect(read(portal.db)).toEqual(now);
      expect(two.read(portal.db)).toEqual(now);
      expect(counting("preset_tag").read(other)).toEqual(now);
    }
  } finally {
    closeDatabase(other);
  }
  expect(reads()).toBeGreaterThan(100);
  expect(two.reads()).toBeLessThan(reads());
});

test("writes to other tables have nothing read again", async () => {
  const portal = await openPortal();
  const { read, reads } = counting("preset_tag");
  for (let round = 0; round < 10; round += 1) {
    read(portal.db);
    portal.db.$client.exec("UPDATE organization SET updated_at = updated_at");
  }
  expect(reads()).toBe(1);
});

test("the numbers of followers are those of now, whatever of a tag, a setting or a person changes", async () => {
  const portal = await openPortal();
  const { $client } = portal.db;
  insertPresetTag(portal, "radar");
  insertPresetTag(portal, "uas", "drone");
  const followersNow = () => tagsWithFollowers(portal.db).map(({ label, use }) => [label, use ?? null]);
  const follow = (person: "poc" | "lead", techTags: string) =>
    $client
      .prepare(
        `INSERT INTO notification_setting (user_id, kind, tech_tags, enabled, updated_at) VALUES (?, 'SUBMISSION_MATCH', ?, 1, '')
           ON CONFLICT DO UPDATE SET tech_tags = excluded.tech_tags`,
      )
      .run(idOf(person), techTags);
  expect(followersNow()).toEqual([
    ["radar", null],
    ["uas", null],
  ]);
  follow("poc", "radar,drone");
  follow("lead", "uas");
  expect(followersNow()).toEqual([
    ["radar", "1 follower"],
    ["uas", "2 followers"],
  ]);
  $client.prepare("UPDATE user SET active = 0 WHERE id = ?").run(idOf("lead"));
  expect(followersNow()[1]).toEqual(["uas", "1 follower"]);
  $client.exec("UPDATE preset_tag SET aliases = '' WHERE label = 'uas'");
  expect(followersNow()[1]).toEqual(["uas", null]);
  $client.exec("DELETE FROM notification_setting");
  expect(followersNow()[0]).toEqual(["radar", null]);
});
