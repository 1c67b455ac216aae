import { describe, expect, test } from "vitest";
import { ENTRY_TYPES } from "#db/enumerations";
import { checkLedgerIndex, isLedgerWhole, rebuildLedgerIndex } from "~/search/ledger/check.server";
import { createLedgerSearch, type LedgerSearch } from "~/search/ledger/ledger-search.server";
import { idsOf, isWordedAs, type Renewal, renewSome, WHOLE_RENEWAL } from "~/search/ledger/renew.server";
import type { LedgerReader } from "~/search/ledger/request.server";
import { ENTRY_SOURCES, readSource } from "~/search/ledger/sources.server";
import { labelOf } from "~/values/labels";
import {
  insertAnnouncement,
  insertAnnouncementFile,
  insertCall,
  insertDialogueNote,
  insertEngagement,
  insertEngagementAttachment,
  insertEngagementNote,
  insertMessage,
  insertMessageFile,
  insertPresetTag,
  insertReviewNote,
  insertSubmission,
  insertSubmissionWithFile,
  setIndustryRole,
} from "../support/arrange";
import { idOf, ORGANIZATIONS } from "../support/cast";
import { openPortal, type Portal } from "../support/portal";

/* That the index of the ledger's search follows its records, and that its check sees whatever is wrong. */

/** A portal with a record of every source, indexed. */
async function withEverything() {
  const portal = await openPortal();
  const call = insertCall(portal, { status: "OPEN" });
  const submission = insertSubmission(portal, { organizationId: ORGANIZATIONS.acme, callId: call });
  await insertSubmissionWithFile(portal);
  insertReviewNote(portal, submission);
  await insertMessageFile(portal, insertMessage(portal, submission));
  const engagement = insertEngagement(portal, { organizationId: ORGANIZATIONS.acme });
  insertEngagementNote(portal, engagement, "poc");
  insertEngagementAttachment(portal, engagement);
  await insertAnnouncementFile(portal, insertAnnouncement(portal));
  insertDialogueNote(portal);
  insertPresetTag(portal, "radar");
  await portal.services.ledger.catchUp();
  return portal;
}

const sources = Object.keys(ENTRY_SOURCES);
const tables = sources.filter((source) => !source.includes(":"));

const idsIn = (portal: Portal, source: string) =>
  portal.db.$client
    .prepare<[], { source_id: string }>(idsOf(source))
    .all()
    .map(({ source_id }) => source_id);

const READER: LedgerReader = { types: ENTRY_TYPES, isGovernment: true, organizationId: null };
const requestOf = (text: string): Parameters<LedgerSearch["find"]>[0] => ({
  text,
  reader: READER,
  filters: {},
  readable: (entries) => entries,
  hidden: () => [],
});

const found = async (portal: Portal, text: string) => {
  const { entries } = await portal.services.ledger.find(requestOf(`"${text}"`), portal.now());
  return entries.map(({ source, sourceId }) => `${source} ${sourceId}`).sort();
};

describe("every text that the search reads", () => {
  test.each(tables)("is followed when it changes in the table %s", async (table) => {
    const portal = await withEverything();
    const { $client } = portal.db;
    expect(sources.filter((source) => idsIn(portal, source).length === 0)).toEqual([]);
    const columns = $client
      .prepare<[], { name: string; type: string }>(`PRAGMA table_info("${table}")`)
      .all()
      // Times are searched by the words for them, and most never change.
      .filter(({ type, name }) => type === "TEXT" && !/^id$|^date$|_at$/.test(name));
    let followed = 0;
    for (const [number, { name }] of columns.entries()) {
      const word = `zyxword${String.fromCharCode(97 + number)}`;
      const [id] = idsIn(portal, table);
      try {
        $client.prepare(`UPDATE "${table}" SET "${name}" = ? WHERE id = ?`).run(word, id);
      } catch {
        // An enumeration, a list or a reference.
        continue;
      }
      const readers = sources.flatMap((source) =>
        readSource(portal.db, source, idsIn(portal, source))
          // The title of what a note is about is among its names.
          .filter((row) => JSON.stringify({ ...row, parentTitle: null }).includes(word))
          .map(({ sourceId }) => `${source} ${sourceId}`),
      );
      expect(await found(portal, word), name).toEqual(readers.sort());
      if (readers.length > 0) followed += 1;
    }
    expect(followed).toBeGreaterThan(0);
    expect(checkLedgerIndex(portal.db)).toMatchObject({ waiting: 0 });
    expect(isLedgerWhole(checkLedgerIndex(portal.db))).toBe(true);
  });
});

test("a person is found by the role in the organization that they have now", async () => {
  const portal = await withEverything();
  const isFound = async (role: string) => (await found(portal, role)).includes(`user ${idOf("acmeUser")}`);
  expect(await isFound(labelOf("INDUSTRY_USER"))).toBe(true);
  setIndustryRole(portal, "acmeUser", "INDUSTRY_ADMIN");
  expect(await isFound(labelOf("INDUSTRY_ADMIN"))).toBe(true);
  expect(await isFound(labelOf("INDUSTRY_USER"))).toBe(false);
});

describe("the check", () => {
  const DAMAGE: Record<string, [damage: string, found: object]> = {
    "a missing entry": [
      `DELETE FROM search_ledger WHERE rowid = (SELECT entry_number FROM search_entry WHERE type = 'call');
       DELETE FROM search_entry WHERE type = 'call'`,
      { missing: { count: 1 } },
    ],
    "an entry without its text": [
      "DELETE FROM search_ledger WHERE rowid = (SELECT entry_number FROM search_entry WHERE type = 'call')",
      { faults: ["entries without text"] },
    ],
    "an entry that is older than its record": [
      "UPDATE call SET title = 'Changed'; DELETE FROM search_stale",
      { differing: { count: 1 } },
    ],
    "an entry that outsiders find although its record is a draft": [
      "UPDATE call SET status = 'DRAFT'; DELETE FROM search_stale",
      { differing: { count: 1 } },
    ],
    "an entry without a record": [
      "INSERT INTO search_entry (source, source_id, type, reach, title, heading) VALUES ('call', 'x', 'call', 'PUBLIC', '', '')",
      { orphaned: { count: 1, first: ["call x"] } },
    ],
    "a missing trigger": ["DROP TRIGGER call_ledger_update", { faults: ["the trigger call_ledger_update is missing"] }],
  };

  test.each(Object.keys(DAMAGE))("sees %s, and a rebuild repairs it", async (name) => {
    const portal = await withEverything();
    const before = checkLedgerIndex(portal.db);
    expect(isLedgerWhole(before)).toBe(true);
    const [damage, expected] = DAMAGE[name] as (typeof DAMAGE)[string];
    portal.db.$client.exec(damage);
    const damaged = checkLedgerIndex(portal.db);
    expect(damaged).toMatchObject(expected);
    expect(isLedgerWhole(damaged)).toBe(false);
    rebuildLedgerIndex(portal.db);
    expect(checkLedgerIndex(portal.db)).toMatchObject({ entries: 0, missing: { count: 0 } });
    await portal.services.ledger.catchUp();
    const after = checkLedgerIndex(portal.db);
    expect(isLedgerWhole(after)).toBe(true);
    expect(after).toMatchObject({ entries: before.entries, waiting: 0 });
  });

  test("counts what still waits, and takes it for no fault", async () => {
    const portal = await withEverything();
    insertCall(portal);
    const report = checkLedgerIndex(portal.db);
    expect(report.waiting).toBe(1);
    expect(isLedgerWhole(report)).toBe(true);
  });

  test.each([
    ["an organization was renamed", "UPDATE organization SET name = 'Changed'"],
    ["a submission was archived", "UPDATE submission SET status = 'ARCHIVED'"],
    ["an announcement was withdrawn", "UPDATE announcement SET deleted_at = updated_at"],
  ])("takes nothing that repeats a waiting record for a fault after %s", async (_change, change) => {
    const portal = await withEverything();
    portal.db.$client.exec(change);
    const report = checkLedgerIndex(portal.db);
    expect(report.waiting).toBeGreaterThan(0);
    expect(report).toMatchObject({ missing: { count: 0 }, orphaned: { count: 0 }, differing: { count: 0 } });
    portal.db.$client.exec("DELETE FROM search_stale");
    expect(isLedgerWhole(checkLedgerIndex(portal.db))).toBe(false);
  });
});

test("entries are written again when the agency's time zone changes", async () => {
  const portal = await openPortal({ AGENCY_TIME_ZONE: "America/New_York" });
  const call = insertCall(portal, { title: "Radar", status: "OPEN", closesAt: "2026-06-11T02:00:00.000Z" });
  expect(await found(portal, "June 10, 2026")).toEqual([]);
  const asked = (zone: string) => {
    const deployment = {
      searchBackend: "hybrid",
      timeZone: { id: zone },
      codeTables: { NAICS: null, PSC: null },
    } as const;
    const ledger = createLedgerSearch(portal.db, deployment, () => expect.unreachable());
    return ledger.find(requestOf("radar june 10"), portal.now());
  };
  expect((await asked("America/New_York")).entries.map(({ sourceId }) => sourceId)).toEqual([call]);
  expect((await asked("Asia/Tokyo")).match).not.toBe("ALL");
  expect((await asked("America/New_York")).match).toBe("ALL");
});

test("a record that cannot be read keeps no other from the index, and is reported", async () => {
  const portal = await openPortal();
  const [unreadable, readable] = ["2026-06-11T02:00:00.000Z", "2026-06-12T02:00:00.000Z"].map((closesAt) =>
    insertCall(portal, { title: "Zyqlor", status: "OPEN", closesAt }),
  );
  const setClosing = (closesAt: string) =>
    portal.db.$client.prepare("UPDATE call SET closes_at = ? WHERE id = ?").run(closesAt, unreadable);
  setClosing("T");
  expect(await found(portal, "zyqlor")).toEqual([`call ${readable}`]);
  expect(portal.log).toContainEqual(expect.objectContaining({ record: `call ${unreadable}` }));
  expect(checkLedgerIndex(portal.db)).toMatchObject({ waiting: 0, missing: { first: [`call ${unreadable}`] } });
  setClosing("2026-06-11T02:00:00.000Z");
  expect(await found(portal, "zyqlor")).toEqual([`call ${unreadable}`, `call ${readable}`].sort());
  expect(isLedgerWhole(checkLedgerIndex(portal.db))).toBe(true);
});

describe("if entries have to be written again", () => {
  const TOKYO = {
    searchBackend: "hybrid",
    timeZone: { id: "Asia/Tokyo" },
    codeTables: { NAICS: null, PSC: null },
  } as const;
  /** More records than one step marks, of every source. */
  async function withMany() {
    const portal = await withEverything();
    portal.db.transaction(() => {
      for (let number = 0; number < 1_100; number += 1) insertSubmission(portal);
    });
    await portal.services.ledger.catchUp();
    return portal;
  }
  const markedIn = ({ db }: Portal) =>
    db.$client.prepare("SELECT source || ' ' || source_id FROM search_stale ORDER BY 1").pluck().all();
  const allIn = ({ db }: Portal) =>
    db.$client.prepare("SELECT DISTINCT source || ' ' || source_id FROM search_entry ORDER BY 1").pluck().all();

  test("the records are marked in steps, each once, and only the last step remembers the version", async () => {
    const portal = await withMany();
    let rest: Renewal | null = WHOLE_RENEWAL;
    let steps = 0;
    for (; rest !== null; steps += 1) {
      expect(isWordedAs(portal.db, "new")).toBe(false);
      const before = markedIn(portal).length;
      rest = renewSome(portal.db, rest, "new", 500);
      expect(markedIn(portal).length - before).toBeLessThanOrEqual(500);
    }
    expect(steps).toBe(3);
    expect(isWordedAs(portal.db, "new")).toBe(true);
    expect(markedIn(portal)).toEqual(allIn(portal));
  });

  test("a server that ended in between marks all again", async () => {
    const portal = await withMany();
    const rest = renewSome(portal.db, WHOLE_RENEWAL, "new", 500);
    expect(rest).not.toBeNull();
    portal.db.$client.exec("UPDATE search_entry SET title = 'Old'");
    const ledger = createLedgerSearch(portal.db, TOKYO, () => expect.unreachable());
    await ledger.catchUp();
    expect(portal.db.$client.prepare("SELECT count(*) FROM search_entry WHERE title = 'Old'").pluck().get()).toBe(0);
    expect(isLedgerWhole(checkLedgerIndex(portal.db))).toBe(true);
  });
});
