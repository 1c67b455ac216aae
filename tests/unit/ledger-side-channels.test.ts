import { describe, expect, test } from "vitest";
import { learnWords } from "~/search/ledger/words.server";
import { densestIn } from "~/search/marks";
import { insertAnnouncement, insertAnnouncementFile, insertCall, insertSubmission, instant } from "../support/arrange";
import { ORGANIZATIONS } from "../support/cast";
import { dataOf, MINUTE, openPortal, type Portal } from "../support/portal";

/*
 * What the words of others' records do to the results of a company that may not read them: nothing. The company writes
 * records of its own so that one more word anywhere in the ledger would change their order, or which of them are found.
 */

const ours = { organizationId: ORGANIZATIONS.borealis };
const theirs = { organizationId: ORGANIZATIONS.acme };

/** What a company finds, with some text in others' records and without it. */
async function resultsBeside(texts: readonly string[], write: (portal: Portal) => void, query: string) {
  const results: unknown[] = [];
  for (const some of [[], texts]) {
    const portal = await openPortal();
    for (const summary of some) insertSubmission(portal, { ...theirs, summary });
    write(portal);
    await portal.services.ledger.catchUp();
    const path = `/api/search/ledger?${new URLSearchParams({ types: "submission", q: query })}`;
    const { match, correction, groups } = dataOf<{
      match: string;
      correction: string | null;
      groups: { items: { title: string }[] }[];
    }>(await portal.request("borealisAdmin", "GET", path));
    results.push({ match, correction, titles: groups.flatMap(({ items }) => items.map(({ title }) => title)) });
  }
  return results as { match: string; correction: string | null; titles: string[] }[];
}

test("how many others have a word does not change the order of a company's own records", async () => {
  const write = (portal: Portal) => {
    for (let number = 0; number < 20; number += 1) insertCall(portal, { title: `Call ${number}`, status: "OPEN" });
    for (let number = 0; number < 3; number += 1) insertSubmission(portal, { ...ours, summary: "common" });
    insertSubmission(portal, { ...ours, title: "One", summary: "kestrel kestrel kestrel common" });
    insertSubmission(portal, { ...ours, title: "Two", summary: "kestrel common common common" });
  };
  for (const texts of [["kestrel"], Array.from({ length: 12 }, () => "kestrel")]) {
    const [without, beside] = await resultsBeside(texts, write, "kestrel common");
    expect(without?.titles).toHaveLength(2);
    expect(beside).toEqual(without);
  }
});

test("forms of a word that others have do not take the place of a company's own", async () => {
  const endings = "s es e ed er ers eds ing ings ion ions ation ations al als able ate ated ates ating ator ators";
  const write = (portal: Portal) => {
    for (const ending of endings.split(" ")) insertSubmission(portal, { ...ours, title: `Kestrel${ending}` });
  };
  const [without, beside] = await resultsBeside(["kestrels", "kestrelly kestrelful"], write, "kestrel ");
  expect(without?.titles.length).toBeGreaterThan(8);
  expect(beside).toEqual(without);
});

test("similar words that others have do not take the place of a company's own", async () => {
  const write = (portal: Portal) => insertSubmission(portal, { ...ours, title: "Kestrelz" });
  const similar = Array.from("bcdefghijklm", (letter) => `kestrel${letter}`);
  const [without, beside] = await resultsBeside([similar.join(" ")], write, "kestrela");
  expect(without).toEqual({ match: "CORRECTED", correction: "kestrelz", titles: ["Kestrelz"] });
  expect(beside).toEqual(without);
});

describe("records that are published later change nothing", () => {
  /** What a company finds before there is such a record, after, and as soon as everyone may read it. */
  async function resultsAround(portal: Portal, query: string, insert: () => unknown) {
    const find = async () => {
      const path = `/api/search/ledger?${new URLSearchParams({ q: query })}`;
      return dataOf<{ total: number; isTruncated: boolean; match: string }>(
        await portal.request("borealisAdmin", "GET", path),
      );
    };
    const before = await find();
    await insert();
    const after = await find();
    portal.advance(2 * MINUTE);
    return { before, after, published: await find() };
  }
  const later = (portal: Portal) => instant(portal, MINUTE);
  const scheduleCall = (portal: Portal, title: string) =>
    insertCall(portal, { title, status: "PENDING", releasesAt: later(portal) });
  const schedule: Record<string, (portal: Portal) => unknown> = {
    "a call": (portal) => scheduleCall(portal, "Kestrel"),
    "an announcement": (portal) =>
      insertAnnouncement(portal, { title: "Kestrel", published: true, publishedAt: later(portal) }),
    "a file of an announcement": (portal) => {
      const announcementId = insertAnnouncement(portal, { published: true, publishedAt: later(portal) });
      return insertAnnouncementFile(portal, announcementId, { fileName: "kestrel.pdf" });
    },
  };

  test.each(Object.keys(schedule))("in which records have most of the words: %s", async (kind) => {
    const portal = await openPortal();
    // One more "kestrel", and it says so little that a record with only the other word counts.
    for (let number = 0; number < 15; number += 1) insertSubmission(portal, { ...ours, summary: "kestrel" });
    insertSubmission(portal, { ...ours, summary: "zeppelin" });
    const query = "kestrel zeppelin";
    const { before, after, published } = await resultsAround(portal, query, () => schedule[kind]?.(portal));
    expect(before).toMatchObject({ match: "MOST", total: 0 });
    expect(after).toEqual(before);
    expect(published.total).toBe(1);
  });

  test("in whether there are more results than were ranked", async () => {
    const portal = await openPortal();
    portal.db.transaction(() => {
      for (let number = 0; number < 2_000; number += 1) insertSubmission(portal, { ...ours, title: "Kestrel" });
    });
    await portal.services.ledger.catchUp();
    const { before, after, published } = await resultsAround(portal, "kestrel", () => scheduleCall(portal, "Kestrel"));
    expect(before).toMatchObject({ total: 2_000, isTruncated: false });
    expect(after).toEqual(before);
    expect(published.isTruncated).toBe(true);
  });

  test("in which of the newest records are looked at", async () => {
    const portal = await openPortal();
    insertCall(portal, { title: "Kestrel" });
    for (let number = 0; number < 40; number += 1) scheduleCall(portal, "Kestrel");
    const answer = await portal.request(null, "GET", "/api/search/suggestions?q=kest");
    expect(dataOf<{ suggestions: unknown[] }>(answer).suggestions).toHaveLength(1);
  });
});

test("the vocabulary learns a bounded number of words from one text", async () => {
  const portal = await openPortal();
  const letters = "abcdefghijklmnopqrst";
  const invented = Array.from(letters, (one) =>
    Array.from(letters, (two) => Array.from(letters, (three) => one + two + three)),
  );
  const known = () => portal.db.$client.prepare("SELECT count(*) FROM search_word").pluck().get() as number;
  const before = known();
  learnWords(portal.db, [invented.flat(2).join(" ")]);
  expect(known() - before).toBe(1_500);
});

test("a snippet has the most different words that fit", () => {
  /** The same by comparing every window, in the square of the time. */
  const slowly = (words: string[], width: number) => {
    const text = words.join(" ");
    const starts = words.map((_word, index) => words.slice(0, index).join(" ").length + (index > 0 ? 1 : 0));
    let best = 0;
    for (const [index, start] of starts.entries()) {
      const inside = words.filter((word, at) => at >= index && (starts[at] ?? 0) + word.length - start <= width);
      best = Math.max(best, new Set(inside.filter((word) => word !== "x")).size);
    }
    return { text, best };
  };
  for (let seed = 1; seed <= 30; seed += 1) {
    const words = Array.from({ length: 60 }, (_unused, at) => "xabcdefg"[(at * at * seed + (at >> 2) * 7) % 8] ?? "x");
    const terms = Array.from("abcdefg", (letter) => ({ words: [letter], isPrefix: false }));
    const { text, best } = slowly(words, 12);
    expect(densestIn(text, { terms }, 12)?.matches ?? 0, text).toBe(best);
  }
});
