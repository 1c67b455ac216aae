import { describe, expect, test } from "vitest";
import type { Database } from "#db/open";
import { nearestWords } from "~/search/nearest-words.server";
import { openPortal } from "../support/portal";

const TABLES = { words: "search_word", trigrams: "search_word_trigrams" };

function learn({ $client }: Database, words: readonly string[]): void {
  const insert = $client.prepare("INSERT INTO search_word (word, stem) VALUES (?, ?)");
  const insertTrigrams = $client.prepare("INSERT INTO search_word_trigrams (rowid, word) VALUES (?, ?)");
  $client.transaction(() => {
    for (const word of words) insertTrigrams.run(BigInt(insert.run(word, word).lastInsertRowid), `  ${word} `);
  })();
}

describe("the words of a vocabulary that are most similar to one", () => {
  test("come best first, however many words with the same ending were learned before", async () => {
    const { db } = await openPortal();
    const others = Array.from({ length: 1_000 }, (_unused, place) => `${place.toString(36).padStart(3, "x")}zlation`);
    learn(db, [...others, "zimulator", "zimulation"]);

    const found = nearestWords(db, TABLES, "zimluation", 3);
    expect(found).toHaveLength(3);
    expect(found[0]?.word).toBe("zimulation");
    expect(nearestWords(db, TABLES, "zimulaton", 2).map(({ word }) => word)).toEqual(["zimulator", "zimulation"]);
  });

  test("are none for a word without letters, or one that shares nothing", async () => {
    const { db } = await openPortal();
    expect(nearestWords(db, TABLES, "", 3)).toEqual([]);
    expect(nearestWords(db, TABLES, 'q"*', 3)).toEqual([]);
  });
});
