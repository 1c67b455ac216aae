import { rectifyConfusion } from "unicode-confusables";
import { withoutMisleading } from "~/values/characters";

/** Every character by the prototype of those that look like it (Unicode TR39, "skeleton"). */
const prototypes = (text: string) => rectifyConfusion(text.normalize("NFD")).normalize("NFD");

/** What text looks like, with its spaces: in small letters, an i as an l, since capital I does. */
function appearance(text: string): string {
  // Many capitals look like letters of other scripts that the small ones do not: replaced before the case is folded, and
  // again after it.
  const small = prototypes(withoutMisleading(text.normalize("NFKC"))).toLowerCase();
  return prototypes(small).toLowerCase().replaceAll("i", "l");
}

/** What says of a name only what kind of company it is. */
const SUFFIXES =
  "inc incorporated corp corporation co company llc llp lp lllp pllc pc pbc ltd limited plc gmbh ag kg ug sa sas sarl srl spa bv nv ab as oy oyj aps pty pte kk sl".split(
    " ",
  );
const SUFFIX_WORDS: ReadonlySet<string> = new Set(SUFFIXES.map(appearance));
/** Those that end no other word, so that they are known without a space before them. */
const JOINED_SUFFIXES = [...SUFFIX_WORDS].filter((suffix) => suffix.length > 2);
/** What is left of a name before a suffix that is not set apart: zinc is not a company of one letter. */
const JOINED_NAME_CHARACTERS = 4;

const PUNCTUATION_BEHIND = /[.,;:&]+$/;
const bare = (word: string) => word.replace(/[^\p{L}\p{N}]/gu, "");

/** A name's words in one, without the suffixes at its end. */
function withoutSuffixes(name: string): string {
  const words = name.trim().split(/\s+/);
  const isSuffix = (word: string) => word === "" || SUFFIX_WORDS.has(word);
  while (words.length > 1 && isSuffix(bare(words.at(-1) ?? ""))) words.pop();
  let joined = words.join("").replace(PUNCTUATION_BEHIND, "");
  for (;;) {
    const rest = joined.length - JOINED_NAME_CHARACTERS;
    const suffix = JOINED_SUFFIXES.find((one) => one.length <= rest && joined.endsWith(one));
    if (!suffix) return joined;
    joined = joined.slice(0, -suffix.length).replace(PUNCTUATION_BEHIND, "");
  }
}

/**
 * What a name looks like, for comparison only: names with the same skeleton are hard to tell apart. TR39's skeleton tells
 * the cases apart. Here case and spaces do not count, nor do corporate suffixes at the end (Inc., LLC, GmbH). What is
 * stored follows a change here at the next start (`fillSkeletons`).
 */
export const nameSkeleton = (name: string): string => withoutSuffixes(appearance(name));
