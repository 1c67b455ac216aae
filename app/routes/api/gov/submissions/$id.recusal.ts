import { recuse } from "~/domain/review/recuse.server";
import { created } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(recuse, {
    summary: "Recuse yourself from a submission",
    description:
      "Use this if you have a conflict of interest. You take no part in its review anymore, and it is never routed or assigned to you again. You cannot undo this. The response has the submission's id.",
    status: 201,
    data: created,
  }),
});
