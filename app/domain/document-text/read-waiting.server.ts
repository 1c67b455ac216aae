import type { DocumentSource } from "#db/enumerations";
import { type Database, immediateTransaction, statement, whenUnlocked } from "#db/open";
import type { Services } from "~/operations/services";
import { packText } from "~/storage/document-text/pages.server";
import { type DocumentKind, type DocumentReader, ReaderEnded } from "~/storage/document-text/reader.server";
import type { OpenFile } from "~/storage/file-store.server";
import { CONTENT_TYPES } from "~/storage/file-types";
import { DOCUMENT_TEXT } from "~/values/limits";
import { openContent } from "../engagement/attachment-content.server";

/*
 * Reads the documents whose text the search does not have yet, in the background, one at a time.
 */

type ReadingServices = Pick<Services, "db" | "files" | "clock" | "log">;

interface Waiting {
  source: DocumentSource;
  sourceId: string;
}

interface StoredDocument {
  contentType: string;
  sizeBytes: number;
  /** Null for a file in the database. */
  storageKey: string | null;
}

/** The last added first: somebody may be about to look for it. Those that failed once are after all others. */
const SELECT_NEXT = `SELECT source, source_id AS sourceId FROM document_text
  WHERE status = 'WAITING' AND attempts = ? ORDER BY rowid DESC LIMIT 1`;
const ATTEMPTS = Array.from({ length: DOCUMENT_TEXT.attempts }, (_, number) => number);

/**
 * Every statement names a row that still waits: the file may have been deleted, and its row with it.
 */
const OF_WAITING = "WHERE source = @source AND source_id = @sourceId AND status = 'WAITING'";
const BEGIN = `UPDATE document_text SET attempts = attempts + 1 ${OF_WAITING}`;
const TAKE_BACK = `UPDATE document_text SET attempts = attempts - 1 ${OF_WAITING} AND attempts > 0`;
const SET_READ = `UPDATE document_text
  SET status = 'READ', text = @text, page_count = @pageCount, is_cut = @isCut, failure = NULL, read_at = @now ${OF_WAITING}`;
const SET_FAILED = `UPDATE document_text SET failure = @failure, read_at = @now,
  status = iif(attempts >= ${DOCUMENT_TEXT.attempts}, 'UNREADABLE', status) ${OF_WAITING} RETURNING status`;
const SET_INTERRUPTED = `UPDATE document_text SET status = 'UNREADABLE', failure = coalesce(failure, 'INTERRUPTED')
  WHERE status = 'WAITING' AND attempts >= ${DOCUMENT_TEXT.attempts}`;

const COLUMNS = "content_type AS contentType, size_bytes AS sizeBytes";
const SELECT_FILE: Record<DocumentSource, string> = {
  submission: `SELECT ${COLUMNS}, storage_key AS storageKey FROM submission WHERE id = ?`,
  submission_message_file: `SELECT ${COLUMNS}, storage_key AS storageKey FROM submission_message_file WHERE id = ?`,
  announcement_attachment: `SELECT ${COLUMNS}, storage_key AS storageKey FROM announcement_attachment WHERE id = ?`,
  engagement_attachment: `SELECT ${COLUMNS}, NULL AS storageKey FROM engagement_attachment WHERE id = ?`,
};

const KINDS: readonly [contentType: string, kind: DocumentKind][] = [
  [CONTENT_TYPES.pdf, "pdf"],
  [CONTENT_TYPES.docx, "docx"],
  [CONTENT_TYPES.pptx, "pptx"],
  // Followed by the character set.
  [CONTENT_TYPES.txt, "txt"],
];

/**
 * Reads every waiting document. A document that cannot be read is tried once more, after all others. Then it is
 * unreadable, which is logged. Never call it twice at once.
 * @returns how many documents were read
 * @throws ReaderEnded if the reader ends. The document that it was reading waits as before
 */
export async function readWaiting(services: ReadingServices, reader: DocumentReader): Promise<number> {
  const { db } = services;
  let count = 0;
  for (let next = nextOf(db); next; next = nextOf(db)) {
    if (await readDocument(services, reader, next)) count += 1;
  }
  return count;
}

/** The document to read next. */
export function nextOf(db: Database): Waiting | undefined {
  const select = statement<Waiting>(db, SELECT_NEXT);
  for (const attempts of ATTEMPTS) {
    const next = select.get(attempts);
    if (next) return next;
  }
  return undefined;
}

/**
 * The try is counted before it begins. So a document that ends the whole server, whatever it does, is not tried at every
 * start.
 */
async function readDocument(services: ReadingServices, reader: DocumentReader, waiting: Waiting): Promise<boolean> {
  const { db, clock } = services;
  const write = (sql: string, values = {}) =>
    whenUnlocked(db, () => immediateTransaction(db, () => statement(db, sql).run({ ...waiting, ...values })));
  await write(BEGIN);
  const reading = await readContent(services, reader, waiting).catch(async (error: unknown) => {
    if (error instanceof ReaderEnded && db.$client.open) await write(TAKE_BACK);
    throw error;
  });
  if (reading.failure !== null) {
    await recordFailure(services, waiting, reading.failure);
    return false;
  }
  const { pageCount, isCut } = reading;
  const text = await packText(reading.text);
  await write(SET_READ, { text, pageCount, isCut: isCut ? 1 : 0, now: clock().toISOString() });
  return true;
}

async function readContent(services: ReadingServices, reader: DocumentReader, waiting: Waiting) {
  try {
    const content = await openDocument(services, waiting);
    return content ? await reader.read(content.kind, content.stream) : { failure: "MISSING" as const };
  } catch (error) {
    if (error instanceof ReaderEnded) throw error;
    // The file was deleted meanwhile, for example.
    services.log.error({ err: error, ...waiting }, "could not open a document");
    return { failure: "MISSING" as const };
  }
}

async function recordFailure({ db, clock, log }: ReadingServices, waiting: Waiting, failure: string): Promise<void> {
  const now = clock().toISOString();
  const row = await whenUnlocked(db, () =>
    immediateTransaction(db, () => statement<{ status: string }>(db, SET_FAILED).get({ ...waiting, failure, now })),
  );
  if (row?.status === "UNREADABLE") log.warn({ ...waiting, failure }, "could not read the text of a document");
}

/** Null if its file is gone. */
async function openDocument({ db, files }: ReadingServices, { source, sourceId }: Waiting) {
  const found = statement<StoredDocument>(db, SELECT_FILE[source]).get(sourceId);
  const kind = KINDS.find(([contentType]) => found?.contentType.startsWith(contentType))?.[1];
  if (!found || !kind) return null;
  const { storageKey, sizeBytes } = found;
  const file: OpenFile | null =
    storageKey === null ? openContent(db, sourceId, sizeBytes) : await files.open(storageKey);
  return file && { kind, stream: file.stream };
}

/**
 * Gives up the documents whose last try was never finished, because the server ended first. Call it at the start.
 * @returns how many
 */
export function giveUpInterrupted(db: Database): number {
  return immediateTransaction(db, () => statement(db, SET_INTERRUPTED).run().changes);
}
