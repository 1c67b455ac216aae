import { labelOf } from "~/values/labels";
import { tagsOf } from "~/values/tags";
import { tokensOf } from "../query";
import { fold } from "../similarity";
import { wordsOfDay } from "../words/dates";
import { type Place, wordsOfPlace } from "../words/places";
import type { EntrySource, SourceRow } from "./sources.server";

/** The columns of the index `search_ledger`, without `scope`. */
export const TEXT_COLUMNS = ["identifiers", "title", "tags", "names", "place", "body", "internal", "context"] as const;
/** What an entry contains, for the index. */
export type EntryText = Record<(typeof TEXT_COLUMNS)[number], string>;

/** What a deployment adds to the text of records. */
export interface Wording {
  /** Differs if anything below does, or how the search composes text. */
  version: string;
  /** The title of an industry or product code; null if this deployment does not know it. */
  titleOfCode(code: string): string | null;
  /** The day of a day or an instant, in the agency's time zone. */
  dayOf(dayOrInstant: string): string;
}

/** Composes what the index has of a record. */
export function entryText(row: SourceRow, { nouns }: EntrySource, wording: Wording): EntryText {
  const codes = listIn(row.codes);
  const identifiers = [...listIn(row.identifiers), ...codes];
  return withPlainLetters({
    identifiers: [...identifiers, ...identifiers.flatMap(joinedForms)].join(" "),
    title: row.title,
    tags: row.tags,
    names: row.names,
    place: placesIn(row.places).map(wordsOfPlace).join(" "),
    body: [row.body, ...codes.map((code) => wording.titleOfCode(code) ?? "")].join(" "),
    internal: row.internal,
    context: [
      nouns,
      ...listIn(row.labels).flatMap((value) => [labelOf(value), OTHER_WORDS[value] ?? ""]),
      ...listIn(row.dates)
        .slice(0, 1)
        .map((date) => wordsOfDay(wording.dayOf(date))),
    ].join(" "),
  });
}

/** Letters that are no accented form of another, and what people type for them. The index removes accents itself. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  æ: "ae",
  ð: "d",
  ø: "o",
  þ: "th",
  đ: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  œ: "oe",
  ß: "ss",
};
const SPECIAL_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join("")}]`, "gi");

/** Adds words as people type them without special letters: Sørensen is also found as Sorensen. */
function withPlainLetters(text: EntryText): EntryText {
  const added = Object.entries(text).map(([column, written]) => {
    const words = (written.match(SPECIAL_LETTER) ? tokensOf(written) : []).filter((word) => word.match(SPECIAL_LETTER));
    const plainWords = words.map((word) =>
      word.replace(SPECIAL_LETTER, (letter) => PLAIN_LETTERS[letter.toLowerCase()] ?? letter),
    );
    return [column, [written, ...plainWords].join(" ")];
  });
  return Object.fromEntries(added) as EntryText;
}

/** What people call the values of enumerations besides their labels. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  ACADEMIA: "university college academic institution",
  COMPANY: "business firm",
  FFRDC: "federally funded research and development center laboratory",
  UARC: "university affiliated research center laboratory",
  FOREIGN_PARTNER: "foreign international",
  SMALL_BUSINESS: "set-aside",
  EIGHT_A: "8a set-aside disadvantaged business",
  WOSB: "set-aside women-owned small business",
  EDWOSB: "set-aside economically disadvantaged women-owned small business",
  SDVOSB: "set-aside service-disabled veteran-owned small business",
  HUBZONE: "set-aside historically underutilized business zone",
  ONE_ON_ONE: "meeting",
  DEMO: "demonstration",
  SITE_VISIT: "visit",
};
const listIn = (json: string): string[] => (JSON.parse(json) as (string | null)[]).filter((item) => item !== null);
const placesIn = (json: string) => JSON.parse(json) as Place[];

/**
 * An identifier as people type it without its hyphens, from each of its segments on: OTP-DARS-RFI-0047 is found by
 * "otpdarsrfi0047" and "rfi0047".
 */
function joinedForms(identifier: string): string[] {
  const segments = tokensOf(identifier).map(fold);
  return segments.slice(0, -1).map((_segment, from) => segments.slice(from).join(""));
}

/** Marks the words of `scope`. It is a private-use character, so no query can contain it. */
const MARK = "\ue000";

/** The words of `scope`: what a search can require of an entry besides its text. Each is one token of the index. */
export const SCOPE = {
  type: (type: string) => `${MARK}t${type}`,
  reach: (reach: string) => `${MARK}r${reach.toLowerCase()}`,
  organization: (id: string) => `${MARK}o${plain(id)}`,
  status: (status: string) => `${MARK}s${plain(status)}`,
  tag: (tag: string) => `${MARK}g${Buffer.from(tag).toString("hex")}`,
  command: (id: string) => `${MARK}c${plain(id)}`,
  year: (year: string) => `${MARK}y${year}`,
  block: (block: number) => `${MARK}b${block}`,
} as const;

/**
 * A word of `scope` says which block an entry is in, by its number. FTS5 looks at a bound on the number only after it found
 * an entry with all words, but ends with the entries of a word.
 */
const ENTRIES_IN_BLOCK = 16_384;
export const blockOf = (entryNumber: number) => Math.floor(entryNumber / ENTRIES_IN_BLOCK);

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

type Scoped = Pick<SourceRow, "reach" | "organizationId" | "status" | "tags" | "commandId" | "date">;

/** Everything that a search can require of an entry, as the text of its column. */
export function scopeText(
  { reach, organizationId, status, tags, commandId, date }: Scoped,
  type: string,
  { dayOf }: Pick<Wording, "dayOf">,
): string {
  return [
    SCOPE.type(type),
    SCOPE.reach(reach),
    ...(organizationId === null ? [] : [SCOPE.organization(organizationId)]),
    ...(status === null ? [] : [SCOPE.status(status)]),
    ...(commandId === null ? [] : [SCOPE.command(commandId)]),
    ...(date === null ? [] : [SCOPE.year(dayOf(date).slice(0, 4))]),
    ...tagsOf(tags).map(SCOPE.tag),
  ].join(" ");
}
