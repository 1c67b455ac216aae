import * as z from "zod";
import { listOpenCalls } from "~/domain/call/queries.server";
import { openCall } from "~/domain/call/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listOpenCalls, {
    summary: "List open calls by deadline",
    description: "Calls without a deadline come last.",
    data: z.array(openCall),
  }),
});
