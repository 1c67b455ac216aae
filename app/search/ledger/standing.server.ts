import { createHash } from "node:crypto";
import { type Database, statement } from "#db/open";
import { parseQuery, tokensOf } from "../query";
import { fold } from "../similarity";
import type { SynonymGroup, Synonyms } from "../words/synonyms";
import { entryText, scopeText, TEXT_COLUMNS, type Wording } from "./entry";
import { type FoundEntry, type LedgerRequest, levelsOf } from "./find.server";
import { partsOfRecord } from "./index-entries.server";
import { expressionOf, type LedgerReader, scopeOf, termsOf } from "./request.server";
import { marksOf, REQUIREMENT_VERSION, type Requirement, requirementOf } from "./requirement.server";
import { openScratchIndex, type ScratchIndex } from "./scratch-index.server";
import { ENTRY_SOURCES, readSource } from "./sources.server";

/*
 * Searches that people keep, the other way round: which of them does one new entry meet? Only searches that share a key
 * with the entry are read, and only those whose requirement it meets are run, on a full-text index in memory that has
 * only this entry. The cost does not depend on the size of the ledger.
 */

/** A search, to be compared with an entry. */
export interface StandingSearch extends Pick<LedgerRequest, "text" | "reader" | "filters"> {
  requirement: Requirement;
}

/** One entry, to be compared with many searches. */
export interface OpenEntry {
  entry: FoundEntry & { reach: string };
  /** A search that finds the entry has at least one of these keys. */
  keys: string[];
  /** Whether a search finds the entry: with all of its words, without corrections. */
  meets(search: StandingSearch, now: Date): boolean;
  /** How many expressions were evaluated for that. */
  evaluated(): number;
}

export interface StandingSearches {
  /** Identifies what requirements are made from besides the query. If it changes, they must be made again. */
  madeFrom(): string;
  /** What a query requires of an entry. */
  requirementOf(text: string, now: Date): Requirement;
  /** Reads an entry. It is valid until the next one is read. Null if there is none any more. */
  open(source: string, sourceId: string, part: number): OpenEntry | null;
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
  return {
    madeFrom: () =>
      createHash("sha256")
        .update(JSON.stringify([REQUIREMENT_VERSION, words().groups]))
        .digest("base64url"),
    requirementOf: (text, now) => requirementOf(db, scratch(), text, dayOf(now), words().synonyms),
    open(source, sourceId, part) {
      const entry = statement<FoundEntry & { reach: string }>(db, SELECT_ENTRY).get(source, sourceId, part);
      const [row] = readSource(db, source, [sourceId]);
      const kind = ENTRY_SOURCES[source];
      const body = row && partsOfRecord(db, source, row)[part];
      if (!entry || !row || !kind || body === undefined) return null;
      const text = entryText({ ...row, body }, kind, wording);
      const index = scratch();
      index.fill({ ...text, scope: scopeText(row, kind.type) });
      const marks = marksOf([...index.words(), ...TEXT_COLUMNS.flatMap((name) => tokensOf(fold(text[name])))]);
      const { synonyms } = words();
      const conditionOf = (search: StandingSearch, now: Date) =>
        textCondition(db, search.text, search.reader, dayOf(now), synonyms);
      return {
        entry: { ...entry, reach: row.reach },
        keys: marks.keys,
        ...comparison(index, marks.meets, conditionOf),
      };
    },
  };
}

const SELECT_ENTRY = `
  SELECT entry_number AS entryNumber, source, source_id AS sourceId, part, type, organization_id AS organizationId, title,
    date, status, tech_tags AS techTags, command_id AS commandId, reach
  FROM search_entry WHERE source = ? AND source_id = ? AND part = ?`;

/** Compares searches with one entry. Searches of the same words, or with the same scope, share the answer to that part. */
function comparison(
  index: ScratchIndex,
  meetsRequirement: (requirement: Requirement) => boolean,
  conditionOf: (search: StandingSearch, now: Date) => string | null,
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
    meets(search, now) {
      if (!meetsRequirement(search.requirement)) return false;
      const { text, reader, filters } = search;
      const scope = JSON.stringify([reader, filters]);
      return (
        answered(scope, () => scopeOf(reader, filters)) &&
        answered(`${reader.isGovernment} ${text}`, () => conditionOf(search, now))
      );
    },
    evaluated: () => answers.size,
  };
}

/** What the entries have that a reader finds by all words of a query, as an expression. Null if it finds nothing. */
function textCondition(
  db: Database,
  text: string,
  reader: LedgerReader,
  today: string,
  synonyms: Synonyms,
): string | null {
  const query = parseQuery(text);
  if (query.branches.length === 0) return null;
  if (query.usesOperators) return expressionOf(query, reader);
  return levelsOf(termsOf(db, text, today, synonyms), text, reader).at(-1)?.expression ?? null;
}
