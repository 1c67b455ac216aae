import { normalizeTags, tagsOf } from "~/values/tags";

/* Helpers for the typed text of a tag field. */

const separated = (tags: readonly string[]) => tags.join(", ");

/** Saved tags as people write them: "radar,pnt" becomes "radar, pnt". */
export const spacedTags = (kept: string) => separated(tagsOf(kept));

/** Whether the text has a tag, in any spelling that is saved the same way. */
export function hasTag(typed: string, tag: string): boolean {
  return tagsOf(normalizeTags(typed)).includes(normalizeTags(tag));
}

/** Adds a tag to the text. If the last tag is an unfinished beginning of it, the tag replaces it. */
export function withTag(typed: string, tag: string): string {
  const tags = tagsOf(typed);
  const begun = typed.trimEnd().endsWith(",") ? undefined : tags.at(-1);
  const isBeginning = begun !== undefined && normalizeTags(tag).startsWith(normalizeTags(begun));
  return separated([...(isBeginning ? tags.slice(0, -1) : tags), tag]);
}

/** Removes a tag from the text. */
export function withoutTag(typed: string, tag: string): string {
  return separated(tagsOf(typed).filter((other) => normalizeTags(other) !== normalizeTags(tag)));
}

/** The tags as the service saves them, or null if that is how they are written. */
export function normalizedIfDifferent(typed: string): string | null {
  const kept = separated(tagsOf(normalizeTags(typed)));
  return kept === "" || kept === separated(tagsOf(typed)) ? null : kept;
}
