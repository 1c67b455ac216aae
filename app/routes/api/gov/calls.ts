import { createCall } from "~/domain/call/create.server";
import { listCalls } from "~/domain/call/queries.server";
import { call } from "~/domain/call/responses";
import { created, pagedChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listCalls, {
    summary: "List all calls, including drafts and scheduled calls",
    data: pagedChanges(call),
  }),
  POST: endpoint(createCall, {
    summary: "Create an open, scheduled or draft call",
    description: "An OPEN call is public immediately and notifies industry. Only government users see other calls.",
    status: 201,
    data: created,
  }),
});
