import { mailRetried } from "~/domain/outbox/responses";
import { retryMail } from "~/domain/outbox/retry.server";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(retryMail, {
    summary: "Send a failed mail again",
    description: "`retried` is 0 if the mail is not in the state `FAILED`.",
    body: "none",
    data: mailRetried,
  }),
});
