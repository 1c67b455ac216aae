import { promisify } from "node:util";
import { deflate, inflateSync } from "node:zlib";
import type { DocumentSource } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { DOCUMENT_TEXT } from "~/values/limits";

/** Between two pages of a stored text. Pages themselves have none. */
export const PAGE_END = "\f";

/** No UTF-16 code unit needs more bytes in UTF-8. */
const MOST_BYTES_OF_UNIT = 3;
/** The longest text of a document, in bytes. */
export const MOST_TEXT_BYTES = (DOCUMENT_TEXT.characters + DOCUMENT_TEXT.pages) * MOST_BYTES_OF_UNIT;

const SELECT = "SELECT text FROM document_text WHERE source = ? AND source_id = ? AND text IS NOT NULL";

/**
 * The text of a document by page or slide, for the search index and snippets. A document without pages has one. It takes
 * about 5 ms for the longest text.
 * @param sourceId the id of the row that names the file
 * @returns null if the document was not read (yet), or is gone
 */
export function readPages(db: Database, source: DocumentSource, sourceId: string): string[] | null {
  const row = statement<{ text: Buffer }>(db, SELECT).get(source, sourceId);
  if (!row) return null;
  return inflateSync(row.text, { maxOutputLength: MOST_TEXT_BYTES }).toString("utf8").split(PAGE_END);
}

/** Compresses a text to store it, in the thread pool. */
export const packText: (text: string) => Promise<Buffer> = (text) => promisify(deflate)(Buffer.from(text, "utf8"));
