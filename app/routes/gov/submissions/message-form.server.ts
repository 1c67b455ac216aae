import { sendMessage } from "~/domain/message/send.server";
import { pageForm } from "~/web/forms/page-forms.server";
import { MESSAGE_BODY } from "~/web/transport/multipart.server";

/** Sends a message to the organization. The newest messages are on the first page, so it leads there. */
export const messageForm = (submissionId: string | undefined) =>
  pageForm(sendMessage, () => ({ text: "Message sent.", to: `/gov/submissions/${submissionId}` }), {
    multipart: MESSAGE_BODY,
    once: true,
  });
