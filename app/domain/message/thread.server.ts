import { eq } from "drizzle-orm";
import type { MessageSide } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { submission, submissionMessage, submissionMessageFile } from "#db/schema";
import type { WriteContext } from "~/operations/operation.server";
import { DomainError } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import type { Gate } from "../../policy/policy";
import { markSeen } from "../../routing/read-notifications.server";
import type { storeUploads } from "../../storage/upload.server";

const COUNT = "SELECT count(*) AS total FROM submission_message WHERE submission_id = ? AND side = ?";

/**
 * Each side has its own maximum, so that neither can keep the other from writing.
 * @throws DomainError invalid_request
 */
export function refuseFullThread(db: Database, submissionId: string, side: MessageSide): void {
  const { total } = statement<{ total: number }>(db, COUNT).get(submissionId, side) ?? { total: 0 };
  if (total >= LIMITS.messagesPerSide) {
    throw new DomainError("invalid_request", `There may be at most ${LIMITS.messagesPerSide} messages of each side`);
  }
}

type Writing = Pick<WriteContext<Gate, "submission_message_sent">, "db" | "now" | "audit" | "newId"> & {
  actor: { id: string };
};

interface NewMessage {
  side: MessageSide;
  body: string;
  asksAnswer: boolean;
  stored: Awaited<ReturnType<typeof storeUploads>>;
}

/**
 * Writes a message in the open transaction, with its files and its audit row, which has no text. Both sides see the
 * message, so `updatedAt` says that the submission changed.
 * @param notify notifies the other side. @returns how many people
 */
export function writeMessage(
  { db, actor, newId, now, audit }: Writing,
  { id: submissionId, organizationId }: Pick<typeof submission.$inferSelect, "id" | "organizationId">,
  { side, body, asksAnswer, stored }: NewMessage,
  notify: () => number,
): { id: string } {
  refuseFullThread(db, submissionId, side);
  const id = newId();
  const createdAt = now.toISOString();
  db.insert(submissionMessage)
    .values({ id, submissionId, side, authorId: actor.id, body, asksAnswer, createdAt })
    .run();
  const files = stored.map((file) => ({ ...file, id: newId(), messageId: id }));
  if (files.length > 0) db.insert(submissionMessageFile).values(files).run();
  db.update(submission).set({ updatedAt: createdAt }).where(eq(submission.id, submissionId)).run();
  const notified = notify();
  audit("submission_message_sent", {
    targetType: "submission",
    targetId: submissionId,
    organizationId,
    details: {
      after: {
        messageId: id,
        side,
        asksAnswer,
        files: files.map(({ id: fileId, fileName, sizeBytes }) => ({ fileId, fileName, sizeBytes })),
      },
      notified,
    },
  });
  markSeen(db, actor.id, { submissionId });
  return { id };
}
