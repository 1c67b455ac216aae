import { type Database, statement } from "#db/open";
import { quote } from "../query";
import { fold, similarityTo } from "../similarity";
import { countUpTo } from "./matches.server";
import { inReach, type LedgerReader, type LedgerTerm } from "./request.server";

/** The least similarity of a word that may replace another. */
const LEAST_SIMILAR = 0.4;
/** Words compared, and tried, for each word. */
const WORDS_COMPARED = 200;
const WORDS_TRIED = 8;

/**
 * Terms with similar words in place of those that nothing in the reader's reach has. A word counts only if the reader finds
 * something with it, so that no correction shows a word of a record out of reach.
 * @returns the same array if nothing can be corrected
 */
export async function correctedTerms(
  db: Database,
  terms: readonly LedgerTerm[],
  scope: string,
  reader: LedgerReader,
): Promise<readonly LedgerTerm[]> {
  const isFound = (text: string) =>
    countUpTo(db, `${inReach(reader, text)}${scope === "" ? "" : ` AND ${scope}`}`, 1) > 0;
  let isChanged = false;
  const corrected = terms.map((term) => {
    const [word] = term.typed.tokens.length === 1 ? term.typed.tokens : [];
    if (word === undefined || isFound(term.wide)) return term;
    const [best] = similarWords(db, word).filter((similar) => isFound(quote(similar)));
    if (best === undefined) return term;
    isChanged = true;
    const exact = quote(best);
    const typed = { ...term.typed, text: best, tokens: [best] };
    return { typed, exact, wide: `(${exact})`, marked: [{ words: [best], isPrefix: false }] };
  });
  return isChanged ? corrected : terms;
}

/** The words of the vocabulary that are most similar to one, best first. */
function similarWords(db: Database, word: string): string[] {
  const padded = `  ${fold(word)} `;
  const trigrams = Array.from({ length: padded.length - 2 }, (_unused, at) => padded.slice(at, at + 3));
  const similarity = similarityTo(word);
  return statement<{ word: string }>(
    db,
    `SELECT search_word.word FROM search_word_trigrams JOIN search_word ON word_number = search_word_trigrams.rowid
       WHERE search_word_trigrams MATCH ? ORDER BY search_word_trigrams.rank LIMIT ${WORDS_COMPARED}`,
  )
    .all(trigrams.map((trigram) => quote(trigram)).join(" OR "))
    .map((row) => ({ word: row.word, similarity: symmetric(similarity(row.word), row.word, word) }))
    .filter((candidate) => candidate.similarity >= LEAST_SIMILAR)
    .sort((one, other) => other.similarity - one.similarity || one.word.length - other.word.length)
    .slice(0, WORDS_TRIED)
    .map((candidate) => candidate.word);
}

/** A much longer word that only contains the other is less similar. */
const symmetric = (similarity: number, word: string, typed: string) =>
  similarity * Math.min(1, (typed.length + 2) / (word.length + 1));
