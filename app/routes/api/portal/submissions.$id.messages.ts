import { listOwnMessages } from "~/domain/message/queries.server";
import { ownMessage } from "~/domain/message/responses";
import { sendOwnMessage } from "~/domain/message/send.server";
import { created, paged } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";
import { MESSAGE_BODY } from "~/web/transport/multipart.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listOwnMessages, {
    summary: "List the messages between your organization and the reviewers, newest first",
    data: paged(ownMessage),
  }),
  POST: endpoint(sendOwnMessage, {
    summary: "Write to the reviewers of your submission",
    description: `If the government asked a question, your message answers it. Reviewers get a notification. A message without files may be JSON. The body of a message with files may be at most ${MESSAGE_BODY.maxBytes} bytes. Only accepted messages count toward the limit.`,
    status: 201,
    body: MESSAGE_BODY,
    data: created,
  }),
});
