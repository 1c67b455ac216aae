import Database from "better-sqlite3";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { matchOf, parseQuery } from "~/search/query";
import { EVERY_RECORD } from "~/search/sources";
import { property } from "../support/properties";
import { trickyText } from "../support/texts";

/* Runs queries in FTS5, with an index like the migration's, and compares the results with a simple implementation. */

const WORDS = ["rotor", "rotors", "sensor", "quiet", "radar", "rad"];

interface Word {
  /** One word, or several for a phrase. */
  words: string[];
  isNegated: boolean;
  isPrefix: boolean;
}

const word: fc.Arbitrary<Word> = fc.record({
  words: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...WORDS).map((one) => [one]) },
    fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 3 }),
  ),
  isNegated: fc.boolean(),
  isPrefix: fc.boolean(),
});
const alternatives = fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });

/** A query as a person types it. */
const typed = (asked: Word[][]) =>
  asked
    .map((words) =>
      words
        .map(({ words, isNegated, isPrefix }) => {
          const text = words.length > 1 ? `"${words.join(" ")}"` : words[0];
          return `${isNegated ? "-" : ""}${text}${isPrefix ? "*" : ""}`;
        })
        .join(" "),
    )
    .join(" OR ");

function holds({ words, isPrefix }: Word, text: readonly string[]): boolean {
  return text.some((_word, start) =>
    words.every((one, index) => {
      const found = text[start + index];
      return isPrefix && index === words.length - 1 ? found?.startsWith(one) : found === one;
    }),
  );
}
const fits = (asked: Word[][], text: readonly string[]) =>
  asked.some((words) => words.every((one) => holds(one, text) !== one.isNegated));

let db: Database.Database;
beforeAll(() => {
  db = new Database(":memory:");
  db.exec(
    "CREATE VIRTUAL TABLE records USING fts5(title, body, tags, every, tokenize='unicode61 remove_diacritics 2')",
  );
});
afterAll(() => db.close());

function fill(texts: readonly string[]): void {
  db.exec("DELETE FROM records");
  const insert = db.prepare("INSERT INTO records (rowid, title, body, tags, every) VALUES (?, '', ?, '', ?)");
  for (const [index, text] of texts.entries()) insert.run(index, text, EVERY_RECORD);
}
const found = (match: string) =>
  db.prepare<[string], number>("SELECT rowid FROM records WHERE records MATCH ? ORDER BY rowid").pluck().all(match);

describe("a query", () => {
  property(
    "finds exactly the records that match it",
    500,
    fc.property(
      alternatives,
      fc.array(fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }), { maxLength: 8 }),
      (asked, texts) => {
        fill(texts.map((text) => text.join(" ")));
        const match = matchOf(parseQuery(typed(asked)));
        const expected = texts.flatMap((text, index) => (fits(asked, text) ? [index] : []));
        expect(match === null ? [] : found(match), typed(asked)).toEqual(expected);
      },
    ),
  );

  property(
    "of any text is a valid FTS5 expression that contains none of its operators unquoted",
    1500,
    fc.property(trickyText(30), (text) => {
      const query = parseQuery(text);
      for (const finishLast of [false, true]) {
        for (const inHeadOnly of [false, true]) {
          const match = matchOf(query, { finishLast, inHeadOnly });
          if (match === null) continue;
          expect(() => found(match), `${JSON.stringify(text)} as ${match}`).not.toThrow();
          expect(match.replace(/"[^"]*"\*?/g, "x")).toMatch(/^(?:x|[() ]|AND|OR|NOT|every :|\{title tags\} :)+$/);
        }
      }
    }),
  );

  property(
    "is read the same in any Unicode form and with extra spaces",
    1000,
    fc.property(trickyText(20), (text) => {
      expect(parseQuery(text.normalize("NFD"))).toEqual(parseQuery(text.normalize("NFC")));
      expect(parseQuery(` ${text}`)).toEqual(parseQuery(text));
    }),
  );
});
