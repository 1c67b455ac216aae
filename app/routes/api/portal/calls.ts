import { z } from "zod";
import { openCall } from "~/domain/call/answers";
import { listOpenCalls } from "~/domain/call/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listOpenCalls, {
    summary: "List the open calls, by deadline",
    description: "Those without a deadline come last.",
    data: z.array(openCall),
  }),
});
