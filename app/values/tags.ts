/**
 * Normalizes a comma-separated list of tags: NFC, lower case, single spaces, no blanks, each once, in the order given.
 */
export function normalizeTags(tags: string): string {
  return [...new Set(tagsOf(lowerCase(tags).replace(/\s+/g, " ")))].join(",");
}

/**
 * In lower case and composed. Composed again, because some letters have a separate mark only in capitals: "J\u030c",
 * "\u01f0".
 */
function lowerCase(text: string): string {
  return text.normalize("NFC").toLowerCase().normalize("NFC");
}

/** A tag that fields suggest. */
export interface PresetTag {
  label: string;
  /** Its other names, if it has any. */
  aliases?: string[];
  /** How much it is used, in words, if it is. */
  use?: string;
}

/** The tags of a comma-separated list. */
export function tagsOf(tags: string): string[] {
  return tags
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

/** The tags of a list that are among others, compared as whole tags. */
export function tagsAmong(tags: readonly string[], others: ReadonlySet<string>): string[] {
  return tags.filter((tag) => others.has(tag));
}
