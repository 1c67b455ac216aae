import { open } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Database, immediateTransaction, statement, whenUnlocked } from "#db/open";
import { MB } from "~/values/limits";
import type { OpenFile } from "../../storage/file-store.server";

/** Each chunk has its own transaction. Nobody waits longer than writing one chunk takes. */
const CHUNK_BYTES = MB;

const INSERT_CHUNK = "INSERT INTO engagement_attachment_chunk (attachment_id, position, bytes) VALUES (?, ?, ?)";
const SELECT_CHUNK = "SELECT bytes FROM engagement_attachment_chunk WHERE attachment_id = ? AND position = ?";
const DELETE_CHUNKS = "DELETE FROM engagement_attachment_chunk WHERE attachment_id = ?";
const DELETE_ORPHANS =
  "DELETE FROM engagement_attachment_chunk WHERE attachment_id NOT IN (SELECT id FROM engagement_attachment)";

/**
 * Copies a staged file into the database, chunk by chunk, with other requests in between. Nobody sees the bytes until
 * the attachment's own row is written.
 */
export async function writeContent(db: Database, attachmentId: string, path: string): Promise<void> {
  const insert = statement(db, INSERT_CHUNK);
  const buffer = Buffer.alloc(CHUNK_BYTES);
  const handle = await open(path, "r");
  try {
    for (let position = 0; ; position += 1) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position * CHUNK_BYTES);
      if (bytesRead === 0) return;
      const chunk = buffer.subarray(0, bytesRead);
      await whenUnlocked(db, () => immediateTransaction(db, () => insert.run(attachmentId, position, chunk)));
      await nextTurn();
    }
  } finally {
    await handle.close();
  }
}

/**
 * Removes the bytes of attachments whose rows were never written. If this fails, the next start removes the rest
 * (`removeOrphanedContent`).
 */
export async function removeContent(db: Database, attachmentIds: readonly string[]): Promise<void> {
  for (const id of attachmentIds) {
    await whenUnlocked(db, () => immediateTransaction(db, () => statement(db, DELETE_CHUNKS).run(id)));
    await nextTurn();
  }
}

/**
 * An attachment's bytes, as a stream that keeps one chunk in memory. It fails if the attachment is deleted meanwhile.
 */
export function openContent(db: Database, attachmentId: string, sizeBytes: number): OpenFile {
  const select = statement<{ bytes: Buffer }>(db, SELECT_CHUNK);
  let position = 0;
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent === sizeBytes) return controller.close();
        const chunk = select.get(attachmentId, position)?.bytes;
        if (!chunk) return controller.error(new Error(`Chunk ${position} of attachment ${attachmentId} is gone`));
        position += 1;
        sent += chunk.byteLength;
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  return { sizeBytes, stream };
}

/**
 * Removes the bytes of uploads that were interrupted or could not be cleaned up. Call it only at the start, before any
 * upload: later it could not tell those bytes from bytes that are still being written.
 */
export function removeOrphanedContent(db: Database): number {
  return immediateTransaction(db, () => statement(db, DELETE_ORPHANS).run().changes);
}
