import Sqlite from "better-sqlite3";
import { tokensOf } from "../query";
import { fold } from "../similarity";
import { stemOf } from "../words/stem";
import { TEXT_COLUMNS } from "./entry";
import type { Vocabulary } from "./request.server";
import { VOCABULARY_WORD } from "./words.server";

/** The columns of `search_ledger`. */
const COLUMNS = [...TEXT_COLUMNS, "scope"] as const;

/** Marks the stem of a word. It is a private-use character, so no query can contain it. */
const STEM_MARK = "\ue001";
export const isStem = (word: string): boolean => word.startsWith(STEM_MARK);

const stemsOf = (text: string) =>
  tokensOf(fold(text))
    .filter((word) => VOCABULARY_WORD.test(word))
    .map((word) => STEM_MARK + stemOf(word));

/**
 * How to look up words in an index of one entry, which has the stem of each word beside the word. So what to look up does
 * not depend on the words that the ledger has when someone looks.
 */
export const STANDING_WORDS: Vocabulary = { formsOf: stemsOf, wordsFor: () => [] };

/** A full-text index in memory of one entry. It reads words as `search_ledger` does, and has their stems. */
export interface ScratchIndex {
  /** Replaces the entry. */
  fill(text: Readonly<Record<(typeof COLUMNS)[number], string>>): void;
  /** The words of the entry and their stems, as the index has them. */
  words(): string[];
  /** Whether the entry meets an expression. */
  meets(expression: string): boolean;
  /** The words of some text, as the index reads them, in no order. */
  wordsOf(text: string): string[];
}

/** Opens an empty index. It has no file, and takes a few kilobytes. */
export function openScratchIndex(): ScratchIndex {
  const memory = new Sqlite(":memory:");
  const options = "content='', tokenize='unicode61 remove_diacritics 2'";
  memory.exec(`
    CREATE VIRTUAL TABLE entry USING fts5(${COLUMNS.join(", ")}, ${options});
    CREATE VIRTUAL TABLE entry_words USING fts5vocab('entry', 'row');
    CREATE VIRTUAL TABLE phrase USING fts5(text, ${options});
    CREATE VIRTUAL TABLE phrase_words USING fts5vocab('phrase', 'row');`);
  const clear = memory.prepare("INSERT INTO entry (entry) VALUES ('delete-all')");
  const names = COLUMNS.map((name) => `@${name}`).join(", ");
  const insert = memory.prepare(`INSERT INTO entry (rowid, ${COLUMNS.join(", ")}) VALUES (1, ${names})`);
  const select = memory.prepare("SELECT 1 FROM entry WHERE entry MATCH ?");
  const selectWords = memory.prepare("SELECT term FROM entry_words").pluck();
  const clearPhrase = memory.prepare("INSERT INTO phrase (phrase) VALUES ('delete-all')");
  const insertPhrase = memory.prepare("INSERT INTO phrase (rowid, text) VALUES (1, ?)");
  const selectPhrase = memory.prepare("SELECT term FROM phrase_words").pluck();
  return {
    fill(text) {
      const withStems = TEXT_COLUMNS.map((name) => [name, [text[name], ...new Set(stemsOf(text[name]))].join(" ")]);
      clear.run();
      insert.run({ ...text, ...Object.fromEntries(withStems) });
    },
    words: () => selectWords.all() as string[],
    meets: (expression) => select.get(expression) !== undefined,
    wordsOf(text) {
      clearPhrase.run();
      insertPhrase.run(text);
      return selectPhrase.all() as string[];
    },
  };
}
