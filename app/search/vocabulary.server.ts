import { setImmediate as nextTurn } from "node:timers/promises";
import { SEARCH_TYPES, type SearchType } from "#db/enumerations";
import { type Database, immediateTransaction, statement } from "#db/open";
import { yieldDuringLongTask } from "~/values/event-loop";
import { tokensOf } from "./query";
import { readTexts } from "./records.server";
import { fold, similarityTo, trigramsOf } from "./similarity";
import { EVERY_RECORD, SOURCES } from "./sources";

/** A word of the records. */
export interface KnownWord {
  word: string;
  /** The types that have it: one bit for each index in SEARCH_TYPES. */
  types: number;
  /** About how many records have it. */
  records: number;
}

/** A word similar to one of the query's. */
export interface SimilarWord extends KnownWord {
  /** From 0 to 1, as `similarityTo`. */
  similarity: number;
}

/**
 * All different words of the records, by their trigrams, in memory. It only suggests where to look: a word that no
 * record has anymore costs one lookup and finds nothing.
 */
export interface Vocabulary {
  /** The sum of all words' records. */
  readonly records: number;
  /** @param records about how many records have it, only to tell common words from rare ones */
  add(word: string, type: SearchType, records: number): void;
  /** The words most similar to `word`, best first. */
  like(word: string, count: number): SimilarWord[];
  /** The most common words that begin with `head`, or end with `tail` (at least two letters). */
  commonest(part: { head: string } | { tail: string }, count: number): KnownWord[];
}

/** The bit of a type in KnownWord's `types`. */
export const bitOf = (type: SearchType) => 1 << SEARCH_TYPES.indexOf(type);

/** A list of numbers that grows, at four bytes each. */
interface Numbers {
  values: Uint32Array;
  length: number;
}

/** After comparing this many words exactly, skip those that share fewer trigrams. */
const WORDS_COMPARED = 1_000;

function createVocabulary(): Vocabulary {
  const words: string[] = [];
  const types: number[] = [];
  const records: number[] = [];
  let recordsOfAll = 0;
  const numberOf = new Map<string, number>();
  const wordsByTrigram = new Map<number, Numbers>();
  let shared = new Uint8Array(1024);
  const known = (number: number): KnownWord => ({
    word: words[number] as string,
    types: types[number] as number,
    records: records[number] as number,
  });

  return {
    get records() {
      return recordsOfAll;
    },
    add(word, type, having) {
      recordsOfAll += having;
      const number = numberOf.get(word);
      if (number !== undefined) {
        types[number] = (types[number] as number) | bitOf(type);
        records[number] = (records[number] as number) + having;
        return;
      }
      numberOf.set(word, words.length);
      for (const trigram of trigramsOf(fold(word))) append(wordsByTrigram, trigram, words.length);
      words.push(word);
      types.push(bitOf(type));
      records.push(having);
    },
    like(word, count) {
      if (shared.length < words.length) shared = new Uint8Array(words.length * 2);
      const trigrams = trigramsOf(fold(word));
      const met: number[] = [];
      for (const trigram of trigrams) {
        const { values, length } = wordsByTrigram.get(trigram) ?? NONE;
        for (let index = 0; index < length; index += 1) {
          const number = values[index] as number;
          if (shared[number] === 0) met.push(number);
          // Counts stop at 255, the most that a byte can hold. Only a text longer than any query shares more.
          if ((shared[number] as number) < 255) shared[number] = (shared[number] as number) + 1;
        }
      }
      const byShared: number[][] = [];
      for (const number of met) {
        const times = shared[number] as number;
        shared[number] = 0;
        const list = byShared[times];
        if (list) list.push(number);
        else byShared[times] = [number];
      }
      const similarity = similarityTo(word);
      const compare = (number: number) => ({ ...known(number), similarity: similarity(fold(words[number] as string)) });
      return mostLike(byShared, trigrams.length, count, compare);
    },
    commonest(part, count) {
      // Every word that begins with `head` has all of its trigrams except the one with a blank after it. Every word
      // that ends with `tail` has all except the two with blanks before it. Start from the rarest of them.
      const trigrams = "head" in part ? trigramsOf(part.head).slice(0, -1) : trigramsOf(part.tail).slice(2);
      const lists = trigrams.map((trigram) => wordsByTrigram.get(trigram) ?? NONE);
      const { values, length } = lists.reduce(
        (least, list) => (list.length < least.length ? list : least),
        lists[0] ?? NONE,
      );
      const found: number[] = [];
      for (let index = 0; index < length; index += 1) {
        const number = values[index] as number;
        const having = records[number] as number;
        const last = found[count - 1];
        if (last !== undefined && having <= (records[last] as number)) continue;
        const word = words[number] as string;
        if (!("head" in part ? word.startsWith(part.head) : word.endsWith(part.tail))) continue;
        const place = found.findIndex((other) => (records[other] as number) < having);
        found.splice(place < 0 ? found.length : place, 0, number);
        if (found.length > count) found.pop();
      }
      return found.map(known);
    },
  };
}

const NONE: Numbers = { values: new Uint32Array(0), length: 0 };

function append(lists: Map<number, Numbers>, key: number, value: number): void {
  let list = lists.get(key);
  if (!list) {
    list = { values: new Uint32Array(2), length: 0 };
    lists.set(key, list);
  }
  if (list.length === list.values.length) {
    const grown = new Uint32Array(list.length * 2);
    grown.set(list.values);
    list.values = grown;
  }
  list.values[list.length] = value;
  list.length += 1;
}

/** Compares candidates, those that share most trigrams first, until no other can be more similar. */
function mostLike(
  byShared: readonly (readonly number[] | undefined)[],
  trigrams: number,
  count: number,
  compare: (number: number) => SimilarWord,
): SimilarWord[] {
  let found: SimilarWord[] = [];
  for (let times = byShared.length - 1; times > 0 && found.length < WORDS_COMPARED; times -= 1) {
    // The quotient is the most that a word with this many shared trigrams can reach, and the rest share even fewer.
    if ((found[count - 1]?.similarity ?? 0) > times / trigrams) break;
    found = found.concat((byShared[times] ?? []).slice(0, WORDS_COMPARED).map(compare));
    found.sort((one, other) => other.similarity - one.similarity || one.word.length - other.word.length);
  }
  return found.slice(0, count);
}

const WORDS_AT_ONCE = 250;
/** How many changed records to read at once. */
const CHANGES_AT_ONCE = 200;

/** A vocabulary that stays current with a database. */
export interface FollowedVocabulary {
  /** The vocabulary with every committed word. The first call reads it all, in steps, with turns for other requests. */
  upToDate(): Promise<Vocabulary>;
  /** Deletes the changes it has already read from the database, in steps, with turns for other requests. */
  forgetChanges(): Promise<void>;
}

/** Creates a vocabulary that is read on first use and then follows writes (table search_change). */
export function followVocabulary(db: Database): FollowedVocabulary {
  let reading: Promise<ReadVocabulary> | null = null;
  let read: ReadVocabulary | null = null;
  let following: Promise<void> = Promise.resolve();

  const upToDate = async () => {
    reading ??= readVocabulary(db);
    const state = await reading.catch((error: unknown) => {
      reading = null;
      throw error;
    });
    read = state;
    // One at a time, so a search that waits for another's reading does not repeat it.
    following = following.catch(() => undefined).then(() => follow(state));
    await following;
    return state.vocabulary;
  };

  const follow = async (state: ReadVocabulary) => {
    const yieldIfDue = yieldDuringLongTask();
    for (;;) {
      const changes = statement<{ changeNumber: number; type: SearchType; recordNumber: number }>(
        db,
        `SELECT change_number AS changeNumber, type, record_number AS recordNumber FROM search_change
           WHERE change_number > ? ORDER BY change_number LIMIT ${CHANGES_AT_ONCE}`,
      ).all(state.changeNumber);
      for (const type of SEARCH_TYPES) {
        const recordNumbers = changes.filter((change) => change.type === type).map((change) => change.recordNumber);
        if (recordNumbers.length === 0) continue;
        for (const { title, tags, body } of readTexts(db, type, recordNumbers)) {
          for (const word of tokensOf(`${title} ${tags} ${body}`)) state.vocabulary.add(word.toLowerCase(), type, 1);
          await yieldIfDue();
        }
      }
      state.changeNumber = changes.at(-1)?.changeNumber ?? state.changeNumber;
      if (changes.length < CHANGES_AT_ONCE) return;
      await yieldIfDue();
    }
  };

  return {
    upToDate,
    async forgetChanges() {
      // Before the first read, no change is needed: that read starts with every word there is.
      const upTo = reading ? (read?.changeNumber ?? 0) : newestChange(db);
      while (db.$client.open && removeChanges(db, upTo) === CHANGES_AT_ONCE) await nextTurn();
    },
  };
}

/** The number of the newest change, even if it has been deleted. */
function newestChange(db: Database): number {
  const found = statement<{ seq: number }>(db, "SELECT seq FROM sqlite_sequence WHERE name = 'search_change'").get();
  return found?.seq ?? 0;
}

/** Deletes one batch of changes up to a number. @returns how many it deleted */
function removeChanges(db: Database, upTo: number): number {
  const remove = statement(
    db,
    `DELETE FROM search_change WHERE change_number IN (
       SELECT change_number FROM search_change WHERE change_number <= ? LIMIT ${CHANGES_AT_ONCE})`,
  );
  return immediateTransaction(db, () => remove.run(upTo).changes);
}

interface ReadVocabulary {
  vocabulary: Vocabulary;
  /** The newest change that it includes. */
  changeNumber: number;
}

async function readVocabulary(db: Database): Promise<ReadVocabulary> {
  // Read this before the words, so what is written in between is read twice and not missed.
  const changeNumber = newestChange(db);
  const vocabulary = createVocabulary();
  for (const type of SEARCH_TYPES) {
    const select = statement<{ term: string; doc: number }>(
      db,
      `SELECT term, doc FROM ${SOURCES[type].terms} WHERE term > ? LIMIT ${WORDS_AT_ONCE}`,
    );
    let last: string | undefined = "";
    while (last !== undefined) {
      const terms = select.all(last);
      for (const { term, doc } of terms) if (term !== EVERY_RECORD) vocabulary.add(term, type, doc);
      last = terms.length < WORDS_AT_ONCE ? undefined : terms.at(-1)?.term;
      await nextTurn();
    }
  }
  return { vocabulary, changeNumber };
}
