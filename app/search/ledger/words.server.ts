import { type Database, statement } from "#db/open";
import { tokensOf } from "../query";
import { fold } from "../similarity";
import { stemOf } from "../words/stem";

/** Letters only: numbers and codes have no other forms, and nobody wants them corrected. */
export const VOCABULARY_WORD = /^\p{L}{2,40}$/u;
/** How many other forms of a word a search adds. English has fewer; invented words may have many. */
const FORMS = 12;

/** Adds the words of texts that are new to the vocabulary. Runs in the transaction that indexes them. */
export function learnWords(db: Database, texts: readonly string[]): void {
  const words = new Set(texts.flatMap((text) => tokensOf(fold(text))).filter((word) => VOCABULARY_WORD.test(word)));
  const fresh = statement<{ word: string }>(
    db,
    "SELECT value AS word FROM json_each(?) WHERE value NOT IN (SELECT word FROM search_word)",
  ).all(JSON.stringify([...words]));
  const insert = statement(db, "INSERT INTO search_word (word, stem) VALUES (?, ?)");
  const insertTrigrams = statement(db, "INSERT INTO search_word_trigrams (rowid, word) VALUES (?, ?)");
  for (const { word } of fresh) {
    const { lastInsertRowid } = insert.run(word, stemOf(word));
    insertTrigrams.run(BigInt(lastInsertRowid), `  ${word} `);
  }
}

/** How many words a search looks up in place of their common beginning. */
const WORDS_BEGUN = 12;
/** After every letter, for the end of a range of words. */
const LAST = "\u{10ffff}";

/** Words of the vocabulary that begin like this, the shortest first. */
export function wordsBegun(db: Database, beginning: string, most = WORDS_BEGUN): string[] {
  const folded = fold(beginning);
  if (!VOCABULARY_WORD.test(folded)) return [];
  return statement<{ word: string }>(
    db,
    `SELECT word FROM search_word WHERE word >= ? AND word < ? ORDER BY length(word), word LIMIT ?`,
  )
    .all(folded, folded + LAST, most)
    .map((row) => row.word);
}

/** The other forms of a word in the vocabulary: those with the same stem. */
export function formsOf(db: Database, word: string): string[] {
  const folded = fold(word);
  if (!VOCABULARY_WORD.test(folded)) return [];
  return statement<{ word: string }>(
    db,
    `SELECT word FROM search_word WHERE stem = ? AND word <> ? ORDER BY length(word), word LIMIT ${FORMS}`,
  )
    .all(stemOf(folded), folded)
    .map((row) => row.word);
}
