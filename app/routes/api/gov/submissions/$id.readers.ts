import * as z from "zod";
import { readersOfSubmission } from "~/domain/review/readers.server";
import { named } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(readersOfSubmission, {
    summary: "See which colleagues read a submission now",
    description:
      "Asking counts as reading it for the next minute. Ask again while it is open. The service keeps this only in memory.",
    data: z.array(named),
  }),
});
