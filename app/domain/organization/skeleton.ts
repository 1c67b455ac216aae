import { rectifyConfusion } from "unicode-confusables";
import { withoutMisleading } from "~/values/characters";

/** Maps each character to the prototype of its look-alikes (Unicode TR39, "skeleton"). */
const prototypes = (text: string) => rectifyConfusion(text.normalize("NFD")).normalize("NFD");

/** What text looks like, with its spaces: in lower case, and an i as an l, because a capital I looks like one. */
function appearance(text: string): string {
  // Many capitals look like letters of other scripts that their lower-case forms do not. So replace them before folding
  // the case, and again after it.
  const small = prototypes(withoutMisleading(text.normalize("NFKC"))).toLowerCase();
  return prototypes(small).toLowerCase().replaceAll("i", "l");
}

/** Suffixes that only state the kind of company. */
const SUFFIXES =
  "inc incorporated corp corporation co company llc llp lp lllp pllc pc pbc ltd limited plc gmbh ag kg ug sa sas sarl srl spa bv nv ab as oy oyj aps pty pte kk sl".split(
    " ",
  );
const SUFFIX_WORDS: ReadonlySet<string> = new Set(SUFFIXES.map(appearance));
/** Suffixes that end no other word, so they need no space before them. */
const JOINED_SUFFIXES = [...SUFFIX_WORDS].filter((suffix) => suffix.length > 2);
/** How long a name must be without an unspaced suffix: zinc is not a one-letter company. */
const JOINED_NAME_CHARACTERS = 4;

const PUNCTUATION_BEHIND = /[.,;:&]+$/;
const bare = (word: string) => word.replace(/[^\p{L}\p{N}]/gu, "");

/** A name's words joined, without the suffixes at its end. */
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
 * What a name looks like, only for comparison: names with the same skeleton are hard to tell apart. TR39's skeleton
 * distinguishes case. Here case, spaces and corporate suffixes at the end (Inc., LLC, GmbH) do not count. After a
 * change here, the next start updates the stored skeletons (`fillSkeletons`).
 */
export const nameSkeleton = (name: string): string => withoutSuffixes(appearance(name));
