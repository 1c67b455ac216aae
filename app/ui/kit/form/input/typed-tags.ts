import { normalizeTags, tagsOf } from "~/values/tags";

/* What someone types in a field for tags: finished tags, and the beginning of another one. */

export interface TypedTags {
  /** As the service saves them. */
  tags: readonly string[];
  /** What is in the input. */
  begun: string;
}

const separated = (tags: readonly string[]) => tags.join(", ");

/** The tags of a text as the service saves them. */
export const savedTags = (text: string) => tagsOf(normalizeTags(text));

/** Saved tags as people write them: "radar,pnt" becomes "radar, pnt". */
export const spacedTags = (kept: string) => separated(tagsOf(kept));

/** The text that the form sends. */
export const textOf = ({ tags, begun }: TypedTags) => separated([...tags, ...tagsOf(begun)]);

/** Adds what is typed. A comma ends a tag. @param isFinished whether nothing follows, so that no comma has to */
export function typedAfter(tags: readonly string[], typed: string, isFinished = false): TypedTags {
  const end = isFinished ? typed.length : typed.lastIndexOf(",") + 1;
  if (end === 0) return { tags, begun: typed };
  return { tags: savedTags([...tags, typed.slice(0, end)].join(",")), begun: typed.slice(end).trimStart() };
}

/** Removes a tag, or adds it in place of its own beginning. */
export function toggled({ tags, begun }: TypedTags, tag: string): TypedTags {
  if (tags.includes(tag)) return { tags: tags.filter((other) => other !== tag), begun };
  return { tags: [...tags, tag], begun: tag.startsWith(normalizeTags(begun)) ? "" : begun };
}
