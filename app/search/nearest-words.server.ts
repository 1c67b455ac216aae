import { type Database, statement } from "#db/open";
import { quote } from "./query";
import { fold, similarityTo } from "./similarity";

/** The most words compared with one. A common beginning or end is shared by thousands. */
const WORDS_COMPARED = 5_000;

/** Tables with a vocabulary. */
interface WordTables {
  /** Has the columns `word_number` and `word`. */
  words: string;
  /** The trigrams of each word with two blanks before it and one after (FTS5). Its rowid is the word's number. */
  trigrams: string;
}

/** A word of a vocabulary and its similarity to another, from 0 to 1 (`similarityTo`). */
interface NearWord {
  word: string;
  similarity: number;
}

/**
 * The words of a vocabulary that are most similar to one, best first, and the shorter of equally similar ones. They share two
 * consecutive trigrams with it, because nearly every word shares one. FTS5's own rank does not help: it is 0 for every row
 * of a table without content and positions.
 */
export function nearestWords(db: Database, { words, trigrams }: WordTables, word: string, most: number): NearWord[] {
  const padded = `  ${fold(word)} `;
  const pairs = Array.from({ length: padded.length - 3 }, (_unused, at) => {
    const [first, second] = [padded.slice(at, at + 3), padded.slice(at + 1, at + 4)];
    return `(${quote(first)} AND ${quote(second)})`;
  });
  if (pairs.length === 0) return [];
  const similarityOf = similarityTo(word);
  return statement<{ word: string }>(
    db,
    `SELECT ${words}.word FROM ${trigrams} JOIN ${words} ON word_number = ${trigrams}.rowid
       WHERE ${trigrams} MATCH ? LIMIT ${WORDS_COMPARED}`,
  )
    .all(pairs.join(" OR "))
    .map((row) => ({ word: row.word, similarity: similarityOf(row.word) }))
    .sort((one, other) => other.similarity - one.similarity || one.word.length - other.word.length)
    .slice(0, most);
}
