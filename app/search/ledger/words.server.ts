import { type Database, statement } from "#db/open";
import { tokensOf } from "../query";
import { fold } from "../similarity";
import { stemOf } from "../words/stem";

/** Letters only: numbers and codes have no other forms, and nobody wants them corrected. */
export const VOCABULARY_WORD = /^\p{L}{2,40}$/u;
/**
 * How the forms of an English word end after what they share with its stem. An ending is also found after a doubled letter:
 * "stopping" has the stem "stop".
 */
const ENDINGS = new Set(
  (
    "s es e ed er ers eds ing ings ion ions ation ations ational ional y ys yed ying ies ied al als ally able ables ably " +
    "ability ible ibility ilities ate ated ates ating ator ators ative atives atively ately ly ely ive ives ively ent ents " +
    "ently ant ants ence ences ance ances ency encies ic ics ical ically icity ication ications icate icated ity ities " +
    "ility ize ized izes izing izer izers ization izations alize alized ness eness ful ment ments ement ements ous ously or ors"
  ).split(" "),
);

/**
 * How many different words of an entry the vocabulary learns, the first ones. About ten pages of prose have fewer. A text of
 * invented words has six times as many, and learning them would hold up other requests.
 */
const WORDS_LEARNED = 1_500;

/** Adds the words of an entry that are new to the vocabulary. Runs in the transaction that indexes it. */
export function learnWords(db: Database, texts: readonly string[]): void {
  const words = wordsToLearn(texts);
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

function wordsToLearn(texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const word of texts.flatMap((text) => tokensOf(fold(text)))) {
    if (VOCABULARY_WORD.test(word)) words.add(word);
    if (words.size === WORDS_LEARNED) break;
  }
  return words;
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

/**
 * The other forms of a word in the vocabulary: those with the same stem and an ending of English. A word has few of them. A
 * bound would show whether others have a word: it would take the place of a form that one's own record has.
 */
export function formsOf(db: Database, word: string): string[] {
  const folded = fold(word);
  if (!VOCABULARY_WORD.test(folded)) return [];
  const stem = stemOf(folded);
  return statement<{ word: string }>(
    db,
    "SELECT word FROM search_word WHERE stem = ? AND word <> ? ORDER BY length(word), word",
  )
    .all(stem, folded)
    .map((row) => row.word)
    .filter((form) => isFormOf(stem, form));
}

function isFormOf(stem: string, form: string): boolean {
  // The stem of "technology" is "technologi".
  const shared = form.startsWith(stem) ? stem : stem.slice(0, -1);
  const ending = form.startsWith(shared) ? form.slice(shared.length) : null;
  if (ending === null) return false;
  return ending === "" || ENDINGS.has(ending) || (ending[0] === stem.at(-1) && ENDINGS.has(ending.slice(1)));
}
