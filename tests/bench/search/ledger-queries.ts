import { SEARCH_TYPES } from "#db/enumerations";
import type { Database } from "#db/open";
import { type Random, seededRandom } from "~/demo/stage/random";
import type { LedgerFilters } from "~/search/ledger/request.server";
import { tokensOf } from "~/search/query";
import { isContentWord, recordAt, wordsOf } from "./corpus";
import { identityOf } from "./identity";
import { commonnessIn, misspell } from "./queries";

/** A query of the ledger's page of results, and the same for PostgreSQL. */
export interface LedgerQuery {
  text: string;
  tsquery: string;
  filters?: LedgerFilters;
}

/** Where the words of a query are as typed, or where PostgreSQL must look for a similar one first. */
export interface LedgerClass {
  name: string;
  queries: LedgerQuery[];
  isMisspelled?: true;
}

const TRIES = 400;

/** Reproducible queries as people type them, drawn from the records. */
export function makeLedgerClasses(db: Database, records: number, count: number): LedgerClass[] {
  const commonness = commonnessIn(db);
  const share = (word: string) => commonness(word) / records;
  const make = (name: string, draw: (random: Random) => LedgerQuery | null): LedgerClass => {
    const random = seededRandom(name.length * 6271 + count);
    const queries: LedgerQuery[] = [];
    for (let left = count * TRIES; queries.length < count && left > 0; left -= 1) {
      const query = draw(random);
      if (query) queries.push(query);
    }
    return { name, queries };
  };
  const drawRecord = (random: Random) => recordAt(random.below(records));
  const drawWord = (random: Random, isFit: (word: string) => boolean) => {
    const { title, body } = drawRecord(random);
    const word = random.pick(wordsOf(`${title} ${body}`).filter(isContentWord));
    return isFit(word) ? word : null;
  };
  const drawIdentity = (random: Random, type: "organization" | "call") => {
    const record = drawRecord(random);
    return record.type === type ? identityOf(type, record.recordNumber) : null;
  };
  const oneWord = (isFit: (word: string) => boolean) => (random: Random) => {
    const word = drawWord(random, isFit);
    return word === null ? null : { text: word, tsquery: `${word}:*` };
  };
  return [
    make("identifier", (random) => {
      const identity = drawIdentity(random, random.below(2) === 0 ? "organization" : "call");
      if (!identity) return null;
      const text = random.pick([identity.code, identity.entity, identity.solicitationNumber.replaceAll("-", "")]);
      return { text, tsquery: `${text.toLowerCase()}:*` };
    }),
    make("beginning of identifier", (random) => {
      const text = drawIdentity(random, "call")?.solicitationNumber.slice(0, -2);
      return text === undefined ? null : { text, tsquery: `${tokensOf(text.toLowerCase()).join(" <-> ")}:*` };
    }),
    make("a person's name", (random) => {
      const text = drawIdentity(random, random.below(2) === 0 ? "organization" : "call")?.person;
      return text === undefined ? null : { text, tsquery: `${wordsOf(text).join(" & ")}:*` };
    }),
    make(
      "one rare word",
      oneWord((word) => commonness(word) >= 2 && commonness(word) <= 20),
    ),
    make(
      "one common word",
      oneWord((word) => share(word) >= 0.05),
    ),
    make("three words", (random) => {
      const { title, body } = drawRecord(random);
      const words = [...new Set(wordsOf(`${title} ${body}`).filter(isContentWord))];
      const chosen = Array.from({ length: 3 }, () => random.pick(words));
      if (new Set(chosen).size < 3) return null;
      return { text: chosen.join(" "), tsquery: `${chosen.join(" & ")}:*` };
    }),
    make("a phrase", (random) => {
      const words = wordsOf(drawRecord(random).body);
      const chosen = words.slice(random.below(words.length)).slice(0, 3);
      if (chosen.length < 3 || !chosen.every(isContentWord)) return null;
      return { text: `"${chosen.join(" ")}"`, tsquery: chosen.join(" <-> ") };
    }),
    make("a word and a beginning", (random) => {
      const [word, other = ""] = [drawWord(random, () => true), drawWord(random, (each) => each.length >= 6)];
      const beginning = other?.slice(0, 3 + random.below(3));
      return word && beginning ? { text: `${word} ${beginning}`, tsquery: `${word} & ${beginning}:*` } : null;
    }),
    make("a beginning of two letters", (random) => {
      const text = drawWord(random, () => true)?.slice(0, 2);
      return text === undefined ? null : { text, tsquery: `${text}:*` };
    }),
    {
      ...make("one misspelled word", (random) => {
        const word = drawWord(random, (each) => each.length > 5 && commonness(each) > 1);
        const text = word === null ? "" : misspell(word, random);
        return text === "" || commonness(text) > 0 ? null : { text, tsquery: text };
      }),
      isMisspelled: true,
    },
    make("a word, with filters", (random) => {
      const { type, title, tags } = drawRecord(random);
      const tag = tags.split(",")[0] ?? "";
      const word = wordsOf(title).filter(isContentWord)[0];
      if (type === "engagement" || tag === "" || !word || !SEARCH_TYPES.includes(type)) return null;
      return { text: word, tsquery: `${word}:*`, filters: { types: [type], tag } };
    }),
  ];
}

/** Queries that cost as much as possible, and sentences. */
export const HEAVY_LEDGER_QUERIES: readonly string[] = [
  "st",
  "st*",
  "s* t* p* c* d*",
  "co* re* in* de* pr* st*",
  "co* OR re* OR in* OR de* OR pr* OR st*",
  "data",
  "data support system operation capability development technology test provide mission",
  "data OR support OR system OR operation OR capability OR development OR technology",
  '"of the"',
  "-zzzz",
  "-co*",
  "data -system -support",
  "which company has a system to support the development of a capability for the test of technology in san diego",
  "sistm tecnology developmnt operatin capbility misson programm intgration requirment",
  "zyqlor zyqlor mission zzyqlor zzzyqlor",
  "2020",
  "company",
  "BEN",
  "bendarsrfi",
];
