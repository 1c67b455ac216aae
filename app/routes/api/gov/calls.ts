import { createCall } from "~/domain/call/create.server";
import { listCalls } from "~/domain/call/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listCalls),
  POST: endpoint(createCall, { status: 201 }),
});
