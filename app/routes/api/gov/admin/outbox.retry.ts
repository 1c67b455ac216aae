import { mailRetried } from "~/domain/outbox/responses";
import { retryFailedMail } from "~/domain/outbox/retry.server";
import { MAIL } from "~/values/limits";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(retryFailedMail, {
    summary: "Send all failed mail again",
    description: `Up to ${MAIL.retriedAtOnce.toLocaleString("en-US")} mails, oldest first.`,
    body: "none",
    data: mailRetried,
  }),
});
