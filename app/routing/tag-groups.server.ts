import { type Database, statement } from "#db/open";
import { LIMITS } from "~/values/limits";
import { normalizeTags, tagsOf } from "~/values/tags";

/** Tags that mean the same: a preset tag and its other names, normalized. */
type TagGroup = readonly string[];

/** All groups, as one text. */
const SELECT_GROUPS = `
  SELECT json_group_array(json_array(label, aliases)) AS text
  FROM (SELECT label, aliases FROM preset_tag INDEXED BY preset_tag_with_aliases
    WHERE aliases <> '' ORDER BY label LIMIT ${LIMITS.unpagedRows})`;

interface Groups {
  text: string;
  groups: readonly TagGroup[];
  byTag: ReadonlyMap<string, TagGroup>;
}

const groupsOfDatabase = new WeakMap<Database, Groups>();

/** The groups as they are now. They are read again only if administrators changed one. */
function readGroups(db: Database): Groups {
  const { text } = statement<{ text: string }>(db, SELECT_GROUPS).get() as { text: string };
  const present = groupsOfDatabase.get(db);
  if (present?.text === text) return present;
  const rows = JSON.parse(text) as [label: string, aliases: string][];
  const groups = rows.map(([label, aliases]) => [normalizeTags(label), ...tagsOf(aliases)]);
  const read = { text, groups, byTag: new Map(groups.flatMap((group) => group.map((tag) => [tag, group]))) };
  groupsOfDatabase.set(db, read);
  return read;
}

/** The preset tags that have other names, each with them. The same array until an administrator changes one. */
export const tagGroups = (db: Database): readonly TagGroup[] => readGroups(db).groups;

/** Reads the groups once. @returns adds to normalized tags all that mean the same as one of them, each once */
export function sameTagsIn(db: Database): (tags: readonly string[]) => string[] {
  const { byTag } = readGroups(db);
  return (tags) => [...new Set([...tags, ...tags.flatMap((tag) => byTag.get(tag) ?? [])])];
}
