import { assignmentsOf } from "~/domain/account-administration/assignments.server";
import { assignments } from "~/domain/account-administration/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(assignmentsOf, {
    summary: "List what is assigned or addressed to a person",
    description:
      "Read it before you deactivate an account. To hand the work to a colleague, send `successorId` with `active: false`. Government users have only the first four lists, and industry users the last two.",
    data: assignments,
  }),
});
