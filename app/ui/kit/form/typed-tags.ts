import { normalizeTags, tagsOf } from "~/values/tags";

/* What is typed into a field of tags, and what picking one from a list makes of it. */

const separated = (tags: readonly string[]) => tags.join(", ");

/** Tags as they are kept, written as people write them: "radar,pnt" as "radar, pnt". */
export const spacedTags = (kept: string) => separated(tagsOf(kept));

/** Whether a tag is among those typed, however it is written. */
export function hasTag(typed: string, tag: string): boolean {
  return tagsOf(normalizeTags(typed)).includes(normalizeTags(tag));
}

/** The tags typed, with one more; the beginning of it that was being typed becomes it. */
export function withTag(typed: string, tag: string): string {
  const tags = tagsOf(typed);
  const begun = typed.trimEnd().endsWith(",") ? undefined : tags.at(-1);
  const isBeginning = begun !== undefined && normalizeTags(tag).startsWith(normalizeTags(begun));
  return separated([...(isBeginning ? tags.slice(0, -1) : tags), tag]);
}

/** The tags typed, without one. */
export function withoutTag(typed: string, tag: string): string {
  return separated(tagsOf(typed).filter((other) => normalizeTags(other) !== normalizeTags(tag)));
}

/** The tags typed as they are kept, where that is not how they are written; null otherwise. */
export function keptOtherwise(typed: string): string | null {
  const kept = separated(tagsOf(normalizeTags(typed)));
  return kept === "" || kept === separated(tagsOf(typed)) ? null : kept;
}
