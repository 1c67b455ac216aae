import * as z from "zod";
import { DOCUMENT_SOURCES, type DocumentSource } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";

const SELECT_UNREADABLE = `SELECT source_id AS id FROM document_text
  WHERE source = ? AND source_id IN (SELECT value FROM json_each(?)) AND status = 'UNREADABLE'`;

/** Of some files, by the ids of their rows, those whose text the server could not read. */
export function unreadableOf(db: Database, source: DocumentSource, ids: readonly string[]): string[] {
  return statement<{ id: string }>(db, SELECT_UNREADABLE)
    .all(source, JSON.stringify(ids))
    .map(({ id }) => id);
}

/** The same for the pages of a record. */
export const unreadableDocuments = defineQuery({
  gate: "gov read",
  input: z.object({ source: z.enum(DOCUMENT_SOURCES), ids: z.array(z.string()).max(LIMITS.unpagedRows) }),
  run: ({ db }, { source, ids }) => unreadableOf(db, source, ids),
});

const COUNT = `SELECT
  (SELECT count(*) FROM document_text WHERE status = 'WAITING') AS waiting,
  (SELECT count(*) FROM document_text WHERE status = 'UNREADABLE') AS unreadable`;

/** How many documents wait to be read, and how many could not be. */
export function countDocuments(db: Database): { waiting: number; unreadable: number } {
  return statement<{ waiting: number; unreadable: number }>(db, COUNT).get() ?? { waiting: 0, unreadable: 0 };
}
