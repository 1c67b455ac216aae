import { LIMITS } from "./limits";

/** The kinds of characters in a password, with what a sentence calls them. */
export const PASSWORD_NEEDS = [
  { kind: /\p{Lu}/u, name: "an uppercase letter" },
  { kind: /\p{Ll}/u, name: "a lowercase letter" },
  { kind: /\p{Nd}/u, name: "a digit" },
  { kind: /[^\p{L}\p{N}\s]/u, name: "a special character, such as ! or ?" },
] as const;

/** What a password does not have yet. */
export function missingIn(password: string): string[] {
  const kinds: string[] = PASSWORD_NEEDS.filter(({ kind }) => !kind.test(password)).map(({ name }) => name);
  const least = LIMITS.leastPasswordCharacters;
  return password.length < least ? [`${least} characters`, ...kinds] : kinds;
}

/** What makes a password easy to guess. We say so, and accept it: the rules for passwords are the specification's. */
export type PasswordWeakness = "personal" | "common";

export const WEAKNESS_TEXTS: Record<PasswordWeakness, string> = {
  personal: "This password contains a name, an email address or an organization, so it is easy to guess.",
  common: "This password is common or repeats itself, so it is easy to guess.",
};

/** The longest part of a password that is looked at. Its rest makes no weak beginning strong enough to say nothing. */
const READ_CHARACTERS = 128;
/** Shorter words are in many passwords by chance. */
const LEAST_CHARACTERS = 4;
/** A password with fewer different characters repeats itself: it needs four kinds, so it has at least four. */
const LEAST_DIFFERENT = 7;

/** Signs that people write in place of letters. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
};

const folded = (text: string) => text.slice(0, READ_CHARACTERS).normalize("NFKC").toLowerCase();
const unmasked = (text: string) => text.replace(/[0134578@$!]/g, (sign) => LOOKS_LIKE[sign] ?? sign);

/** Parts of an email, whole names in one piece, and their words. */
function wordsIn(about: readonly string[]): string[] {
  const texts = about.map(folded);
  const words = texts.flatMap((text) => [text.replace(/@.*$/, ""), ...text.split(/[^\p{L}\p{N}]+/u)]);
  const joined = texts.map((text) => text.replace(/[^\p{L}\p{N}]+/gu, ""));
  return [...new Set([...words, ...joined])].filter(
    (word) => word.length >= LEAST_CHARACTERS && !COMMON_PARTS.has(word),
  );
}

/** Parts of addresses and names of organizations that say nothing about one person. */
const COMMON_PARTS = new Set([
  "mail",
  "email",
  "example",
  "government",
  "industries",
  "company",
  "corporation",
  "university",
]);

/** Whether a password contains a word about its owner, in any case and with signs in place of letters. */
export function isPersonal(password: string, about: readonly string[]): boolean {
  const plain = folded(password);
  return wordsIn(about).some((word) => plain.includes(word) || unmasked(plain).includes(word));
}

/**
 * Whether a password is one common word with decorations, repeats a few characters, or is a row of digits or letters. Its time
 * grows only with the length of the password, unlike that of a full estimate, which a hostile password can make long.
 */
export function isCommon(password: string, isKnown: (word: string) => boolean): boolean {
  const plain = folded(password);
  if (new Set(plain).size < LEAST_DIFFERENT) return true;
  if (isKnown(plain)) return true;
  for (const text of [plain, unmasked(plain)]) {
    const words = new Set(text.match(/\p{L}{3,}/gu) ?? []);
    const [only] = words;
    if (words.size === 1 && only !== undefined && (isKnown(only) || isRow(only))) return true;
  }
  return false;
}

const ROWS = ["abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm", "qazwsxedcrfvtgbyhnujmikolp"];
const isRow = (word: string) => ROWS.some((row) => row.startsWith(word) || row.includes(word));
