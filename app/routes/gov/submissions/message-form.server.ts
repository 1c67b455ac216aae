import { sendMessage } from "~/domain/message/send.server";
import { pageForm } from "~/web/forms/page-forms.server";
import { MESSAGE_BODY } from "~/web/transport/multipart.server";

/** Sends a message to the organization. The newest messages are on the first page, so it leads there, in the same list. */
export function messageForm(request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  for (const name of ["message", "messagesPage"]) searchParams.delete(name);
  const to = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
  return pageForm(sendMessage, () => ({ text: "Message sent.", to }), { multipart: MESSAGE_BODY, once: true });
}
