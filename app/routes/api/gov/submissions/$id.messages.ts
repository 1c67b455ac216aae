import { listMessages } from "~/domain/message/queries.server";
import { message } from "~/domain/message/responses";
import { sendMessage } from "~/domain/message/send.server";
import { created, paged } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";
import { MESSAGE_BODY } from "~/web/transport/multipart.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listMessages, {
    summary: "List the messages between reviewers and the organization, newest first",
    data: paged(message),
  }),
  POST: endpoint(sendMessage, {
    summary: "Write to a submission's organization",
    description: `The organization sees the message, never who wrote it. The submitter and colleagues of theirs who wrote about the submission get a notification. A message without files may be JSON. The body of a message with files may be at most ${MESSAGE_BODY.maxBytes} bytes.`,
    status: 201,
    body: MESSAGE_BODY,
    data: created,
  }),
});
