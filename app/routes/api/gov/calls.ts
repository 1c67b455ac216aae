import { createCall } from "~/domain/call/create.server";
import { listCalls } from "~/domain/call/queries.server";
import { call } from "~/domain/call/responses";
import { created, pagedChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listCalls, { summary: "List the calls, drafts and scheduled ones too", data: pagedChanges(call) }),
  POST: endpoint(createCall, {
    summary: "Create a call: open, scheduled, or a draft",
    description: "An OPEN call is public at once and notifies industry; others are government's alone.",
    status: 201,
    data: created,
  }),
});
