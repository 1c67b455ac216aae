import type { EntryType } from "#db/enumerations";
import type { Database } from "#db/open";
import { quote, tokensOf } from "../query";
import { fold } from "../similarity";
import { type FoundEntry, readEntries } from "./find.server";
import { numbersOf, within } from "./matches.server";
import { type LedgerReader, SHORTEST_BEGINNING, scopeOf } from "./request.server";

/** A title that someone types to find it has fewer words before it is the only one. */
const WORDS_USED = 8;
/** Entries looked at for each place of the words, because the reader may not read all of them now. */
const ENTRIES_CHECKED = 40;

/** What someone has typed so far. */
export interface SuggestRequest {
  text: string;
  reader: LedgerReader;
  /** Only entries of these types. */
  types: readonly EntryType[];
  /** Whether entries are also found by their names: a tag by its other names. */
  byNames: boolean;
  most: number;
  /** Leaves out entries that the reader may not read now, in the same order. */
  readable(entries: readonly FoundEntry[]): readonly FoundEntry[];
}

/** An entry that may be meant. */
export interface SuggestedEntry {
  entry: FoundEntry;
  /** Whether its title begins with the text, or an identifier has it. */
  isBegun: boolean;
}

/**
 * Finds entries whose title or identifiers have all words of a text, where the last one may be unfinished. Those that
 * begin with the text come first, then the newest. It looks at no other text, ranks nothing and corrects nothing, so
 * that it can follow every letter.
 */
export async function suggestInLedger(db: Database, request: SuggestRequest): Promise<SuggestedEntry[]> {
  const { text, reader, types, byNames, most, readable } = request;
  const scope = scopeOf(reader, { types });
  const found: SuggestedEntry[] = [];
  for (const [place, expression] of placesOf(text, byNames ? "{title names}" : "title").entries()) {
    if (found.length >= most) break;
    const known = new Set(found.map(({ entry }) => entry.entryNumber));
    const numbers = await numbersOf(db, within(scope, expression), ENTRIES_CHECKED);
    const others = numbers.filter((entryNumber) => !known.has(entryNumber));
    found.push(...readable(readEntries(db, others)).map((entry) => ({ entry, isBegun: place === 0 })));
  }
  return found.slice(0, most);
}

/**
 * Expressions for where the words can be, the best place first. None if there is too little to look for.
 * @param columns those of the title, as a column filter
 */
function placesOf(text: string, columns: string): string[] {
  const isFinished = !/[\p{L}\p{N}\p{M}]$/u.test(text);
  const tokens = tokensOf(text.normalize("NFC"));
  // One letter begins too many words.
  const isTooShort = !isFinished && (tokens.at(-1)?.length ?? 0) < SHORTEST_BEGINNING;
  const words = isTooShort ? tokens.slice(0, -1) : tokens;
  if (words.length === 0 || words.length > WORDS_USED) return [];
  const isOpen = !isFinished && !isTooShort;
  const all = words.map((word, place) => quote(word, isOpen && place === words.length - 1)).join(" AND ");
  const joined = fold(words.join(""));
  return [
    [
      `${columns} : ^${quote(words.join(" "), isOpen)}`,
      `identifiers : (${all})`,
      // A code without its hyphens is one word of the identifiers.
      ...(/\d/.test(joined) ? [`identifiers : ${quote(joined, isOpen)}`] : []),
    ].join(" OR "),
    `${columns} : (${all})`,
  ];
}
