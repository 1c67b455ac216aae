import { expect, test } from "vitest";
import { SUBMISSION_STATUSES, SUBMISSION_TYPES } from "#db/enumerations";
import { migrationStatements } from "#db/open";
import { seededRandom } from "~/demo/stage/random";
import { insertSubmission } from "../support/arrange";
import { idOf } from "../support/cast";
import { dataOf, openPortal, type Portal } from "../support/portal";

/* Triggers keep totals and long lists. They must be what the migration that added them would write now. */

const DERIVED = ["submission_total", "submission_listing", "audit_total"] as const;
const TITLES = ["Quiet rotor", 'A "loud" one', "Rotor % blades_", "Ünïcode 😀 rotor", "ROTOR"];
const TAGS = ["acoustics", 'say "hello"', "back\\slash", "rotors", "edge computing", "naïve 😀"];
const REVIEWERS = ["poc", "lead", "systemAdmin"] as const;

const rowsOf = ({ db }: Portal, table: string) =>
  db.$client
    .prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`)
    .all()
    .filter((row) => row.total !== 0)
    .map((row) => JSON.stringify(row))
    .sort();

/** What the tables have now, and what they would have if the migration ran now. */
function keptAndExpected(portal: Portal) {
  const kept = DERIVED.map((table) => [table, rowsOf(portal, table)]);
  for (const table of DERIVED) {
    portal.db.$client.exec(`DELETE FROM ${table}`);
    for (const text of migrationStatements())
      if (text.trim().startsWith(`INSERT INTO ${table} `)) portal.db.$client.exec(text);
  }
  return { kept, expected: DERIVED.map((table) => [table, rowsOf(portal, table)]) };
}

test("totals and lists follow every write of submissions, their reviewers and the audit log", async () => {
  const portal = await openPortal();
  const { $client } = portal.db;
  const random = seededRandom(52);
  const ids: string[] = [];
  const tags = () => TAGS.filter(() => random.below(3) === 0).join(",");
  const actions: ((id: string) => void)[] = [
    (id) => $client.prepare("UPDATE submission SET tech_tags = ? WHERE id = ?").run(tags(), id),
    (id) => $client.prepare("UPDATE submission SET government_tags = ? WHERE id = ?").run(tags(), id),
    (id) => $client.prepare("UPDATE submission SET status = ? WHERE id = ?").run(random.pick(SUBMISSION_STATUSES), id),
    (id) =>
      $client
        .prepare("UPDATE submission SET type = ?, title = ? WHERE id = ?")
        .run(random.pick(SUBMISSION_TYPES), random.pick(TITLES), id),
    (id) =>
      $client
        .prepare(
          `INSERT INTO submission_match (submission_id, user_id, reason, matched_tags, delivery, created_at)
             SELECT id, ?, 'TAG', '[]', 'NOTIFIED', created_at FROM submission WHERE id = ? ON CONFLICT DO NOTHING`,
        )
        .run(idOf(random.pick(REVIEWERS)), id),
    (id) =>
      $client
        .prepare("DELETE FROM submission_match WHERE submission_id = ? AND user_id = ?")
        .run(id, idOf(random.pick(REVIEWERS))),
    (id) => $client.prepare("DELETE FROM submission WHERE id = ?").run(id),
  ];
  for (let round = 0; round < 400; round += 1) {
    if (round % 8 === 0) ids.push(insertSubmission(portal, { techTags: tags(), governmentTags: tags() }));
    random.pick(actions)(random.pick(ids));
  }
  await portal.request("systemAdmin", "POST", "/api/gov/admin/tags", { json: { label: "rotors" } });
  for (const text of ["rotor", "ROTOR", '"lo', "% bl", "s_", "ünï", "ÜNÏ", "😀 r", "o", "quiet rotor", "no title"]) {
    const like = $client.prepare<[string], string>(
      `SELECT id FROM submission WHERE status <> 'ARCHIVED' AND title LIKE '%' || ? || '%' ESCAPE '\\'
         ORDER BY created_at DESC, id DESC`,
    );
    const expected = like.pluck().all(text.replace(/[\\%_]/g, "\\$&"));
    const found: string[] = [];
    // One page more than there are.
    for (let page = 1; page <= expected.length / 3 + 2; page += 1) {
      const path = `/api/gov/submissions?${new URLSearchParams({ q: text, page: `${page}`, pageSize: "3" })}`;
      const { items, total } = dataOf<{ items: { id: string }[]; total: number }>(
        await portal.request("poc", "GET", path),
      );
      expect([text, page, total]).toEqual([text, page, expected.length]);
      found.push(...items.map(({ id }) => id));
    }
    expect(found).toEqual(expected);
  }
  const { kept, expected } = keptAndExpected(portal);
  expect(kept).toEqual(expected);
  expect(Object.fromEntries(kept.map(([table, rows]) => [table, (rows?.length ?? 0) > 0]))).toEqual({
    submission_total: true,
    submission_listing: true,
    audit_total: true,
  });
});
