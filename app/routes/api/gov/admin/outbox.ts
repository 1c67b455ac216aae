import { listOutbox } from "~/domain/outbox/queries.server";
import { outboxMail } from "~/domain/outbox/responses";
import { paged } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listOutbox, { summary: "List mail by when it was queued, newest first", data: paged(outboxMail) }),
});
