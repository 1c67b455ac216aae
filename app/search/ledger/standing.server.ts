import { createHash } from "node:crypto";
import { type Database, statement } from "#db/open";
import { parseQuery } from "../query";
import type { SynonymGroup, Synonyms } from "../words/synonyms";
import { entryText, scopeText, type Wording } from "./entry";
import { allWordsOf, type FoundEntry, type LedgerRequest } from "./find.server";
import { partsOfRecord } from "./index-entries.server";
import { expressionOfScope } from "./matches.server";
import { expressionOf, type LedgerReader, scopeOf, termsIn } from "./request.server";
import { marksOf, REQUIREMENT_VERSION, type Requirement, requirementOf } from "./requirement.server";
import { openScratchIndex, type ScratchIndex, STANDING_WORDS } from "./scratch-index.server";
import { ENTRY_SOURCES, readSource } from "./sources.server";

/*
 * Searches that people keep, the other way round: which of them does one new entry meet? Only searches that share a key
 * with the entry are read, and only those whose requirement it meets are run, on a full-text index in memory that has
 * only this entry. The cost does not depend on the size of the ledger.
 */

/** A search, to be compared with an entry. */
interface StandingSearch extends Pick<LedgerRequest, "text" | "reader" | "filters"> {
  requirement: Requirement;
}

/** One entry, to be compared with many searches. */
export interface OpenEntry {
  entry: FoundEntry & { reach: string };
  /** A search that finds the entry has at least one of these keys. */
  keys: string[];
  /** Whether a search finds the entry: with all of its words, without corrections. */
  meets(search: StandingSearch): boolean;
  /** How many expressions were evaluated for that. */
  evaluated(): number;
}

export interface StandingSearches {
  /** Identifies what requirements are made from besides the query. If it changes, they must be made again. */
  madeFrom(): string;
  /** What a query requires of an entry. */
  requirementOf(text: string, now: Date): Requirement;
  /** Reads an entry. It is valid until the next one is read. Null if there is none any more. */
  open(entry: Pick<FoundEntry, "source" | "sourceId" | "part">, now: Date): OpenEntry | null;
}

interface Parts {
  wording: Wording;
  words: () => { groups: readonly SynonymGroup[]; synonyms: Synonyms };
  dayOf: (instant: Date) => string;
}

export function createStandingSearches(db: Database, { wording, words, dayOf }: Parts): StandingSearches {
  let opened: ScratchIndex | null = null;
  const scratch = () => {
    opened ??= openScratchIndex();
    return opened;
  };
  const conditions = keepConditions();
  return {
    madeFrom: () =>
      createHash("sha256")
        .update(JSON.stringify([REQUIREMENT_VERSION, words().groups]))
        .digest("base64url"),
    requirementOf: (text, now) => requirementOf(db, scratch(), text, dayOf(now), words().synonyms),
    open({ source, sourceId, part }, now) {
      const entry = statement<FoundEntry & { reach: string }>(db, SELECT_ENTRY).get(source, sourceId, part);
      const [row] = readSource(db, source, [sourceId]);
      const kind = ENTRY_SOURCES[source];
      const body = row && partsOfRecord(db, source, row)[part];
      if (!entry || !row || !kind || body === undefined) return null;
      const text = entryText({ ...row, body }, kind, wording);
      const index = scratch();
      index.fill({ ...text, scope: scopeText(row, kind.type, wording) });
      const marks = marksOf(index.words());
      const conditionOf = conditions(dayOf(now), words().synonyms);
      return {
        entry: { ...entry, reach: row.reach },
        keys: marks.keys,
        ...comparison({ index, meetsRequirement: marks.meets, hasInternal: text.internal !== "" }, conditionOf),
      };
    },
  };
}

const SELECT_ENTRY = `
  SELECT entry_number AS entryNumber, source, source_id AS sourceId, part, type, organization_id AS organizationId, title,
    date, status, tech_tags AS techTags, command_id AS commandId, reach
  FROM search_entry WHERE source = ? AND source_id = ? AND part = ?`;

/** An entry, ready to be compared. */
interface Prepared {
  index: ScratchIndex;
  meetsRequirement: (requirement: Requirement) => boolean;
  /** Whether some of its text is only for government. */
  hasInternal: boolean;
}

/** Compares searches with one entry. Searches of the same words, or with the same scope, share the answer to that part. */
function comparison(
  { index, meetsRequirement, hasInternal }: Prepared,
  conditionOf: ConditionOf,
): Pick<OpenEntry, "meets" | "evaluated"> {
  const answers = new Map<string, boolean>();
  const answered = (key: string, expressionOf: () => string | null) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const expression = expressionOf();
    const answer = expression === "" || (expression !== null && index.meets(expression));
    answers.set(key, answer);
    return answer;
  };
  return {
    meets(search) {
      if (!meetsRequirement(search.requirement)) return false;
      const { text, reader, filters, requirement } = search;
      const scope = JSON.stringify([reader, filters]);
      if (!answered(scope, () => expressionOfScope(scopeOf(reader, filters)))) return false;
      // Words that only government reads do not count for others.
      const areReadable = reader.isGovernment || !hasInternal;
      return (
        (requirement.isAll && areReadable) ||
        answered(`${reader.isGovernment} ${text}`, () => conditionOf(text, reader))
      );
    },
    evaluated: () => answers.size,
  };
}

/** What entries have that a reader finds by all words of a query, as an expression. Null if it finds nothing. */
type ConditionOf = (text: string, reader: LedgerReader) => string | null;

/** The conditions that are kept, in characters of queries and expressions: those of some ten thousand searches. */
const CHARACTERS_KEPT = 8_000_000;

/** Reads each query only once, as long as its words mean the same. */
function keepConditions(): (today: string, synonyms: Synonyms) => ConditionOf {
  const kept = new Map<string, string | null>();
  let characters = 0;
  let keptOf: { today: string; synonyms: Synonyms } | null = null;
  return (today, synonyms) => {
    if (keptOf?.today !== today || keptOf.synonyms !== synonyms) {
      kept.clear();
      keptOf = { today, synonyms };
    }
    return (text, reader) => {
      const key = `${reader.isGovernment} ${text}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      if (kept.size === 0 || characters > CHARACTERS_KEPT) {
        kept.clear();
        characters = 0;
      }
      const condition = textCondition(text, reader, today, synonyms);
      kept.set(key, condition);
      characters += key.length + (condition?.length ?? 0);
      return condition;
    };
  };
}

/** Such a condition, for an index of one entry. */
function textCondition(text: string, reader: LedgerReader, today: string, synonyms: Synonyms): string | null {
  const query = parseQuery(text);
  if (query.branches.length === 0) return null;
  if (query.usesOperators) return expressionOf(query, reader);
  return allWordsOf(termsIn(STANDING_WORDS, text, today, synonyms), text, reader);
}
