import type { EntryType } from "#db/enumerations";
import type { Database } from "#db/open";
import { quote, tokensOf } from "../query";
import { fold } from "../similarity";
import { type FoundEntry, type LedgerRequest, readReadable } from "./find.server";
import { numbersOf } from "./matches.server";
import { narrowed } from "./narrow.server";
import { commonWordsBegun, type LedgerReader, SHORTEST_BEGINNING, scopeOf } from "./request.server";

/** A title that someone types to find it has fewer words before it is the only one. */
const WORDS_USED = 8;
/**
 * Words looked up in place of a common beginning: for it, FTS5 would collect the entries of all words that begin so, in all
 * of their texts, in each statement. These are the shortest, so that the next letters find the others.
 */
const WORDS_BEGUN = 40;
/** How long it may look in each place of the words, so that no letter costs more in a ledger that is larger. */
const MILLISECONDS = 40;
/** Entries looked at for each place of the words, because the reader may not read all of them now. */
const ENTRIES_CHECKED = 40;

/** What someone has typed so far. */
export interface SuggestRequest extends Pick<LedgerRequest, "readable" | "hidden"> {
  text: string;
  reader: LedgerReader;
  /** Only entries of these types. */
  types: readonly EntryType[];
  /** Whether entries are also found by their names: a tag by its other names. */
  byNames: boolean;
  most: number;
}

/** An entry that may be meant. */
export interface SuggestedEntry {
  entry: FoundEntry;
  /** Whether its title begins with the text, or an identifier has it. */
  isBegun: boolean;
}

/**
 * Finds entries whose title or identifiers have all words of a text, where the last one may be unfinished. Those that
 * begin with the text come first, then the newest; in a large ledger, if the last word begins common words, the newest of
 * all are ordered so. It looks at no other text, ranks nothing and corrects nothing, so that it can follow every letter.
 */
export async function suggestInLedger(db: Database, request: SuggestRequest): Promise<SuggestedEntry[]> {
  const { text, reader, types, byNames, most, readable, hidden } = request;
  const typed = typedSoFar(text);
  if (!typed) return [];
  const reach = await narrowed(db, { scope: scopeOf(reader, { types }), hidden: hidden({}) });
  const found: SuggestedEntry[] = [];
  for (const { expression, isBegun } of placesOf(db, typed, byNames ? "title names" : "title")) {
    if (found.length >= most) break;
    const known = new Set(found.map(({ entry }) => entry.entryNumber));
    const numbers = await numbersOf(db, reach, expression, ENTRIES_CHECKED, { effort: { milliseconds: MILLISECONDS } });
    const others = readReadable(
      db,
      numbers.filter((entryNumber) => !known.has(entryNumber)),
      readable,
    ).map((entry) => ({ entry, isBegun: isBegun ?? begins(entry.title, typed) }));
    found.push(...others.sort((one, other) => Number(other.isBegun) - Number(one.isBegun)));
  }
  return found.slice(0, most);
}

/** Words of a text. */
interface Typed {
  words: readonly string[];
  /** Whether the last one may be unfinished. */
  isOpen: boolean;
}

/** Null if there is too little to look for. */
function typedSoFar(text: string): Typed | null {
  const isFinished = !/[\p{L}\p{N}\p{M}]$/u.test(text);
  const tokens = tokensOf(text.normalize("NFC"));
  // One letter begins too many words.
  const isTooShort = !isFinished && (tokens.at(-1)?.length ?? 0) < SHORTEST_BEGINNING;
  const words = isTooShort ? tokens.slice(0, -1) : tokens;
  return words.length === 0 || words.length > WORDS_USED ? null : { words, isOpen: !isFinished && !isTooShort };
}

/** Whether a title begins with what someone typed. */
function begins(title: string, { words, isOpen }: Typed): boolean {
  const first = tokensOf(fold(title.normalize("NFC")));
  return words.every((word, place) => {
    const isLast = place === words.length - 1;
    return isLast && isOpen ? first[place]?.startsWith(fold(word)) : first[place] === fold(word);
  });
}

interface Place {
  expression: string;
  /** Whether its entries begin with the text. Undefined if it has others too. */
  isBegun?: boolean;
}

/**
 * Where the words can be, the best place first.
 * @param columns those of the title
 */
function placesOf(db: Database, { words, isOpen }: Typed, columns: string): Place[] {
  const joined = fold(words.join(""));
  // A code without its hyphens is one word of the identifiers.
  const code = /\d/.test(joined) ? [`identifiers : ${quote(joined, isOpen)}`] : [];
  const earlier = words.slice(0, -1).map((word) => quote(word));
  const begun = isOpen ? commonWordsBegun(db, words.at(-1) ?? "", WORDS_BEGUN) : [];
  if (begun.length > 0) {
    // Once for all places: looking up so many words at the beginning of a title takes four times as long as anywhere in it.
    const all = [...earlier, `(${begun.map((word) => quote(word)).join(" OR ")})`].join(" AND ");
    return [{ expression: [`{${columns} identifiers} : (${all})`, ...code].join(" OR ") }];
  }
  const all = [...earlier, quote(words.at(-1) ?? "", isOpen)].join(" AND ");
  return [
    {
      expression: [`{${columns}} : ^${quote(words.join(" "), isOpen)}`, `identifiers : (${all})`, ...code].join(" OR "),
      isBegun: true,
    },
    { expression: `{${columns}} : (${all})`, isBegun: false },
  ];
}
