import { desc, eq } from "drizzle-orm";
import { type Database, statement } from "#db/open";
import { submissionMessage, user } from "#db/schema";
import { readPage } from "~/lists/listing.server";
import { type Paged, paging } from "~/lists/paging";
import { defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";
import { unreadableOf } from "../document-text/queries.server";
import { findSubmission } from "../submission/queries.server";
import { submissionOf } from "./own-submission.server";

interface MessageFile {
  id: string;
  fileName: string;
  contentType: string;
  sizeBytes: number;
}

const SELECT_FILES = `
  SELECT message_id AS messageId, id, file_name AS fileName, content_type AS contentType, size_bytes AS sizeBytes
  FROM submission_message_file WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY id`;

/** One page of a submission's messages, newest first, with their files. */
function messagesOf(db: Database, submissionId: string, size: { page: number; pageSize: number }) {
  const { id, side, body, asksAnswer, createdAt } = submissionMessage;
  const order = [desc(createdAt), desc(id)];
  const list = { key: id, where: eq(submissionMessage.submissionId, submissionId), order };
  return readPage(db, size, list, (onPage) => {
    const messages = db
      .select({ id, side, body, asksAnswer, createdAt, author: { id: user.id, name: user.name } })
      .from(submissionMessage)
      .innerJoin(user, eq(user.id, submissionMessage.authorId))
      .where(onPage)
      .orderBy(...order)
      .all();
    const ids = JSON.stringify(messages.map((message) => message.id));
    const files = Map.groupBy(
      statement<MessageFile & { messageId: string }>(db, SELECT_FILES).all(ids),
      ({ messageId }) => messageId,
    );
    return messages.map((message) => ({
      ...message,
      files: (files.get(message.id) ?? []).map(({ messageId: _, ...file }) => file),
    }));
  });
}

type Message = ReturnType<typeof messagesOf>["items"][number];
type OwnMessage = Omit<Message, "author"> & { author: Message["author"] | null };

/** The same for the submission's organization, which never sees who wrote for the government. */
function ownMessagesOf(db: Database, id: string, size: { page: number; pageSize: number }): Paged<OwnMessage> {
  const list = messagesOf(db, id, size);
  const items = list.items.map((one) => ({ ...one, author: one.side === "GOVERNMENT" ? null : one.author }));
  return { ...list, items };
}

const listSchema = recordSchema.extend(paging(LIMITS.listPageSize));

/** GET /api/gov/submissions/<id>/messages: the messages between the reviewers of a submission and its organization. */
export const listMessages = defineQuery({
  gate: "gov read",
  input: listSchema,
  run({ db }, { id, ...size }) {
    findSubmission(db, id);
    return messagesOf(db, id, size);
  },
});

/** GET /api/portal/submissions/<id>/messages. Another organization's submission is not found. */
export const listOwnMessages = defineQuery({
  gate: "industry",
  input: listSchema,
  run(context, { id, ...size }) {
    submissionOf(context, id);
    return ownMessagesOf(context.db, id, size);
  },
});

const MESSAGES_ON_A_PAGE = 20;
const pageSchema = recordSchema.extend({
  messagesPage: paging({ default: MESSAGES_ON_A_PAGE, max: MESSAGES_ON_A_PAGE }).page,
});

/** The same for the submission's pages. */
export const messagesForPage = defineQuery({
  gate: "gov read",
  input: pageSchema,
  run({ db }, { id, messagesPage: page }) {
    const list = messagesOf(db, id, { page, pageSize: MESSAGES_ON_A_PAGE });
    const files = list.items.flatMap((message) => message.files.map((file) => file.id));
    const unreadable = new Set(unreadableOf(db, "submission_message_file", files));
    const items = list.items.map((message) => ({
      ...message,
      files: message.files.map((file) => ({ ...file, isUnreadable: unreadable.has(file.id) })),
    }));
    return { ...list, items };
  },
});

export const ownMessagesForPage = defineQuery({
  gate: "industry",
  input: pageSchema,
  run(context, { id, messagesPage: page }) {
    submissionOf(context, id);
    return ownMessagesOf(context.db, id, { page, pageSize: MESSAGES_ON_A_PAGE });
  },
});
