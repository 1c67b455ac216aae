import { describe, expect, test } from "vitest";
import { SEARCH_TYPES, type SearchType } from "#db/enumerations";
import {
  insertCall,
  insertDialogueNote,
  insertEngagement,
  insertEngagementNote,
  insertOrganization,
  insertSubmission,
  insertSubmissionWithFile,
} from "../support/arrange";
import { MINUTE, openPortal, type Portal } from "../support/portal";
import { insertRecord, search, searchPath, titlesOf } from "../support/search";

/*
 * What a query means, as a table. Each row has its own corpus, besides the two organizations that always exist.
 * Each query runs twice: with full text only, and with both stages. Both must find the same, because the second stage
 * runs only if an operator-free query (`mayFallBack`) found nothing.
 */

/** A title by itself is a submission's. An engagement has its location where the others have tags. */
type Entry = string | readonly [title: string, body?: string, tags?: string, type?: SearchType];

interface Row {
  name: string;
  q: string;
  corpus: readonly Entry[];
  /** The titles found, in any order. */
  found?: readonly string[];
  /** The titles found, best first. */
  ranked?: readonly string[];
  /** Full text finds nothing. The second stage may find similar records. */
  mayFallBack?: true;
}

const ACME = "acme industries";
const BOREALIS = "borealis industries";

/** A portal with a corpus, each record newer than the one before. */
async function portalWith(corpus: readonly Entry[], backend: string): Promise<Portal> {
  const portal = await openPortal({ SEARCH_BACKEND: backend });
  // One transaction, because each one waits for the disk.
  portal.db.transaction(() => {
    for (const entry of corpus) {
      portal.advance(MINUTE);
      const [title, body, tags, type = "submission"] = typeof entry === "string" ? [entry] : entry;
      insertRecord(portal, type, title, body, tags);
    }
  });
  return portal;
}

function grammar(rows: readonly Row[]): void {
  test.each(rows)("$name: $q", async ({ q, corpus, found, ranked, mayFallBack }) => {
    for (const backend of mayFallBack ? ["fulltext"] : ["fulltext", "hybrid"]) {
      const portal = await portalWith(corpus, backend);
      const answer = await search(portal, q, { limit: "50" });
      const titles = titlesOf(answer);
      if (ranked) expect(titles, backend).toEqual(ranked);
      else expect(titles.toSorted(), backend).toEqual([...(found ?? [])].sort());
      expect(answer.query).toBe(q);
      expect(answer.total).toBe(titles.length);
    }
  });
}

describe("words", () => {
  grammar([
    {
      name: "next to each other must all match",
      q: "quiet rotor",
      corpus: ["quiet rotor", "quiet engine", "loud rotor"],
      found: ["quiet rotor"],
    },
    {
      name: "can be in another order and apart",
      q: "rotor quiet",
      corpus: ["quiet big rotor"],
      found: ["quiet big rotor"],
    },
    {
      name: "can be in different fields of a record",
      q: "quiet rotor acoustics",
      corpus: [["quiet thing", "has a rotor", "acoustics"], "quiet rotor"],
      found: ["quiet thing"],
    },
    {
      name: "in different records do not make a match",
      q: "quiet rotor",
      corpus: ["quiet wing", "loud rotor"],
      found: [],
      mayFallBack: true,
    },
    { name: "twice count once", q: "rotor rotor quiet", corpus: ["quiet rotor"], found: ["quiet rotor"] },
    { name: "in upper case find lower case", q: "ROTOR", corpus: ["quiet rotor"], found: ["quiet rotor"] },
    { name: "in lower case find upper case", q: "rotor", corpus: ["Quiet ROTOR"], found: ["Quiet ROTOR"] },
    {
      name: "match whole words, not longer words that contain them",
      q: "rotor",
      corpus: ["a motorotor", "a monorotor x"],
      found: [],
      mayFallBack: true,
    },
    { name: "of one digit find that digit", q: "7", corpus: ["stage 7", "stage 8"], found: ["stage 7"] },
    { name: "of digits find a year", q: "2026", corpus: ["plan 2026", "plan 2025"], found: ["plan 2026"] },
    {
      name: "of every type are found, in groups in a fixed order",
      q: "rotor",
      corpus: [
        ["rotor call", "", "", "call"],
        ["rotor engagement", "", "", "engagement"],
        "rotor submission",
        ["rotor organization", "", "", "organization"],
      ],
      ranked: ["rotor organization", "rotor submission", "rotor engagement", "rotor call"],
    },
  ]);
});

describe("OR", () => {
  const corpus = ["quiet rotor", "loud rotor", "quiet engine", "loud wing"];
  grammar([
    { name: "finds either", q: "rotor OR engine", corpus, found: ["quiet rotor", "loud rotor", "quiet engine"] },
    { name: "may be chained", q: "rotor OR engine OR wing", corpus, found: corpus },
    {
      name: "binds more loosely than the words before it",
      q: "quiet rotor OR wing",
      corpus,
      found: ["quiet rotor", "loud wing"],
    },
    {
      name: "binds more loosely than the words after it",
      q: "wing OR quiet rotor",
      corpus,
      found: ["quiet rotor", "loud wing"],
    },
    {
      name: "binds more loosely than the words between two ORs",
      q: "engine OR loud rotor OR wing",
      corpus,
      found: ["quiet engine", "loud rotor", "loud wing"],
    },
    {
      name: "in lower case is an ignored word",
      q: "rotor or engine",
      corpus: ["rotor engine", "rotor", "engine"],
      found: ["rotor engine"],
    },
    {
      name: "in mixed case is an ignored word",
      q: "rotor Or engine",
      corpus: ["rotor engine", "rotor", "engine"],
      found: ["rotor engine"],
    },
    { name: "at the end is ignored", q: "engine OR", corpus, found: ["quiet engine"] },
    { name: "at the beginning is ignored", q: "OR engine", corpus, found: ["quiet engine"] },
    {
      name: "at the beginning is not an operator, so the last word may be longer",
      q: "OR engi",
      corpus,
      found: ["quiet engine"],
    },
    { name: "doubled counts as one", q: "engine OR OR wing", corpus, found: ["quiet engine", "loud wing"] },
    {
      name: "around everything is ignored at both ends",
      q: "OR engine OR wing OR",
      corpus,
      found: ["quiet engine", "loud wing"],
    },
    { name: "by itself finds nothing", q: "OR", corpus: [...corpus, "either or", "ordinary"], found: [] },
    { name: "twice by itself finds nothing", q: "OR OR", corpus: [...corpus, "either or"], found: [] },
    { name: "next to a term without letters is ignored with it", q: "engine OR &", corpus, found: ["quiet engine"] },
    { name: "after a term without letters is ignored with it", q: "--- OR engine", corpus, found: ["quiet engine"] },
    { name: "requires spaces around it", q: "engineORwing", corpus, found: [], mayFallBack: true },
    {
      name: "can separate phrases",
      q: '"quiet rotor" OR "loud wing"',
      corpus,
      found: ["quiet rotor", "loud wing"],
    },
    { name: "can separate prefixes", q: "eng* OR win*", corpus, found: ["quiet engine", "loud wing"] },
    { name: "in quotation marks is a word", q: '"OR"', corpus: ["either or", "rotor"], found: ["either or"] },
    {
      name: "inside a phrase is a word",
      q: '"rotor OR engine"',
      corpus: ["rotor or engine", "rotor", "engine"],
      found: ["rotor or engine"],
    },
    { name: "with a word that no record has finds the other", q: "xyzzy OR wing", corpus, found: ["loud wing"] },
    { name: "between words that no record has finds nothing", q: "xyzzy OR plugh", corpus, found: [] },
    { name: "between lines is an operator", q: "engine\nOR\nwing", corpus, found: ["quiet engine", "loud wing"] },
  ]);
});

describe("words that are ignored", () => {
  grammar([
    {
      name: "need not match: AND",
      q: "rotor AND engine",
      corpus: ["engine rotor", "rotor"],
      found: ["engine rotor"],
    },
    {
      name: "need not match: and",
      q: "rotor and engine",
      corpus: ["engine rotor", "rotor"],
      found: ["engine rotor"],
    },
    { name: "need not match: of the", q: "state of the art", corpus: ["art state", "state"], found: ["art state"] },
    { name: "need not match in upper case", q: "THE rotor", corpus: ["rotor"], found: ["rotor"] },
    {
      name: "need not match: NOT, which is not an operator",
      q: "rotor NOT quiet",
      corpus: ["quiet rotor", "loud rotor"],
      found: ["quiet rotor"],
    },
    { name: "at the end need not match", q: "rotor AND", corpus: ["quiet rotor"], found: ["quiet rotor"] },
    {
      name: "at the end leave no prefix",
      q: "roto the",
      corpus: ["quiet rotor", "rotor theory"],
      found: [],
      mayFallBack: true,
    },
    {
      name: "by themselves are words",
      q: "the",
      corpus: ["theory", "the wing", "wing"],
      ranked: ["the wing", "theory"],
    },
    {
      name: "by themselves are words, however many",
      q: "to be or not to be",
      corpus: ["to be or not to be", "wing"],
      found: ["to be or not to be"],
    },
    {
      name: "next to only a negation are words",
      q: "the -wing",
      corpus: ["the rotor", "rotor", "the wing"],
      found: ["the rotor"],
    },
    { name: "next to only signs are words", q: "the &", corpus: ["the rotor", "rotor"], found: ["the rotor"] },
    { name: "in quotation marks are words", q: '"the" rotor', corpus: ["the rotor", "rotor"], found: ["the rotor"] },
    { name: "next to a phrase need not match", q: 'the "rotor"', corpus: ["rotor"], found: ["rotor"] },
    {
      name: "in a phrase are words",
      q: '"state of the art"',
      corpus: ["state of the art", "state art"],
      found: ["state of the art"],
    },
    { name: "with a star are prefixes", q: "the* rotor", corpus: ["theory rotor", "rotor"], found: ["theory rotor"] },
    { name: "can be negated", q: "rotor -the", corpus: ["the rotor", "a rotor"], found: ["a rotor"] },
    {
      name: "by itself as a negation",
      q: "-the",
      corpus: ["the rotor", "a rotor"],
      found: ["a rotor", ACME, BOREALIS],
    },
    {
      name: "in a term of several words are words",
      q: "rotor it's",
      corpus: ["rotor", "it's a rotor"],
      found: ["it's a rotor"],
    },
    {
      name: "are on a list: a similar word must match",
      q: "rotor from",
      corpus: ["rotor from here", "rotor"],
      found: ["rotor from here"],
    },
  ]);
});

describe("a negation", () => {
  const corpus = ["quiet rotor", "loud rotor", "quiet wing"];
  grammar([
    { name: "with a hyphen excludes", q: "rotor -quiet", corpus, found: ["loud rotor"] },
    { name: "with an exclamation mark excludes", q: "rotor !quiet", corpus, found: ["loud rotor"] },
    { name: "may come first", q: "-quiet rotor", corpus, found: ["loud rotor"] },
    { name: "with two hyphens counts as one", q: "rotor --quiet", corpus, found: ["loud rotor"] },
    { name: "with three signs counts as one", q: "rotor -!-quiet", corpus, found: ["loud rotor"] },
    { name: "with two exclamation marks counts as one", q: "rotor !!quiet", corpus, found: ["loud rotor"] },
    { name: "of several words", q: "-quiet -wing rotor", corpus, found: ["loud rotor"] },
    {
      name: "of a phrase excludes only the phrase",
      q: 'rotor -"quiet rotor"',
      corpus: [...corpus, "rotor quiet"],
      found: ["loud rotor", "rotor quiet"],
    },
    { name: "of a phrase with an exclamation mark", q: 'rotor !"quiet rotor"', corpus, found: ["loud rotor"] },
    { name: "of a phrase with two hyphens is one", q: 'rotor --"quiet rotor"', corpus, found: ["loud rotor"] },
    { name: "of a prefix", q: "rotor -qui*", corpus, found: ["loud rotor"] },
    { name: "of a prefixed phrase", q: 'rotor -"quiet ro"*', corpus, found: ["loud rotor"] },
    { name: "applies to the whole word", q: "rotor -qui", corpus, found: ["quiet rotor", "loud rotor"] },
    { name: "inside a word is not a negation", q: "quiet-rotor", corpus, found: ["quiet rotor"] },
    {
      name: "with an exclamation mark inside a word is not a negation",
      q: "quiet!rotor",
      corpus,
      found: ["quiet rotor"],
    },
    { name: "at the end of a word is not a negation", q: "rotor- quiet", corpus, found: ["quiet rotor"] },
    { name: "separated from its word is not a negation", q: "rotor - quiet", corpus, found: ["quiet rotor"] },
    { name: "of nothing is ignored", q: "rotor -", corpus, found: ["quiet rotor", "loud rotor"] },
    { name: "of a term without letters is ignored", q: "rotor -&", corpus, found: ["quiet rotor", "loud rotor"] },
    { name: "of an empty phrase is ignored", q: 'rotor -""', corpus, found: ["quiet rotor", "loud rotor"] },
    {
      name: "of a compound excludes its words next to each other",
      q: "-quiet-rotor quiet",
      corpus: [...corpus, "rotor, quiet"],
      found: ["quiet wing", "rotor, quiet"],
    },
    {
      name: "applies to every field",
      q: "rotor -acoustics",
      corpus: [["one rotor", "", "acoustics"], ["two rotors rotor", "its acoustics"], "three rotor"],
      found: ["three rotor"],
    },
    { name: "of a required word finds nothing", q: "rotor -rotor", corpus, found: [] },
    {
      name: "of a word that no record has excludes nothing",
      q: "rotor -xyzzy",
      corpus,
      found: ["quiet rotor", "loud rotor"],
    },
    { name: "with a longer dash is not a negation", q: "rotor –quiet", corpus, found: ["quiet rotor"] },
    { name: "in a branch of OR", q: "wing OR rotor -quiet", corpus, found: ["quiet wing", "loud rotor"] },
    { name: "in the first branch of OR", q: "rotor -quiet OR wing", corpus, found: ["quiet wing", "loud rotor"] },
    {
      name: "by itself in a branch of OR matches everything else",
      q: "quiet OR -rotor",
      corpus: [...corpus, "loud wing"],
      found: ["quiet rotor", "quiet wing", "loud wing", ACME, BOREALIS],
    },
    {
      name: "by itself in the first branch of OR matches everything else",
      q: "-rotor OR quiet",
      corpus: [...corpus, "loud wing"],
      found: ["quiet rotor", "quiet wing", "loud wing", ACME, BOREALIS],
    },
    {
      name: "in every branch of OR excludes records that have all the words",
      q: "-quiet OR -rotor",
      corpus,
      found: ["loud rotor", "quiet wing", ACME, BOREALIS],
    },
  ]);
});

describe("only negations", () => {
  grammar([
    {
      name: "find everything else, newest first",
      q: "-rotor",
      corpus: ["wing one", "rotor", "wing two", "wing three"],
      ranked: [BOREALIS, ACME, "wing three", "wing two", "wing one"],
    },
    {
      name: "find everything else in every type",
      q: "-rotor -industries",
      corpus: [
        ["a call", "", "", "call"],
        ["an engagement", "", "", "engagement"],
        "a submission",
        ["an organization", "", "", "organization"],
        ["a rotor call", "", "", "call"],
      ],
      ranked: ["an organization", "a submission", "an engagement", "a call"],
    },
    {
      name: "of a word that no record has find everything, newest first",
      q: "-xyzzy",
      corpus: ["one", "two", ["three", "rotor", "", "call"], ["four", "", "rotor", "call"]],
      ranked: [BOREALIS, ACME, "two", "one", "four", "three"],
    },
    { name: "of a prefix", q: "-rot* -indus*", corpus: ["rotation", "rotor", "wing"], found: ["wing"] },
    {
      name: "of a phrase",
      q: '-"quiet rotor" -industries',
      corpus: ["quiet rotor", "rotor quiet"],
      found: ["rotor quiet"],
    },
    { name: "before a dangling OR", q: "-rotor -industries OR", corpus: ["rotor", "wing"], found: ["wing"] },
    { name: "of only signs find nothing", q: "-&", corpus: ["wing"], found: [] },
    { name: "of an empty phrase find nothing", q: '-""', corpus: ["wing"], found: [] },
    { name: "of only a star find nothing", q: "-*", corpus: ["wing"], found: [] },
    { name: "of nothing find nothing", q: "!", corpus: ["wing"], found: [] },
  ]);
});

describe("a phrase", () => {
  const corpus = ["quiet rotor", "rotor quiet", "quiet big rotor"];
  grammar([
    { name: "matches adjacent words in their order", q: '"quiet rotor"', corpus, found: ["quiet rotor"] },
    { name: "of one word is that word, not a prefix", q: '"roto"', corpus, found: [] },
    {
      name: "is found across punctuation",
      q: '"quiet rotor"',
      corpus: ["quiet, rotor", "Quiet: (rotor)"],
      found: ["quiet, rotor", "Quiet: (rotor)"],
    },
    { name: "may have punctuation", q: '"quiet, rotor!"', corpus, found: ["quiet rotor"] },
    { name: "can contain spaces of any kind", q: '" quiet \t\n rotor "', corpus, found: ["quiet rotor"] },
    { name: "ignores case", q: '"QUIET rotor"', corpus, found: ["quiet rotor"] },
    { name: "is not found across fields", q: '"quiet rotor"', corpus: [["quiet", "rotor", "quiet"]], found: [] },
    {
      name: "next to a word",
      q: '"quiet rotor" wing',
      corpus: ["quiet rotor wing", "quiet rotor"],
      found: ["quiet rotor wing"],
    },
    {
      name: "next to a phrase",
      q: '"quiet rotor" "big wing"',
      corpus: ["big wing, quiet rotor", "quiet rotor"],
      found: ["big wing, quiet rotor"],
    },
    {
      name: "without a space before it",
      q: 'wing"quiet rotor"',
      corpus: ["quiet rotor, wing", "quiet rotor"],
      found: ["quiet rotor, wing"],
    },
    {
      name: "without a space after it",
      q: '"quiet rotor"wing',
      corpus: ["wing of a quiet rotor", "quiet rotor"],
      found: ["wing of a quiet rotor"],
    },
    { name: "that is empty is ignored", q: 'rotor ""', corpus: ["rotor", "wing"], found: ["rotor"] },
    { name: "that is empty finds nothing by itself", q: '""', corpus, found: [] },
    { name: "of spaces by itself finds nothing", q: '"   "', corpus, found: [] },
    { name: "of signs by itself finds nothing", q: '"*"', corpus, found: [] },
    { name: "that is empty still makes the query one with operators", q: 'roto ""', corpus: ["rotor"], found: [] },
    { name: "without a closing mark runs to the end", q: '"quiet rotor', corpus, found: ["quiet rotor"] },
    { name: "without a closing mark is not a prefix", q: '"quiet roto', corpus, found: [] },
    {
      name: "without a closing mark contains no operators",
      q: 'wing "quiet OR -rotor',
      corpus: ["wing quiet or rotor", "wing quiet rotor"],
      found: ["wing quiet or rotor"],
    },
    { name: "that begins at the end is ignored", q: 'rotor "', corpus: ["rotor", "rotorcraft"], found: ["rotor"] },
    { name: "cannot contain a negation", q: '"quiet -rotor"', corpus, found: ["quiet rotor"] },
    { name: "cannot contain a star", q: '"roto*"', corpus: ["rotor", "roto one"], found: ["roto one"] },
    {
      name: "with a star is a prefix",
      q: '"quiet rot"*',
      corpus: [...corpus, "quiet rotation"],
      found: ["quiet rotor", "quiet rotation"],
    },
    { name: "with two stars is a prefix", q: '"quiet rot"**', corpus, found: ["quiet rotor"] },
    {
      name: "with a separate star is not a prefix",
      q: '"quiet rot" *',
      corpus: ["quiet rotor", "quiet rot"],
      found: ["quiet rot"],
    },
    { name: "in curly quotation marks, as phones type them", q: "“quiet rotor”", corpus, found: ["quiet rotor"] },
    {
      name: "in curly quotation marks can be negated",
      q: "rotor -“quiet rotor”",
      corpus,
      found: ["rotor quiet", "quiet big rotor"],
    },
    { name: "in single quotation marks is not a phrase", q: "'rotor quiet'", corpus, found: corpus },
  ]);
});

describe("a star", () => {
  const corpus = ["rotor", "rotation", "wing", "quiet rotor"];
  grammar([
    {
      name: "after a word finds longer words that start with it",
      q: "rot*",
      corpus,
      found: ["rotor", "rotation", "quiet rotor"],
    },
    {
      name: "after a whole word finds the word too",
      q: "rotor*",
      corpus: ["rotor", "rotorcraft"],
      found: ["rotor", "rotorcraft"],
    },
    { name: "after one letter", q: "r*", corpus, found: ["rotor", "rotation", "quiet rotor"] },
    { name: "after a word in the middle", q: "rot* quiet", corpus, found: ["quiet rotor"] },
    { name: "does not make the other words prefixes", q: "rot* qui", corpus, found: [] },
    { name: "in a row counts as one", q: "rot***", corpus, found: ["rotor", "rotation", "quiet rotor"] },
    { name: "can have punctuation after it", q: "rot*, quiet", corpus, found: ["quiet rotor"] },
    { name: "ignores case", q: "ROT*", corpus, found: ["rotor", "rotation", "quiet rotor"] },
    { name: "after an accent", q: "Zür*", corpus: ["Zurich"], found: ["Zurich"] },
    {
      name: "after a compound applies to its last word",
      q: "quiet-rot*",
      corpus: ["quiet rotor", "quieter rotor", "rotor quiet"],
      found: ["quiet rotor"],
    },
    { name: "by itself is ignored", q: "* rotor", corpus: ["rotor", "wing"], found: ["rotor"] },
    { name: "by itself finds nothing", q: "*", corpus, found: [] },
    { name: "several by themselves find nothing", q: "** *", corpus, found: [] },
    { name: "at the beginning separates", q: "*tor", corpus: ["a tor", "rotor"], found: ["a tor"] },
    {
      name: "in the middle separates",
      q: "quiet*rotor",
      corpus: ["quiet rotor", "rotor quiet", "quietrotor"],
      found: ["quiet rotor"],
    },
    { name: "that no longer word starts with finds nothing", q: "xyzzy*", corpus, found: [] },
  ]);
});

describe("the last word", () => {
  grammar([
    { name: "may be the beginning of a longer word", q: "roto", corpus: ["rotor", "rotation"], found: ["rotor"] },
    {
      name: "the last of two may be longer",
      q: "quiet roto",
      corpus: ["quiet rotor", "quiet wing"],
      found: ["quiet rotor"],
    },
    { name: "may be longer after a digit", q: "mk 4", corpus: ["mk 41", "mk 5"], found: ["mk 41"] },
    {
      name: "may be longer after one letter",
      q: "quiet r",
      corpus: ["quiet rotor", "quiet wing"],
      found: ["quiet rotor"],
    },
    { name: "may be longer after an accent", q: "Zür", corpus: ["Zurich"], found: ["Zurich"] },
    { name: "of a compound may be longer", q: "wide-ba", corpus: ["wide band", "band wide"], found: ["wide band"] },
    {
      name: "is the only one that may be longer: the first may not",
      q: "quie rotor",
      corpus: ["quiet rotor"],
      found: [],
      mayFallBack: true,
    },
    {
      name: "may be longer before a space, which is not part of the query",
      q: "roto ",
      corpus: ["rotor"],
      found: ["rotor"],
    },
    { name: "may not be longer before a period", q: "roto.", corpus: ["rotor"], found: [], mayFallBack: true },
    { name: "may not be longer next to a negation", q: "-wing roto", corpus: ["rotor"], found: [] },
    { name: "may not be longer next to a phrase", q: '"quiet" roto', corpus: ["quiet rotor"], found: [] },
    { name: "may not be longer after OR", q: "wing OR roto", corpus: ["rotor", "wing"], found: ["wing"] },
    { name: "may not be longer next to a star", q: "qui* roto", corpus: ["quiet rotor"], found: [] },
    {
      name: "comes before longer words that start with it, in any field",
      q: "rotor",
      corpus: [["wing", "a rotor is somewhere in it"], "rotorcraft"],
      ranked: ["wing", "rotorcraft"],
    },
    {
      name: "comes before longer words that start with it, whichever is newer",
      q: "quiet rotor",
      corpus: ["quiet rotorcraft", ["wing", "a rotor in it is quiet"]],
      ranked: ["wing", "quiet rotorcraft"],
    },
  ]);
});

describe("punctuation inside a term makes its words a phrase", () => {
  grammar([
    { name: "AT&T", q: "AT&T labs", corpus: ["AT&T labs", "labs: T at large", "labs"], found: ["AT&T labs"] },
    {
      name: "AT&T by itself, before longer matches",
      q: "AT&T",
      corpus: ["at the wing", "AT&T"],
      ranked: ["AT&T", "at the wing"],
    },
    {
      name: "5G/6G",
      q: "5G/6G",
      corpus: ["5G/6G radio", "5G 6G radio", "6G/5G radio", "5G radio"],
      found: ["5G/6G radio", "5G 6G radio"],
    },
    {
      name: "a hyphen",
      q: "wide-band",
      corpus: ["wide band", "wide-band", "wideband", "band wide"],
      found: ["wide band", "wide-band"],
    },
    {
      name: "a colon, which does not name a column",
      q: "title:rotor",
      corpus: ["title: rotor", "rotor"],
      found: ["title: rotor"],
    },
    { name: "a separate colon", q: "title : rotor", corpus: ["rotor title", "rotor"], found: ["rotor title"] },
    {
      name: "braces, which do not name columns",
      q: "{title}: rotor",
      corpus: ["rotor title", "rotor"],
      found: ["rotor title"],
    },
    {
      name: "a hyphen before a column name, which excludes nothing",
      q: "- title : rotor",
      corpus: ["rotor title", "rotor"],
      found: ["rotor title"],
    },
    {
      name: "NEAR as a word and not a function",
      q: "NEAR(quiet rotor, 2)",
      corpus: ["rotor 2 near quiet", "quiet rotor"],
      found: ["rotor 2 near quiet"],
    },
    {
      name: "NEAR as a word",
      q: "quiet NEAR rotor",
      corpus: ["quiet rotor near it", "quiet rotor"],
      found: ["quiet rotor near it"],
    },
    { name: "a caret, which does not mark a beginning", q: "^rotor", corpus: ["quiet rotor"], found: ["quiet rotor"] },
    { name: "a plus", q: "quiet+rotor", corpus: ["quiet rotor", "rotor quiet"], found: ["quiet rotor"] },
    { name: "a plus before a word", q: "+quiet +rotor", corpus: ["rotor quiet", "rotor"], found: ["rotor quiet"] },
    {
      name: "parentheses, which do not group",
      q: "(quiet OR loud) rotor",
      corpus: ["quiet wing", "loud rotor", "loud wing"],
      found: ["quiet wing", "loud rotor"],
    },
    {
      name: "an underscore",
      q: "snake_case",
      corpus: ["snake_case", "snake case", "case snake"],
      found: ["snake_case", "snake case"],
    },
    { name: "a full stop", q: "3.5 GHz", corpus: ["3.5 GHz", "5.3 GHz", "GHz"], found: ["3.5 GHz"] },
    { name: "a comma", q: "quiet,rotor", corpus: ["quiet rotor", "rotor quiet"], found: ["quiet rotor"] },
    { name: "a vertical bar", q: "quiet|rotor", corpus: ["quiet rotor", "rotor", "quiet"], found: ["quiet rotor"] },
    { name: "a percent sign", q: "qui%rotor", corpus: ["quiet rotor"], found: [], mayFallBack: true },
    { name: "a backslash", q: "quiet\\rotor", corpus: ["quiet rotor", "rotor quiet"], found: ["quiet rotor"] },
    {
      name: "an apostrophe",
      q: "o'neill",
      corpus: ["O'Neill", "O’Neill & Sons", "Neill O."],
      found: ["O'Neill", "O’Neill & Sons"],
    },
    { name: "a curly apostrophe", q: "o’neill", corpus: ["O'Neill", "Neill O."], found: ["O'Neill"] },
    {
      name: "an apostrophe next to ignored words",
      q: "it's",
      corpus: ["it's a rotor", "it is a rotor"],
      found: ["it's a rotor"],
    },
    {
      name: "a quotation of SQL",
      q: "rotor'); DROP TABLE call; --",
      corpus: ["rotor", "drop table: call a rotor"],
      found: ["drop table: call a rotor"],
    },
    { name: "a condition of SQL", q: "quiet' OR '1'='1", corpus: ["quiet", "1=1", "wing"], found: ["quiet", "1=1"] },
    { name: "an emoji", q: "quiet🚀rotor", corpus: ["quiet rotor", "rotor quiet"], found: ["quiet rotor"] },
  ]);
});

describe("a term without letters or digits is ignored", () => {
  const corpus = ["rotor", "wing", "R&D *"];
  grammar([
    { name: "an ampersand", q: "rotor & wing", corpus: ["wing rotor", "rotor"], found: ["wing rotor"] },
    { name: "an emoji next to a word", q: "🚀 rotor", corpus, found: ["rotor"] },
    ...[
      "&",
      "---",
      "!?",
      "()",
      "{}:",
      "^",
      "%",
      "_",
      "'",
      "\\",
      "🚀",
      "👩‍🚀🏳️‍🌈",
      "…",
      "«»",
      " ",
      "\t\n",
      "\u00a0",
      "\u3000",
    ].map((q) => ({
      name: `${JSON.stringify(q)} by itself finds nothing`,
      q,
      corpus,
      found: [],
    })),
  ]);
});

describe("spaces", () => {
  const corpus = ["rotor quiet"];
  grammar([
    ...[
      "\t",
      "\n",
      "\r\n",
      "\u000b",
      "\f",
      "\u0000",
      "\u0001",
      "\u001f",
      "\u007f",
      "\u0085",
      "\u00a0",
      "\u2003",
      "\u202f",
      "\u3000",
      "\u2028",
      "\ue000",
      "\uf8ff",
    ].map((blank) => ({
      name: `${JSON.stringify(blank)} is a space`,
      q: `quiet${blank}rotor`,
      corpus,
      found: ["rotor quiet"],
    })),
    {
      name: "around everything are ignored",
      q: "  \t roto \n",
      corpus: ["quiet rotor", "wing"],
      found: ["quiet rotor"],
    },
    {
      name: "of another kind can come before a negation",
      q: "rotor\u00a0-quiet",
      corpus: ["quiet rotor", "rotor"],
      found: ["rotor"],
    },
    {
      name: "that are control characters can come before a negation",
      q: "rotor\u0000-quiet",
      corpus: ["quiet rotor", "rotor"],
      found: ["rotor"],
    },
    {
      name: "that are control characters can be around OR",
      q: "wing\u0001OR\u0002rotor",
      corpus: ["wing", "rotor"],
      found: ["wing", "rotor"],
    },
    {
      name: "that are control characters can be inside a phrase",
      q: '"quiet\u0000rotor"',
      corpus: ["quiet rotor", "rotor quiet"],
      found: ["quiet rotor"],
    },
  ]);
});

describe("letters", () => {
  const found = (q: string, title: string, name = `${q} finds ${title}`) => ({
    name,
    q,
    corpus: [title, "rotor"],
    found: [title],
  });
  grammar([
    found("Zurich", "Zürich"),
    found("zürich", "Zurich"),
    found("zu\u0308rich", "Zurich", "in their decomposed form find those without an accent"),
    found("zu\u0308rich", "Zürich", "in their decomposed form find the composed"),
    found("zürich", "Zu\u0308rich", "in their composed form find the decomposed"),
    found("ZÜRICH", "zürich"),
    found("тихии\u0306", "тихий ротор", "in their decomposed form find the composed of Cyrillic"),
    found("회전".normalize("NFD"), "회전 날개", "in their decomposed form find the composed of Korean"),
    found("か\u3099く", "がく", "in their decomposed form find the composed of Japanese"),
    found("resume", "Résumé"),
    found("tiếng viêt", "Tiêng Việt"),
    found("straße", "Straße"),
    found("SMØRREBRØD", "Smørrebrød"),
    found("łódź", "Łódz"),
    found("ΡΟΤΟΡΑΣ", "ησυχος ροτορας"),
    found("ρότορας", "Ρότορας"),
    found("ТИХИЙ", "тихий ротор"),
    found("רוטור", "רוטור שקט"),
    found("دوار", "دوار هادئ"),
    found("हिन्दी", "हिन्दी पाठ"),
    found("ใบพัด", "ใบพัด"),
    found("회전", "회전 날개"),
    found("量子", "量子通信", "of Chinese are a prefix of what is written together"),
    found('"量子通信"', "量子通信"),
    found("ローター", "静かな、ローター"),
    found("𝐫𝐨𝐭", "𝐫𝐨𝐭 beyond the basic plane"),
    {
      name: "that no query can contain find nothing",
      q: "\ue000",
      corpus: ["rotor"],
      found: [],
    },
    {
      name: "that no query can contain are ignored next to others",
      q: "\ue000 rotor",
      corpus: ["rotor", "wing"],
      found: ["rotor"],
    },
    {
      name: "that no query can contain exclude nothing",
      q: "rotor -\ue000",
      corpus: ["rotor", "wing"],
      found: ["rotor"],
    },
    {
      name: "that no query can contain are not a prefix",
      q: "\ue000* OR rotor",
      corpus: ["rotor", "wing"],
      found: ["rotor"],
    },
  ]);

  test("with half of a surrogate pair are accepted, and the half is like any sign", async () => {
    const portal = await portalWith(["rotor quiet"], "hybrid");
    const answer = await portal.request("readonly", "GET", "/api/search?q=quiet%ED%A0%BD%20rotor");
    expect(answer.status, answer.text).toBe(200);
  });
});

describe("relevance", () => {
  const word = "rotor";
  const titled: Entry = [`${word} alpha`, "a text of four words", "x,y"];
  const tagged: Entry = ["title bravo", "a text of four words", `${word},y`];
  const inText: Entry = ["title charlie", `a ${word} of four words`, "x,y"];
  const ranked = ["rotor alpha", "title bravo", "title charlie"];
  grammar([
    { name: "ranks a title above a tag above a text", q: word, corpus: [titled, tagged, inText], ranked },
    { name: "is the same, whichever record is newest", q: word, corpus: [inText, tagged, titled], ranked },
    { name: "is the same for a prefix", q: "roto*", corpus: [inText, titled, tagged], ranked },
    { name: "is the same for the last word", q: "roto", corpus: [inText, titled, tagged], ranked },
    {
      name: "is the same in every type",
      q: word,
      corpus: SEARCH_TYPES.flatMap((type): Entry[] => [
        [`${type} told`, `a ${word} of four words`, "x,y", type],
        [`${type} tagged`, "a text of four words", `${word},y`, type],
        [`${type} ${word}`, "a text of four words", "x,y", type],
      ]),
      ranked: ["organization", "submission", "engagement", "call"].flatMap((type) => [
        `${type} ${word}`,
        `${type} tagged`,
        `${type} told`,
      ]),
    },
    {
      name: "is higher for a record with the word in all three fields",
      q: word,
      corpus: [
        [`${word} everywhere`, `a ${word} of four words`, `${word},y`],
        [`${word} entitled`, "a text of four words", "x,y"],
      ],
      ranked: ["rotor everywhere", "rotor entitled"],
    },
  ]);
});

describe("a search matches, of a record,", () => {
  const WORD = "kestrel";
  const matched: [type: SearchType, field: string, insert: (portal: Portal) => string][] = [
    ["organization", "its name", (portal) => insertOrganization(portal, { name: WORD })],
    ["organization", "its description", (portal) => insertOrganization(portal, { description: WORD })],
    ["organization", "its tags", (portal) => insertOrganization(portal, { techTags: `rotors,${WORD}` })],
    ["submission", "its title", (portal) => insertSubmission(portal, { title: WORD })],
    ["submission", "its summary", (portal) => insertSubmission(portal, { summary: WORD })],
    ["submission", "its tags", (portal) => insertSubmission(portal, { techTags: `rotors,${WORD}` })],
    ["engagement", "its title", (portal) => insertEngagement(portal, { title: WORD })],
    ["engagement", "its summary", (portal) => insertEngagement(portal, { summary: WORD })],
    ["engagement", "its location", (portal) => insertEngagement(portal, { location: WORD })],
    ["call", "its title", (portal) => insertCall(portal, { title: WORD })],
    ["call", "its description", (portal) => insertCall(portal, { description: WORD })],
    ["call", "its tags", (portal) => insertCall(portal, { techTags: `rotors,${WORD}` })],
  ];
  for (const [type, field, insert] of matched) {
    test(`${type}: ${field}`, async () => {
      for (const backend of ["fulltext", "hybrid", "trigram"]) {
        const portal = await openPortal({ SEARCH_BACKEND: backend });
        const id = insert(portal);
        const { groups } = await search(portal, WORD);
        expect(
          groups.map(({ type, items }) => [type, items.map(({ id }) => id)]),
          backend,
        ).toEqual([[type, [id]]]);
      }
    });
  }

  const unmatched: [type: SearchType, field: string, insert: (portal: Portal) => unknown][] = [
    ["organization", "its town", (portal) => insertOrganization(portal, { city: WORD })],
    ["organization", "who speaks for it", (portal) => insertOrganization(portal, { pocName: WORD })],
    ["organization", "its UEI", (portal) => insertOrganization(portal, { uei: WORD })],
    ["organization", "what is noted of it", (portal) => insertDialogueNote(portal, { body: WORD })],
    ["submission", "its file's name", (portal) => insertSubmissionWithFile(portal, { fileName: `${WORD}.pdf` })],
    ["engagement", "who else took part", (portal) => insertEngagement(portal, { otherOrganization: WORD })],
    ["engagement", "its notes", (portal) => insertEngagementNote(portal, insertEngagement(portal), "poc", WORD)],
    ["call", "its solicitation number", (portal) => insertCall(portal, { solicitationNumber: WORD })],
    ["call", "its office", (portal) => insertCall(portal, { officeName: WORD })],
  ];
  for (const [type, field, insert] of unmatched) {
    test(`but not ${type}: ${field}`, async () => {
      for (const backend of ["fulltext", "hybrid", "trigram"]) {
        const portal = await openPortal({ SEARCH_BACKEND: backend, SEARCH_SIMILARITY_THRESHOLD: "0.9" });
        await insert(portal);
        expect(titlesOf(await search(portal, WORD)), backend).toEqual([]);
      }
    });
  }
});

test("a query with nothing to search for gets a response of the usual shape", async () => {
  const portal = await openPortal();
  for (const q of ["   ", "OR", "&", '""', "-", "*", "\u0000"]) {
    const answer = await portal.request("readonly", "GET", searchPath(q));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body, q).toEqual({ data: { query: q, total: 0, groups: [] } });
  }
});
