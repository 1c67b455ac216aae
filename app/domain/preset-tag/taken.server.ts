import { type Database, statement } from "#db/open";
import { takenFields } from "~/values/errors";
import { normalizeTags, tagsOf } from "~/values/tags";

const SELECT_LABEL = "SELECT label FROM preset_tag WHERE label = ?";

/** The first of some phrases that is a label or another name of a tag, except of one tag. */
const SELECT_TAKEN = `
  SELECT given.value AS phrase FROM json_each(@phrases) AS given
  WHERE EXISTS (
    SELECT 1 FROM preset_tag
    WHERE id <> @except AND (label = given.value OR instr(',' || aliases || ',', ',' || given.value || ',') > 0))
  ORDER BY given.key LIMIT 1`;

function takenAmong(db: Database, phrases: readonly string[], except: string): string | undefined {
  const given = { phrases: JSON.stringify(phrases), except };
  return statement<{ phrase: string }>(db, SELECT_TAKEN).get(given)?.phrase;
}

/**
 * Refuses a new tag whose label or other names some tag has already, or other names that it cannot have, in the open
 * transaction. Each name means one tag.
 * @throws DomainError conflict, naming the field
 */
export function refuseTakenNames(db: Database, tag: { id: string; label: string; aliases: string }): void {
  if (statement<{ label: string }>(db, SELECT_LABEL).get(tag.label)) {
    throw takenFields({ label: "This tag already exists" });
  }
  // Labels may differ only in their spaces, so this compares the label as records store it with other names only.
  if (isAlias(db, normalizeTags(tag.label))) throw takenFields({ label: "This is another name of a tag" });
  refuseTakenAliases(db, tag);
}

const SELECT_ALIAS = `
  SELECT 1 FROM preset_tag INDEXED BY preset_tag_with_aliases
  WHERE aliases <> '' AND instr(',' || aliases || ',', ',' || ? || ',') > 0`;

const isAlias = (db: Database, phrase: string) => statement(db, SELECT_ALIAS).get(phrase) !== undefined;

/**
 * Refuses other names that are a label or another name of some tag already, in the open transaction.
 * @throws DomainError conflict, naming the field
 */
export function refuseTakenAliases(
  db: Database,
  { id, label, aliases }: { id: string; label: string; aliases: string },
): void {
  const phrases = tagsOf(aliases);
  const taken = phrases.find((phrase) => phrase === normalizeTags(label)) ?? takenAmong(db, phrases, id);
  if (taken !== undefined) throw takenFields({ aliases: `"${taken}" is already a tag, or another name of one` });
}
