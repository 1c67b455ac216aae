import { placedTokensOf, tokensOf } from "../query";
import { fold } from "../similarity";

/** Phrases that mean the same: a tag and its aliases. */
export type SynonymGroup = readonly string[];

/** A phrase of a query that has synonyms. */
interface Synonymous {
  /** Where it is, in UTF-16 code units. */
  start: number;
  end: number;
  /** The others of its group. */
  others: string[];
}

/** Finds the phrases of a text that have synonyms, in order, the longer ones first. */
export type Synonyms = (text: string) => Synonymous[];

/** Prepares groups to be found in texts. A phrase of several groups has the synonyms of all. */
export function synonymsOf(groups: readonly SynonymGroup[]): Synonyms {
  const groupsByPhrase = new Map<string, SynonymGroup[]>();
  let mostWords = 0;
  for (const group of groups) {
    for (const phrase of group) {
      const key = keyOf(tokensOf(phrase));
      groupsByPhrase.set(key, [...(groupsByPhrase.get(key) ?? []), group]);
      mostWords = Math.max(mostWords, tokensOf(phrase).length);
    }
  }
  return (text) => {
    const words = placedTokensOf(text);
    const found: Synonymous[] = [];
    for (let at = 0; at < words.length; at += 1) {
      for (let count = Math.min(mostWords, words.length - at); count > 0; count -= 1) {
        const phrase = words.slice(at, at + count);
        const key = keyOf(phrase.map(({ token }) => token));
        const members = groupsByPhrase.get(key)?.flat();
        const [first, last] = [phrase[0], phrase.at(-1)];
        if (!members || !first || !last || isJoined(text, first.start, last.end)) continue;
        const others = [...new Set(members)].filter((other) => keyOf(tokensOf(other)) !== key);
        found.push({ start: first.start, end: last.end, others });
        at += count - 1;
        break;
      }
    }
    return found;
  };
}

/** Whether a phrase is only part of a word that is written with signs, such as "radar" in "staring-radar.pdf". */
const isJoined = (text: string, start: number, end: number) =>
  /[\p{L}\p{N}][-./&_+@]$/u.test(text.slice(0, start)) || /^[-./&_+@][\p{L}\p{N}]/u.test(text.slice(end));

/** Singular and plural are the same phrase. */
const keyOf = (tokens: readonly string[]) =>
  tokens
    .map(fold)
    .join(" ")
    .replace(/(?<=\p{L}{3})s$/u, "");
